import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

/** The compiler's own errors. The linter has the types of each file: to find them once more would take as long again. */

const errors = ESLintUtils.RuleCreator.withoutDocs({
  meta: { type: 'problem', schema: [], messages: { error: 'TS{{code}}: {{text}}' } },
  defaultOptions: [],
  create: (context) => {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    return {
      Program: (node) => {
        const file = esTreeNodeToTSNodeMap.get(node);
        for (const { code, start, messageText } of program.getSemanticDiagnostics(file)) {
          const text = ts.flattenDiagnosticMessageText(messageText, '\n');
          const loc = context.sourceCode.getLocFromIndex(start);
          context.report({ loc, messageId: 'error', data: { code, text } });
        }
      },
    };
  },
});

/** @type {import('eslint').Linter.Config} */
export default {
  files: ['**/*.{ts,tsx}'],
  plugins: { types: { rules: { errors } } },
  rules: { 'types/errors': 'error' },
};
