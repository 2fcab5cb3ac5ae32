import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from './run.ts';

/**
 * The layers of `src` in their order: a file imports from its own layer and from earlier ones, types too. A layer that
 * isn't listed belongs to the one around it. docs/architecture.md says what each is for. Files anywhere import each
 * other in no circle, types included.
 */
const LAYERS = [
  'config',
  'i18n',
  'rules',
  'games',
  'core',
  'core/time',
  'core/follow',
  'core/devices',
  'core/branding',
  'core/clock',
  'core/tournament',
  'core/room',
  'core/overlay',
  'core/drawing',
  'core/television',
  'core/snapshot',
  'core/site',
  'core/account',
  'core/match',
  'core/results',
  'core/tables',
  'core/venue',
  'core/machine',
  'backend',
  'browser',
  'kit',
  'features/account',
  'features/board',
  'features/match',
  'features/pad-parts',
  'games/*/pad',
  'features/pad',
  'features/room',
  'features/tournament',
  'features/tables',
  'features/desk',
  'features/machines',
  'features/pictures',
  'features/branding',
  'features/players',
  'features/results',
  'features/paired',
  'features/settings',
  'features/venue',
  'features/score',
  'features/snapshot',
  'features/public',
  'features/television',
  'features/demo',
  'islands',
  'build',
  'seo',
  'service-worker',
  'components',
  'layouts',
  'pages',
] as const;
type Layer = (typeof LAYERS)[number];

/** The layers of the embedded server in their order. */
const SERVER_LAYERS: readonly string[] = ['http', 'data', 'auth', 'rest', 'realtime', 'snapshots', 'ops'];

/** The layer of a file of the embedded server; undefined for other files. */
const serverLayerOf = (file: string): string | undefined =>
  /^supabase\/embedded\/(\w+)\/[^/]+$/.exec(file)?.[1];

/** The files that may import a package, and the message for the others. */
const PACKAGES: readonly { readonly name: RegExp; readonly layers: RegExp; readonly message: string }[] = [
  { name: /^@supabase\//, layers: /^backend$/, message: 'Only src/backend talks to Supabase.' },
  {
    name: /^(react|react-dom|@nanostores\/react)(\/|$)/,
    layers: /^(kit|features\/.+|games\/\*\/pad|islands|layouts|components|pages)$/,
    message: 'Only kit, features, pads and islands render.',
  },
  {
    name: /^nanostores$/,
    layers: /^(browser|kit|features\/.+|games\/\*\/pad|islands)$/,
    message: 'Only stores hold state.',
  },
  {
    name: /^astro(:|\/|$)/,
    layers: /^(i18n|build|seo|components|layouts|pages)$/,
    message: 'Only pages and their components are rendered by Astro.',
  },
  {
    name: /^node:/,
    layers: /^(i18n|build|seo|components|layouts|pages)$/,
    message: 'Not available in browsers.',
  },
];

/** The layers with environments, which tests replace; the others know the backend's types alone. */
const OPENERS: readonly Layer[] = ['browser', 'features/demo'];

/** The layers that the edge functions share with the browser. */
const SHARED: readonly Layer[] = [
  'config',
  'i18n',
  'rules',
  'games',
  ...LAYERS.filter((layer) => /^core\b/.test(layer)),
];

/** The layer of a file of `src`; null for one outside every layer. */
export const layerOf = (file: string): Layer | null => {
  if (/^src\/games\/([\w-]+\/pad\/|pads\.ts$)/.test(file)) return 'games/*/pad';
  for (let folder = posix.dirname(file); folder !== 'src' && folder !== '.'; folder = posix.dirname(folder)) {
    const layer = LAYERS.find((one) => `src/${one}` === folder);
    if (layer) return layer;
  }
  return null;
};

const IMPORT =
  /\b(?:(import|export) (type )?(?:[^'"();]*? from )?|import\(\s*(?:\/\*.*?\*\/\s*)?)['"]([^'"]+)['"]/g;

const pathOf = (file: string, specifier: string): string =>
  posix.normalize(posix.join(posix.dirname(file), specifier.replace(/\?.*/, '')));

/** The paths of what a file imports, except packages. */
const importsOf = (file: string, source: string): readonly string[] =>
  [...source.matchAll(IMPORT)].flatMap(([, , , specifier = '']) =>
    specifier.startsWith('.') ? [pathOf(file, specifier)] : [],
  );

/** At least one circle of any files that import each other. The keys of `imports` are files, its values what they import. */
export const circlesIn = (imports: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const circles: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    const start = way.indexOf(file);
    if (start >= 0) circles.push(`A circle of imports: ${[...way.slice(start), file].join(' → ')}`);
    if (start >= 0 || done.has(file)) return;
    way.push(file);
    for (const imported of imports.get(file) ?? []) visit(imported);
    way.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
};

/** A file's forbidden imports, each as a sentence. `isFile` returns whether a file exists. */
export const wrongImports = (
  file: string,
  source: string,
  isFile: (path: string) => boolean,
): readonly string[] => {
  const from = layerOf(file);
  const isFunction = file.startsWith('supabase/functions/');
  return [...source.matchAll(IMPORT)].flatMap(([, , isType, specifier = '']) => {
    const say = (why: string): readonly string[] => [`${file} imports ${specifier}: ${why}`];
    if (!specifier.startsWith('.')) {
      if (!from) return [];
      const forbidden = PACKAGES.find(({ name, layers }) => name.test(specifier) && !layers.test(from));
      return forbidden ? say(forbidden.message) : [];
    }
    const imported = pathOf(file, specifier);
    const [server, target] = [serverLayerOf(file), serverLayerOf(imported)];
    if (server !== undefined && target !== undefined)
      return SERVER_LAYERS.indexOf(target) > SERVER_LAYERS.indexOf(server)
        ? say(`${server} comes before ${target}.`)
        : [];
    const to = isFile(imported) ? layerOf(imported) : null;
    if (!to) return [];
    if (isFunction)
      return SHARED.includes(to) ? [] : say('edge functions share config, i18n, rules, games and core.');
    if (!from || from === to) return [];
    if (LAYERS.indexOf(to) > LAYERS.indexOf(from)) return say(`${from} comes before ${to}.`);
    if (to === 'backend' && !OPENERS.includes(from) && !isType)
      return say('only environments open the backend.');
    return [];
  });
};

if (import.meta.main) {
  const files = globSync('{src,supabase,scripts,tests}/**/*.{ts,tsx,astro}', { cwd: root });
  const sources = files.map((file) => [file, readFileSync(posix.join(root, file), 'utf8')] as const);
  const isFile = (path: string): boolean => existsSync(posix.join(root, path));
  const homeless = files.filter(
    (file) => file.startsWith('src/') && posix.dirname(file) !== 'src' && !layerOf(file),
  );
  const problems = [
    ...homeless.map((file) => `${file} is in no layer.`),
    ...sources.flatMap(([file, source]) => wrongImports(file, source, isFile)),
    ...circlesIn(new Map(sources.map(([file, source]) => [file, importsOf(file, source)]))),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length) process.exitCode = 1;
}
