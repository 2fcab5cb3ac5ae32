import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { layerOf } from '../../../scripts/layers.ts';
import { root } from '../../../scripts/run.ts';

/** The layer of a sheet: beside the components it draws, the base, or a page's entry. */
const homeOf = (file: string): string =>
  layerOf(file) ?? (file.startsWith('src/styles/base/') ? 'base' : 'entry');

/** Whose classes a layer may use besides its own. */
const LENDERS: Readonly<Record<string, readonly string[]>> = {
  kit: ['base'],
  'games/*/pad': ['base', 'kit', 'features/pad-parts'],
  'features/pad': ['base', 'kit', 'entry', 'features/pad-parts'],
  // A scorer link opens one table's desk.
  'features/score': ['base', 'kit', 'entry', 'features/desk'],
  // A television's tiles are made of a board's plates, so that each design dresses them as well.
  'features/television': ['base', 'kit', 'entry', 'features/board'],
  // The sample venue has a television.
  'features/demo': ['base', 'kit', 'entry', 'features/television'],
};
const lenders = (layer: string): readonly string[] => [
  layer,
  ...(LENDERS[layer] ?? ['base', 'kit', 'entry']),
];

/** A sheet without its comments, and with `*` for what it computes. */
const withoutNotes = (source: string): string =>
  source.replace(/\/\/.*|\/\*[^]*?\*\//g, '').replace(/#\{[^{}]*\}/g, '*');

/** The classes that a sheet's rules are about: those of `.a`, `.a.b` and `.a:hover`, not of `.a .b` or within a rule. */
const definedIn = (source: string): readonly string[] => {
  const code = withoutNotes(source);
  const open: string[] = [];
  const found: string[] = [];
  for (const [, prelude = '', end] of code.matchAll(/([^{};]*)([{};])/g)) {
    if (end === '}') open.pop();
    if (end !== '{') continue;
    const text = prelude.trim();
    if (!text.startsWith('@') && open.every((outer) => /^[@:]/.test(outer)))
      for (const part of text.split(',')) {
        const [, names = ''] = /^((?:\.[\w*-]+)+)(?:[:[][^ ]*)?$/.exec(part.trim()) ?? [];
        found.push(...names.split('.').filter(Boolean));
      }
    open.push(text);
  }
  return found;
};

/** The beginning of a class that a template ends with an expression, as in `a--${kind}`. */
const begunBefore = (span: ts.TemplateSpan): string => {
  const { head, templateSpans } = span.parent;
  const before = templateSpans[templateSpans.indexOf(span) - 1]?.literal ?? head;
  return /\S*[-_]$/.exec(before.text)?.[0] ?? '';
};

/** The classes that a component writes: in `className`, and elsewhere those that can be nothing but a class. */
const usedIn = (file: string, source: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (node: ts.Node, isClass: boolean, begun: string): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const words = `${begun}${node.text}`.split(/\s+/).filter((word) => /^[a-z][\w-]*$/.test(word));
      for (const word of words) if (isClass || /[a-z](__|--)/.test(word)) found.add(word);
    }
    // What is compared or passed to a function is no class.
    const isOther =
      ts.isCallExpression(node) ||
      (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText()));
    const isName =
      (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) &&
      /^(?:className|class|class:list)$/.test(node.name.getText());
    ts.forEachChild(node, (child) => {
      const begins = ts.isTemplateSpan(node) && child === node.expression ? begunBefore(node) : begun;
      const isLiteral = ts.isTemplateSpan(node) && child === node.literal;
      visit(child, !isOther && (isClass || isName), isOther || isLiteral ? '' : begins);
    });
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), false, '');
  return found;
};

interface Sheet {
  readonly home: string;
  readonly classes: readonly string[];
}

/** `ball--*` is any colour's, and `ball--` in a component is the beginning of one. */
const isSame = (defined: string, used: string): boolean =>
  defined === used ||
  (defined.endsWith('*') && used.startsWith(defined.slice(0, -1))) ||
  (/[-_]$/.test(used) && defined.startsWith(used));

