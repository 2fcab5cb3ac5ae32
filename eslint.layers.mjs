import { existsSync, readdirSync } from 'node:fs';
import tseslint from 'typescript-eslint';

/** Which folders of `src` may import which; docs/architecture.md explains why. */

const SCREENS = ['ui', 'islands', 'components', 'layouts', 'pages'];
const PAGES = ['components', 'layouts', 'pages'];

/** `src/styles` has folders with these names too. */
const folders = (names, message, options = {}) => ({
  regex: `^\\.(?!.*/styles/)(.*/)?(${names.join('|')})/`,
  message,
  ...options,
});
const above = (names) => folders(names, 'What is below knows nothing of what is above it.');

const BACKEND = folders(['backend'], 'Reach it through src/stores/environment/.');
const BACKEND_BUT_TYPES = { ...BACKEND, allowTypeImports: true };
const SUPABASE = { regex: '^@supabase/', message: 'Only src/backend/ talks to Supabase.' };
const REACT = {
  regex: '^(react|react-dom|@nanostores/react)(/|$)',
  message: 'Only islands and src/ui/ render.',
};
const ASTRO = { regex: '^astro(:|/|$)', message: 'Only pages and their components are rendered by Astro.' };
const STORES = { regex: '^(nanostores|@nanostores/.+)$', message: 'Only stores hold state.' };
const NODE = { regex: '^node:', message: 'Not available in browsers.' };

/** Anything non-deterministic, or with access to the outside. */
const IMPURE = {
  globals: ['alert', 'crypto', 'fetch', 'localStorage', 'location', 'performance', 'sessionStorage'],
  properties: [
    { object: 'Date', property: 'now' },
    { object: 'Math', property: 'random' },
    { object: 'Temporal', property: 'Now' },
  ],
  syntax: ['NewExpression[callee.name="Date"][arguments.length=0]', 'CallExpression[callee.name="Date"]'],
};
const OUTSIDE = ['document', 'globalThis', 'navigator', 'process', 'self', 'window'];
const TIMERS = [
  'queueMicrotask',
  'requestAnimationFrame',
  'requestIdleCallback',
  'setImmediate',
  'setInterval',
  'setTimeout',
];

const GAMES = new URL('./src/games/', import.meta.url);
const NAMES = readdirSync(GAMES)
  .filter((name) => existsSync(new URL(`${name}/game.ts`, GAMES)))
  .join('|');

/** Differences between games belong in their folders, where the compiler reports what a new game lacks. */
const GAME_NAMES = [
  `BinaryExpression[operator=/^[!=]==?$/] > Literal[value=/^(${NAMES})$/]`,
  `SwitchCase > Literal.test[value=/^(${NAMES})$/]`,
].map((selector) => ({ selector, message: 'Only src/games/ may distinguish games: ask the game module.' }));

/** They are empty once an Arabic digit is typed, and turn with the wheel. */
const NUMBER_FIELDS = {
  selector: 'JSXAttribute[name.name="type"][value.value="number"]',
  message: 'Use NumberInput.',
};

/**
 * `files` may not import `imports`, statically or dynamically. `pure`, a sentence saying what to do instead, also
 * forbids time, randomness and browser globals, plus any `globals`.
 */
const layer = (files, imports, { ignores = [], pure, globals = [], games = false } = {}) => ({
  files,
  ignores,
  plugins: { '@typescript-eslint': tseslint.plugin },
  rules: {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns: imports }],
    'no-restricted-syntax': [
      'error',
      ...imports.map(({ regex, message }) => ({
        selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`,
        message,
      })),
      NUMBER_FIELDS,
      ...(games ? [] : GAME_NAMES),
      ...(pure ? IMPURE.syntax : []).map((selector) => ({ selector, message: pure })),
    ],
    ...(pure && {
      'no-restricted-globals': [
        'error',
        ...[...IMPURE.globals, ...globals].map((name) => ({ name, message: pure })),
      ],
      'no-restricted-properties': [
        'error',
        ...IMPURE.properties.map((property) => ({ ...property, message: pure })),
      ],
    }),
  },
});

const PADS = ['src/games/pads.ts', 'src/games/*/pad/**'];
const PURE_IMPORTS = [
  above(['backend', 'stores', ...SCREENS]),
  { regex: '^\\..*/pads?(/|\\.ts$)', message: 'Rules must not depend on keys.' },
  SUPABASE,
  REACT,
  ASTRO,
  STORES,
  NODE,
];
const PURE = { pure: 'Rules take it as an argument.', globals: [...OUTSIDE, ...TIMERS] };
const ENVIRONMENT = ['src/stores/environment/**'];
const STORE_IMPORTS = [above(SCREENS), SUPABASE, REACT, ASTRO];

export default [
  layer(['src/{build,config,i18n,seo,service-worker}/**'], [BACKEND, SUPABASE]),
  layer(['src/core/**'], PURE_IMPORTS, PURE),
  layer(['src/games/**'], PURE_IMPORTS, { ...PURE, ignores: PADS, games: true }),
  layer(PADS, [above(['islands', ...PAGES]), BACKEND, SUPABASE, ASTRO], { games: true }),
  layer(['src/backend/**'], [above(['stores', ...SCREENS]), REACT, ASTRO, STORES]),
  layer(['src/stores/**'], [...STORE_IMPORTS, BACKEND_BUT_TYPES], {
    ignores: ENVIRONMENT,
    pure: 'Stores take it from their environment.',
    globals: [...OUTSIDE, ...TIMERS],
  }),
  layer(ENVIRONMENT, STORE_IMPORTS),
  layer(['src/ui/**'], [above(['islands', ...PAGES]), BACKEND, SUPABASE, ASTRO]),
  layer(['src/islands/**'], [above(PAGES), BACKEND, SUPABASE, ASTRO]),
  layer(['src/{components,layouts}/**'], [above(['pages']), BACKEND, SUPABASE]),
  // Pages about a game are named after it.
  layer(['src/pages/**'], [BACKEND, SUPABASE], { games: true }),
  layer(['supabase/functions/**'], []),
];
