import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import layers from '../../../eslint.layers.mjs';
import steady from '../../../eslint.steady.mjs';
import tseslint from 'typescript-eslint';

/** The rules of eslint.layers.mjs and eslint.steady.mjs alone: nothing of them needs types, which take long to find. */
const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.{ts,tsx,astro}'], languageOptions: { parser: tseslint.parser } },
    ...layers,
    ...steady,
  ],
});

const problems = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
};

const SYNTAX = 'no-restricted-syntax';
const GLOBAL = 'no-restricted-globals';
const PROPERTY = 'no-restricted-properties';

test.each([
  ['src/rules/shot.ts', `export const now = () => new Date();`, SYNTAX],
  ['src/rules/shot.ts', `export const now = () => Date();`, SYNTAX],
  ['src/rules/shot.ts', `export const now = () => Date.now();`, PROPERTY],
  ['src/rules/shot.ts', `export const now = () => performance.now();`, GLOBAL],
  ['src/core/match/draw.ts', `export const chance = () => Math.random();`, PROPERTY],
  ['src/core/match/draw.ts', `export const id = () => crypto.randomUUID();`, GLOBAL],
  ['src/core/match/quick-update.ts', `setTimeout(() => {}, 1000);`, GLOBAL],
  ['src/core/site/language.ts', `export const language = () => navigator.language;`, GLOBAL],
  ['src/features/match/sync.ts', `export const draft = () => sessionStorage.getItem('draft');`, GLOBAL],
  ['src/features/match/sync.ts', `export const begun = () => Date.now();`, PROPERTY],
  ['src/features/match/sync.ts', `window.addEventListener('online', () => {});`, GLOBAL],
  ['src/features/match/sync.ts', `export const isSeen = () => document.visibilityState;`, GLOBAL],
  ['src/features/match/sync.ts', `export const isOnline = () => navigator.onLine;`, GLOBAL],
  ['src/features/match/sync.ts', `export const timer = globalThis.setTimeout(() => {});`, GLOBAL],
  ['src/features/match/sync.ts', `setInterval(() => {}, 1000);`, GLOBAL],
  ['src/core/tables/summary.ts', `export const is = (game: string) => game === 'snooker';`, SYNTAX],
  ['src/features/match/sync.ts', `export const is = (game: string) => 'plain' !== game;`, SYNTAX],
  ['src/features/pad/PadHead.tsx', `export const is = (game: string) => game === FIRST_GAME;`, SYNTAX],
  ['src/features/desk/Field.tsx', `export const field = <input type="number" />;`, SYNTAX],
  ['src/features/pad/Pad.tsx', `switch (game) { case 'eight-ball': draw(); }`, SYNTAX],
  ['supabase/functions/snapshot/head.ts', `export const is = (game: string) => game === 'plain';`, SYNTAX],
  ['src/games/snooker/rules.ts', `export const now = () => Date.now();`, PROPERTY],
  ['tests/e2e/pad.spec.ts', `expect(await field.boundingBox()).toBeNull();`, SYNTAX],
  ['tests/e2e/pad.spec.ts', `expect.soft((await name.textContent())?.length).toBe(1);`, SYNTAX],
  ['tests/contract/tables.test.ts', `await vi.waitFor(() => expect(heard).toHaveBeenCalled());`, SYNTAX],
])('%s may not have %s', async (file, code, rule) => {
  expect(await problems(file, code)).toEqual([rule]);
});

test.each([
  ['src/rules/shot.ts', `export const date = (millis: number) => new Date(millis);`],
  ['src/browser/browser.ts', `export const now = () => performance.now();`],
  ['src/browser/page.ts', `export const isOnline = () => navigator.onLine;`],
  ['src/features/pad/useMedia.ts', `export const matches = () => window.matchMedia('print').matches;`],
  ['src/games/pool/racks.ts', `export const plain = (how: string) => how === 'plain';`],
  ['src/games/pool/pad/given-rack.ts', `export const plain = (how: string) => how === 'plain';`],
  ['tests/e2e/pad.spec.ts', `await expect.poll(() => field.boundingBox()).toBeNull();`],
  ['tests/embedded/start.test.ts', `await vi.waitFor(() => expect(said()).toBe(''), PATIENCE);`],
])('%s may have %s', async (file, code) => {
  expect(await problems(file, code)).toEqual([]);
});

test('the project is linted by them', { timeout: 60_000 }, async () => {
  const config = (await new ESLint().calculateConfigForFile('src/core/failure.ts')) as { rules: object };
  expect(Object.keys(config.rules)).toEqual(expect.arrayContaining([SYNTAX, GLOBAL, PROPERTY]));
});