/** Each class that a component borrows from a layer that may not lend it. */
const borrowed = (file: string, source: string, sheets: readonly Sheet[]): readonly string[] => {
  const layer = layerOf(file) ?? file;
  return [...usedIn(file, source)].flatMap((name) => {
    const homes = sheets
      .filter(({ classes }) => classes.some((one) => isSame(one, name)))
      .map(({ home }) => home);
    return homes.length === 0 || homes.some((home) => lenders(layer).includes(home))
      ? []
      : [`${file}: ${name} is of ${[...new Set(homes)].join(', ')}`];
  });
};

const read = (file: string): string => readFileSync(posix.join(root, file), 'utf8');

/** A component as TSX: of an Astro file its frontmatter and its markup. */
const component = (file: string): string =>
  read(file).replace(/^---([^]*?)\n---([^]*)$/, (_all, script: string, markup: string) => {
    const elements = markup.replace(/<!doctype[^>]*>|<(script|style)[\s>][^]*?<\/\1>/gi, '');
    return `${script}\n;<>${elements}</>`;
  });

/** The classes that sheets have rules for, wherever these name them, and those of selectors in code. */
const namedIn = (files: readonly string[], pattern: RegExp): readonly string[] => {
  const source = files.map((file) => withoutNotes(read(file))).join('\n');
  return [...new Set([...source.matchAll(pattern)].map(([, name = '']) => name))];
};

test('a layer uses its own classes, those of kit, of the base and of its page', () => {
  const sheets = globSync('src/**/*.scss', { cwd: root }).map((file): Sheet => ({
    home: homeOf(file),
    classes: definedIn(read(file)),
  }));
  const parts = globSync('src/{kit,features/**,games/*/pad}/*.{ts,tsx}', { cwd: root });
  expect(parts.length).toBeGreaterThan(200);
  expect(parts.flatMap((file) => borrowed(file, read(file), sheets))).toEqual([]);
});

test('each class has a rule or a reader', () => {
  const named = [
    ...namedIn(globSync('src/**/*.{scss,css}', { cwd: root }), /\.([a-z][\w*-]*)/g),
    ...namedIn(
      globSync('{src,tests,scripts}/**/*.{ts,tsx,astro}', { cwd: root }),
      /(?<![\w)\]?.])\.([a-z][\w-]*)/g,
    ),
  ];
  const components = globSync('src/**/*.{ts,tsx,astro}', { cwd: root });
  const idle = components.flatMap((file) =>
    [...usedIn(file, component(file))]
      .filter((used) => !named.some((name) => isSame(name, used)))
      .map((used) => `${file}: ${used}`),
  );
  expect(idle).toEqual([]);
});

test.each([
  ['features/room/A.tsx', '<p className="tables__row" />', ['tables__row']],
  [
    'features/room/A.tsx',
    '<p className={isOn ? `room__row tables__row--${kind}` : ""} />',
    ['tables__row--'],
  ],
  ['features/room/A.tsx', 'const name = "tables__row";', ['tables__row']],
  ['features/room/A.tsx', '<Key opener={{ className: "tables" }} />', ['tables']],
  ['kit/A.tsx', '<p className="tables" />', ['tables']],
  ['kit/A.tsx', '<p className="desk" />', ['desk']],
  ['features/room/A.tsx', '<p className={kind === "tables" ? "room" : "desk line hidden unknown"} />', []],
  ['features/tables/A.tsx', '<p className={`tables__row tables__row--${kind}`} />', []],
])('%s with %s', (file, source, names) => {
  const sheets: readonly Sheet[] = [
    {
      home: 'features/tables',
      classes: definedIn(
        '.tables { .line { gap: 0; } }\n@media print { .tables__row:is(li, p), .tables__row--on { gap: #{0}; } }',
      ),
    },
    {
      home: 'features/room',
      classes: definedIn('.room__row { gap: 0; }\n.room .tables__row { gap: 0; }\n.room { gap: 0; }'),
    },
    { home: 'kit', classes: definedIn('.line { gap: 0; }') },
    { home: 'base', classes: definedIn('.hidden { gap: 0; }') },
    { home: 'entry', classes: definedIn('.desk { gap: 0; }') },
  ];
  const answers = borrowed(`src/${file}`, source, sheets);
  expect(answers.map((answer) => answer.split(' ')[1])).toEqual(names);
});
