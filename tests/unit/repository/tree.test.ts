import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/run.ts';

/** The folders with files in them, without those of dotted names. */
const folders = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.includes('/') && !file.startsWith('.'))
    .flatMap((file) => {
      const parts = posix.dirname(file).split('/');
      return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    }),
);

/** The folders that the tree of docs/architecture.md names, and whether it names those in each. */
const named = (() => {
  const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, tree = ''] = /^```\n(src\/[^]*?)```$/m.exec(document) ?? [];
  const open: string[] = [];
  const paths: string[] = [];
  for (const line of tree.split('\n')) {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 2;
    const [, names = ''] = /^ *((?:\S+\/ *)+)/.exec(line) ?? [];
    for (const name of names.split(/\s+/).filter(Boolean)) {
      open.length = depth;
      open[depth] = name.slice(0, -1);
      paths.push(open.join('/'));
    }
  }
  return paths;
})();

test('the tree of the architecture names folders that there are', () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !folders.has(path))).toEqual([]);
});

test('where the tree names some folders of a folder, it names all', () => {
  const parents = new Set(named.map((path) => posix.dirname(path)));
  const expected = [...folders].filter((path) => parents.has(posix.dirname(path)));
  expect(expected.filter((path) => !named.includes(path))).toEqual([]);
});
