import { existsSync, readdirSync } from 'node:fs';

/** What each layer's code may use besides what it imports, which scripts/layers.ts checks; docs/architecture.md explains why. */

/** Anything non-deterministic, or with access to the outside. */
const IMPURE = {
  globals: [
    ...['alert', 'crypto', 'fetch', 'localStorage', 'location', 'performance', 'sessionStorage', 'document'],
    ...['globalThis', 'navigator', 'process', 'self', 'window', 'queueMicrotask', 'requestAnimationFrame'],
    ...['requestIdleCallback', 'setImmediate', 'setInterval', 'setTimeout'],
  ],
  properties: [
    { object: 'Date', property: 'now' },
    { object: 'Math', property: 'random' },
    { object: 'Temporal', property: 'Now' },
  ],
  syntax: ['NewExpression[callee.name="Date"][arguments.length=0]', 'CallExpression[callee.name="Date"]'],
};
const GAMES = new URL('./src/games/', import.meta.url);
const NAMES = readdirSync(GAMES)
  .filter((name) => existsSync(new URL(`${name}/game.ts`, GAMES)))
  .join('|');

/** Differences between games belong in their folders, where the compiler reports what a new game lacks. */
const GAME_NAMES = [
  `BinaryExpression[operator=/^[!=]==?$/] > Literal[value=/^(${NAMES})$/]`,
  `SwitchCase > Literal.test[value=/^(${NAMES})$/]`,
  `BinaryExpression[operator=/^[!=]==?$/] > Identifier[name="FIRST_GAME"]`,
].map((selector) => ({ selector, message: 'Only src/games/ may distinguish games: ask the game module.' }));

/** They are empty once an Arabic digit is typed, and turn with the wheel. */
const NUMBER_FIELDS = {
  selector: 'JSXAttribute[name.name="type"][value.value="number"]',
  message: 'Use NumberInput.',
};

/**
 * Whether `files` may distinguish `games`. `pure`, a sentence saying what to do instead, forbids time, randomness and what
 * browsers have.
 */
const layer = (files, { ignores = [], pure, games = false } = {}) => ({
  files,
  ignores,
  rules: {
    'no-restricted-syntax': [
      'error',
      NUMBER_FIELDS,
      ...(games ? [] : GAME_NAMES),
      ...(pure ? IMPURE.syntax : []).map((selector) => ({ selector, message: pure })),
    ],
    ...(pure && {
      'no-restricted-globals': ['error', ...IMPURE.globals.map((name) => ({ name, message: pure }))],
      'no-restricted-properties': [
        'error',
        ...IMPURE.properties.map((property) => ({ ...property, message: pure })),
      ],
    }),
  },
});

const PADS = ['src/games/pads.ts', 'src/games/*/pad/**'];
/** What views use of the page. */
const VIEWS = [
  'src/features/**/use*.ts',
  'src/features/board/{digits,fit-text,layouts}.ts',
  'src/features/pad-parts/feel.ts',
];

export default [
  layer(['src/**', 'supabase/functions/**'], {}),
  layer(['src/{core,rules}/**'], { pure: 'Rules take it as an argument.' }),
  layer(['src/games/**'], { pure: 'Rules take it as an argument.', ignores: PADS, games: true }),
  // Pages about a game are named after it.
  layer([...PADS, 'src/pages/**'], { games: true }),
  layer(['src/features/**/*.ts'], { pure: 'Stores take it from their environment.', ignores: VIEWS }),
];
