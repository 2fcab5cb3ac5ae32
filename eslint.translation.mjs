import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/**
 * Browsers that translate a page replace its text nodes. React then fails at those that it meant to move or remove, and
 * writes changes into those that are gone. It makes no text nodes of its own for a text that is an element's only child:
 * it sets the element's text as a whole, whatever is in there.
 */

const TEXT =
  ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.TypeParameter;

/** Components that put their children where they stand themselves. */
const TRANSPARENT = /^(Suspense|StrictMode|Fragment|\w+Context)$/;

const alone = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      mixed: 'A text must be the only child of an element: put it into one of its own.',
      returned: 'A component must give an element: put the text into one.',
    },
  },
  defaultOptions: [],
  create: (context) => {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();

    const isText = (type, known = new Set()) => {
      // A list of elements may have lists in it.
      if (known.has(type)) return false;
      known.add(type);
      if (type.isUnion()) return type.types.some((one) => isText(one, known));
      if (type.flags & TEXT) return !(type.isStringLiteral() && type.value.trim() === '');
      const item = checker.isArrayLikeType(type) && checker.getIndexTypeOfType(type, ts.IndexKind.Number);
      return item ? isText(item, known) : false;
    };

    const mayBeText = (node) => {
      if (node.type === 'JSXText') return node.value.trim() !== '';
      return (
        node.type === 'JSXExpressionContainer' &&
        node.expression.type !== 'JSXEmptyExpression' &&
        isText(services.getTypeAtLocation(node.expression))
      );
    };

    const isDrawn = (node) =>
      node.type === 'JSXExpressionContainer'
        ? node.expression.type !== 'JSXEmptyExpression'
        : node.type !== 'JSXText' || node.value.trim() !== '' || !node.value.includes('\n');

    const check = (node, isElement) => {
      const children = node.children.filter(isDrawn);
      if (isElement && children.length === 1) return;
      for (const child of children.filter(mayBeText)) context.report({ node: child, messageId: 'mixed' });
    };

    const checkReturned = (node) => {
      const name = node.id?.name ?? (node.parent.type === 'VariableDeclarator' && node.parent.id.name);
      if (!name || !/^\p{Lu}/u.test(name)) return;
      const [signature] = services.getTypeAtLocation(node).getCallSignatures();
      if (signature && isText(checker.getReturnTypeOfSignature(signature)))
        context.report({ node, messageId: 'returned' });
    };

    return {
      JSXElement: (node) => check(node, !TRANSPARENT.test(node.openingElement.name.name)),
      JSXFragment: (node) => check(node, false),
      FunctionDeclaration: checkReturned,
      ArrowFunctionExpression: checkReturned,
    };
  },
});

const named = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { unsaid: 'Say whether it is translated: names, addresses and codes aren’t.' },
  },
  create: (context) => ({
    JSXOpeningElement: (node) => {
      if (!['bdi', 'code'].includes(node.name.name)) return;
      if (!node.attributes.some(({ name }) => name?.name === 'translate'))
        context.report({ node, messageId: 'unsaid' });
    },
  }),
};

const plugins = { translation: { rules: { alone, named } } };

export default [
  {
    files: ['src/**/*.tsx'],
    plugins,
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { 'translation/alone': 'error' },
  },
  { files: ['src/**/*.{tsx,astro}'], plugins, rules: { 'translation/named': 'error' } },
];
