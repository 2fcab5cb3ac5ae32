import { parseSync, transformWithOxc } from 'vite';
import {
  atRuleCompat,
  BUILTINS,
  lacking,
  regexCompat,
  selectorCompat,
  type Builtin,
  type Floor,
} from '../common/compat.ts';

/** What scripts use of a browser, read from their code without types: dependencies have none. */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Globals that have another name than their interface. */
const SINGLETONS: Readonly<Record<string, string>> = {
  document: 'Document',
  navigator: 'Navigator',
  window: '',
  self: '',
  globalThis: '',
  crypto: 'Crypto',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
};

/** Methods whose first argument is a selector. */
const BY_SELECTOR = new Set(['querySelector', 'querySelectorAll', 'matches', 'closest']);

const byKey = (keyOf: (builtin: Builtin) => string): ReadonlyMap<string, readonly Builtin[]> => {
  const found = new Map<string, Builtin[]>();
  for (const builtin of BUILTINS) {
    const key = keyOf(builtin);
    found.set(key, [...(found.get(key) ?? []), builtin]);
  }
  return found;
};
const exactly = byKey(({ owner, name }) => `${owner}.${name}`);
const byName = byKey(({ name }) => name);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const parse = (code: string): Node => parseSync('script.js', code).program as unknown as Node;

const nodesIn = (node: Node, parent: Node | null, visit: (node: Node, parent: Node | null) => void): void => {
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of [value].flat()) if (isNode(child)) nodesIn(child, node, visit);
  }
};

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined;

/** A literal text; of a template, the parts outside its placeholders. */
const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  return node.type === 'TemplateLiteral'
    ? (node['quasis'] as { readonly value: { readonly raw: string } }[])
        .map(({ value }) => value.raw)
        .join('')
    : undefined;
};

