import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { roomOf } from '../../../scripts/layers.ts';
import { root } from '../../../scripts/run.ts';

/** The room of a sheet: beside the components it draws, the base, or a page's entry. */
const homeOf = (file: string): string =>
  roomOf(file) ?? (file.startsWith('src/styles/base/') ? 'base' : 'entry');

/** Whose classes a room may use besides its own. */
const LENDERS: Readonly<Record<string, readonly string[]>> = {
  kit: ['base'],
  'games/*/pad': ['base', 'kit', 'features/pad-parts'],
  'features/pad': ['base', 'kit', 'entry', 'features/pad-parts'],
  // A television's tiles are made of a board's plates, so that each design dresses them as well.
  'features/television': ['base', 'kit', 'entry', 'features/board'],
};
const lenders = (room: string): readonly string[] => [room, ...(LENDERS[room] ?? ['base', 'kit', 'entry'])];

/** The classes that a sheet's rules are about: those of `.a`, `.a.b` and `.a:hover`, not of `.a .b` or within a rule. */
const definedIn = (source: string): readonly string[] => {
  const code = source.replace(/\/\/.*|\/\*[^]*?\*\//g, '').replace(/#\{[^{}]*\}/g, '*');
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

/** The classes that a component writes: in `className`, and elsewhere those that can be nothing but a class. */
const usedIn = (file: string, source: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (node: ts.Node, isClass: boolean): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const words = node.text.split(/\s+/).filter((word) => /^[a-z][\w-]*$/.test(word));
      for (const word of words) if (isClass || /[a-z](__|--)/.test(word)) found.add(word);
    }
    // What is compared or passed to a function is no class.
    const isOther = ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText());
    const isName =
      (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && node.name.getText() === 'className';
    ts.forEachChild(node, (child) =>
      visit(child, !isOther && !ts.isCallExpression(node) && (isClass || isName)),
    );
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX), false);
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

/** Each class that a component borrows from a room that may not lend it. */
const borrowed = (file: string, source: string, sheets: readonly Sheet[]): readonly string[] => {
  const room = roomOf(file) ?? file;
  return [...usedIn(file, source)].flatMap((name) => {
    const homes = sheets
      .filter(({ classes }) => classes.some((one) => isSame(one, name)))
      .map(({ home }) => home);
    return homes.length === 0 || homes.some((home) => lenders(room).includes(home))
      ? []
      : [`${file}: ${name} is of ${[...new Set(homes)].join(', ')}`];
  });
};

const read = (file: string): string => readFileSync(posix.join(root, file), 'utf8');

test('a room uses its own classes, those of kit, of the base and of its page', () => {
  const sheets = globSync('src/**/*.scss', { cwd: root }).map((file): Sheet => ({
    home: homeOf(file),
    classes: definedIn(read(file)),
  }));
  const parts = globSync('src/{kit,features/**,games/*/pad}/*.{ts,tsx}', { cwd: root });
  expect(parts.length).toBeGreaterThan(200);
  expect(parts.flatMap((file) => borrowed(file, read(file), sheets))).toEqual([]);
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
