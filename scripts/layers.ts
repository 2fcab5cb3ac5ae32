import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from './run.ts';

/**
 * The rooms of `src` in their order: a file imports from its own room and from earlier ones, types too. A room that
 * isn't listed belongs to the one around it. docs/architecture.md says what each is for. Files anywhere import each
 * other in no circle, types included.
 */
const ROOMS = [
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
type Room = (typeof ROOMS)[number];

/** The rooms of the embedded server in their order. */
const SERVER_ROOMS: readonly string[] = ['http', 'data', 'auth', 'rest', 'realtime', 'snapshots', 'ops'];

/** The room of a file of the embedded server; undefined for other files. */
const serverRoomOf = (file: string): string | undefined =>
  /^supabase\/embedded\/(\w+)\/[^/]+$/.exec(file)?.[1];

/** The files that may import a package, and the message for the others. */
const PACKAGES: readonly { readonly name: RegExp; readonly rooms: RegExp; readonly message: string }[] = [
  { name: /^@supabase\//, rooms: /^backend$/, message: 'Only src/backend talks to Supabase.' },
  {
    name: /^(react|react-dom|@nanostores\/react)(\/|$)/,
    rooms: /^(kit|features\/.+|games\/\*\/pad|islands|layouts|components|pages)$/,
    message: 'Only kit, features, pads and islands render.',
  },
  {
    name: /^nanostores$/,
    rooms: /^(browser|kit|features\/.+|games\/\*\/pad|islands)$/,
    message: 'Only stores hold state.',
  },
  {
    name: /^astro(:|\/|$)/,
    rooms: /^(i18n|build|seo|components|layouts|pages)$/,
    message: 'Only pages and their components are rendered by Astro.',
  },
  {
    name: /^node:/,
    rooms: /^(i18n|build|seo|components|layouts|pages)$/,
    message: 'Not available in browsers.',
  },
];

/** The rooms with environments, which tests replace; the others know the backend's types alone. */
const OPENERS: readonly Room[] = ['browser', 'features/demo'];

/** The rooms that the edge functions share with the browser. */
const SHARED: readonly Room[] = [
  'config',
  'i18n',
  'rules',
  'games',
  ...ROOMS.filter((room) => /^core\b/.test(room)),
];

/** The room of a file of `src`; null for one outside every room. */
export const roomOf = (file: string): Room | null => {
  if (/^src\/games\/([\w-]+\/pad\/|pads\.ts$)/.test(file)) return 'games/*/pad';
  for (let folder = posix.dirname(file); folder !== 'src' && folder !== '.'; folder = posix.dirname(folder)) {
    const room = ROOMS.find((one) => `src/${one}` === folder);
    if (room) return room;
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
  const from = roomOf(file);
  const isFunction = file.startsWith('supabase/functions/');
  return [...source.matchAll(IMPORT)].flatMap(([, , isType, specifier = '']) => {
    const say = (why: string): readonly string[] => [`${file} imports ${specifier}: ${why}`];
    if (!specifier.startsWith('.')) {
      if (!from) return [];
      const forbidden = PACKAGES.find(({ name, rooms }) => name.test(specifier) && !rooms.test(from));
      return forbidden ? say(forbidden.message) : [];
    }
    const imported = pathOf(file, specifier);
    const [server, target] = [serverRoomOf(file), serverRoomOf(imported)];
    if (server !== undefined && target !== undefined)
      return SERVER_ROOMS.indexOf(target) > SERVER_ROOMS.indexOf(server)
        ? say(`${server} comes before ${target}.`)
        : [];
    const to = isFile(imported) ? roomOf(imported) : null;
    if (!to) return [];
    if (isFunction)
      return SHARED.includes(to) ? [] : say('edge functions share config, i18n, rules, games and core.');
    if (!from || from === to) return [];
    if (ROOMS.indexOf(to) > ROOMS.indexOf(from)) return say(`${from} comes before ${to}.`);
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
    (file) => file.startsWith('src/') && posix.dirname(file) !== 'src' && !roomOf(file),
  );
  const problems = [
    ...homeless.map((file) => `${file} is in no room.`),
    ...sources.flatMap(([file, source]) => wrongImports(file, source, isFile)),
    ...circlesIn(new Map(sources.map(([file, source]) => [file, importsOf(file, source)]))),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length) process.exitCode = 1;
}