/** The parts of a regular expression that some browsers can't read. */
const regexParts = (pattern: string, flags: string) => [
  ...(/\(\?<[=!]/.test(pattern) ? [['lookbehind', regexCompat('lookbehind_assertion')] as const] : []),
  ...(/\(\?[ims-]+:/.test(pattern) ? [['modifiers', regexCompat('modifier')] as const] : []),
  ...(flags.includes('v') ? [['flag v', exactly.get('RegExp.unicodeSets')?.[0]?.compat] as const] : []),
  ...(flags.includes('d') ? [['flag d', exactly.get('RegExp.hasIndices')?.[0]?.compat] as const] : []),
];

export interface Use {
  /** `Object.hasOwn`, `.toSorted()`, `navigation`, `:has()`, `lookbehind`. */
  readonly name: string;
  /** The browsers that lack it, with the version that they would need. */
  readonly lacking: readonly string[];
  /** The code around it. */
  readonly code: string;
}

/** The names that code declares, or gives to its own methods. */
const ownNames = (program: Node): { readonly declared: Set<string>; readonly methods: Set<string> } => {
  const [declared, methods] = [new Set<string>(), new Set<string>()];
  const declare = (pattern: unknown): void => {
    if (!isNode(pattern)) return;
    nodesIn(pattern, null, (node) => {
      const name = nameOf(node);
      if (name !== undefined) declared.add(name);
    });
  };
  nodesIn(program, null, (node) => {
    if (node.type === 'VariableDeclarator' || /^(Function|Class)/.test(node.type)) declare(node['id']);
    if (node.type.includes('Function'))
      for (const parameter of node['params'] as unknown[]) declare(parameter);
    if (/^Import\w*Specifier$/.test(node.type)) declare(node['local']);
    if (['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type))
      methods.add(nameOf(node['key']) ?? '');
    const target = node.type === 'AssignmentExpression' ? node['left'] : undefined;
    if (isNode(target) && target.type === 'MemberExpression') methods.add(nameOf(target['property']) ?? '');
  });
  return { declared, methods };
};

/** The names of code's own methods, which aren't built-in ones. */
export const methodsIn = (code: string): ReadonlySet<string> => ownNames(parse(code)).methods;

/**
 * What code uses that a floor's browsers lack. `methods` are the names of methods that the site has itself: a page's
 * interface of that name isn't meant. A built-in of the language is meant by its name alone, unless it is called only
 * if it exists (`?.()`).
 */
export const newerIn = (code: string, floor: Floor, methods: ReadonlySet<string> = new Set()): Use[] => {
  const program = parse(code);
  const { declared } = ownNames(program);
  const uses: Use[] = [];
  const ask = (name: string, builtins: readonly Pick<Builtin, 'compat'>[], { start }: Node): void => {
    const missing = builtins.map(({ compat }) => lacking(compat, floor));
    if (missing.length > 0 && missing.every(({ length }) => length > 0))
      uses.push({ name, lacking: missing[0] ?? [], code: code.slice(Math.max(0, start - 40), start + 60) });
  };
  const askMember = (node: Node, parent: Node | null): void => {
    const [owner, name] = [nameOf(node['object']), nameOf(node['property'])];
    if (node['computed'] === true || name === undefined) return;
    if (owner !== undefined && !declared.has(owner)) {
      const interfaceName = SINGLETONS[owner];
      const known = exactly
        .get(`${interfaceName ?? owner}.${name}`)
        ?.filter(({ isStatic }) => isStatic !== (interfaceName !== undefined));
      if (known) {
        ask(`${owner}.${name}`, known, node);
        return;
      }
    }
    const isCall =
      parent?.type === 'CallExpression' && parent['callee'] === node && parent['optional'] !== true;
    const candidates =
      byName.get(name)?.filter(({ owner: of, isStatic }) => of !== '' && isStatic !== true) ?? [];
    if (isCall && (candidates.some(({ isLanguage }) => isLanguage) || !methods.has(name)))
      ask(`.${name}()`, candidates, node['property'] as Node);
  };
  const askSelector = (node: Node): void => {
    const callee = node['callee'];
    const method =
      isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : undefined;
    const text = BY_SELECTOR.has(method ?? '') ? textOf((node['arguments'] as unknown[])[0]) : undefined;
    for (const [, name = ''] of text?.matchAll(/::?([a-z-]+)/g) ?? []) {
      const compat = selectorCompat(name);
      if (compat) ask(`:${name}`, [{ compat }], node);
    }
  };
  const askRegex = (node: Node, pattern: string, flags: string): void => {
    for (const [name, compat] of regexParts(pattern, flags)) if (compat) ask(name, [{ compat }], node);
  };
  nodesIn(program, null, (node, parent) => {
    if (node.type === 'MemberExpression') askMember(node, parent);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      askSelector(node);
      const [pattern, flags] = (node['arguments'] as unknown[]).map(textOf);
      const callee = nameOf(node['callee']);
      if (node.type === 'NewExpression' && callee !== undefined && !declared.has(callee))
        ask(`new ${callee}`, exactly.get(`${callee}.constructor`) ?? [], node);
      if (callee === 'RegExp') askRegex(node, pattern ?? '', flags ?? '');
    }
    const { regex } = node as { readonly regex?: { readonly pattern: string; readonly flags: string } };
    if (regex) askRegex(node, regex.pattern, regex.flags);
    const name = nameOf(node);
    const isKey =
      (parent?.type === 'MemberExpression' || /Property$|Definition$/.test(parent?.type ?? '')) &&
      (parent?.['property'] === node || parent?.['key'] === node) &&
      parent['computed'] !== true;
    const isAsked = parent?.type === 'UnaryExpression' && parent['operator'] === 'typeof';
    if (name !== undefined && !declared.has(name) && !isKey && !isAsked)
      ask(name, exactly.get(`.${name}`) ?? [], node);
  });
  return uses;
};

/** Whether code has syntax that a floor's browsers can't read: what the build would have to rewrite for them. */
export const hasNewerSyntax = async (code: string, floor: Floor): Promise<boolean> => {
  const target = Object.entries(floor).map(([browser, version]) => browser + version);
  const [asIs, rewritten] = await Promise.all(
    ['esnext', target].map((to) => transformWithOxc(code, 'chunk.js', { target: to })),
  );
  return asIs?.code !== rewritten?.code;
};

/** The styles that code adds to a page: its texts with rules in them. */
export const stylesIn = (code: string): string => {
  const styles: string[] = [];
  nodesIn(parse(code), null, (node) => {
    const text = textOf(node);
    if (text !== undefined && /[\w)\]]\{[\w-]+:/.test(text)) styles.push(text);
  });
  return styles.join('\n');
};

/**
 * What of some styles a floor's browsers drop as a whole, with all that is in it: at-rules, rules by a selector, and
 * ranges of media queries (Chrome 104, Safari 16.4). A property that they don't know is only that property.
 */
export const droppedFrom = (css: string, floor: Floor): string[] => {
  const named = (pattern: RegExp, compatOf: typeof atRuleCompat): string[] =>
    [...css.matchAll(pattern)].flatMap(([found, name = '']) => {
      const compat = compatOf(name);
      return compat && lacking(compat, floor).length > 0 ? [found] : [];
    });
  return [
    ...named(/@([a-z-]+)/g, atRuleCompat),
    ...named(/:([a-z-]+)(?=[^{};]*\{)/g, selectorCompat),
    ...(css.match(/\((?:width|height)\s*[<>][^)]*\)/g) ?? []),
  ];
};
