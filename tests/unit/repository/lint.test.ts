import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import layers from '../../../eslint.layers.mjs';
import tseslint from 'typescript-eslint';

/** The rules of eslint.layers.mjs alone: nothing of them needs types, which take long to find. */
const eslint = new ESLint({
  overrideConfigFile: true,
  overrideConfig: [
    { files: ['**/*.{ts,tsx,astro}'], languageOptions: { parser: tseslint.parser } },
    ...layers,
  ],
});

const problems = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
};

const IMPORT = '@typescript-eslint/no-restricted-imports';
const SYNTAX = 'no-restricted-syntax';
const GLOBAL = 'no-restricted-globals';
const PROPERTY = 'no-restricted-properties';

test.each([
  ['src/core/match/replay.ts', `import '../../stores/overlay/desk.ts';`, IMPORT],
  ['src/core/score.ts', `import type { Client } from '../backend/client.ts';`, IMPORT],
  ['src/rules/shot.ts', `export * from '../../ui/board/Board.tsx';`, IMPORT],
  ['src/rules/shot.ts', `import { atom } from 'nanostores';`, IMPORT],
  ['src/rules/shot.ts', `import { readFileSync } from 'node:fs';`, IMPORT],
  ['src/rules/shot.ts', `export const now = () => new Date();`, SYNTAX],
  ['src/rules/shot.ts', `export const now = () => Date();`, SYNTAX],
  ['src/rules/shot.ts', `export const now = () => Date.now();`, PROPERTY],
  ['src/rules/shot.ts', `export const now = () => performance.now();`, GLOBAL],
  ['src/core/match/draw.ts', `export const chance = () => Math.random();`, PROPERTY],
  ['src/core/match/draw.ts', `export const id = () => crypto.randomUUID();`, GLOBAL],
  ['src/core/match/quick-update.ts', `setTimeout(() => {}, 1000);`, GLOBAL],
  ['src/core/site/language.ts', `export const language = () => navigator.language;`, GLOBAL],
  ['src/backend/matches.ts', `import { $desk } from '../stores/overlay/desk.ts';`, IMPORT],
  ['src/stores/match/match.ts', `import { ownerClient } from '../../backend/client.ts';`, IMPORT],
  ['src/stores/match/match.ts', `import { Pad } from '../../ui/pad/Pad.tsx';`, IMPORT],
  ['src/stores/match/match.ts', `import { useState } from 'react';`, IMPORT],
  ['src/stores/match/match.ts', `export const draft = () => sessionStorage.getItem('draft');`, GLOBAL],
  ['src/stores/match/match.ts', `export const begun = () => Date.now();`, PROPERTY],
  ['src/stores/match/match.ts', `window.addEventListener('online', () => {});`, GLOBAL],
  ['src/stores/match/match.ts', `export const isSeen = () => document.visibilityState;`, GLOBAL],
  ['src/stores/match/match.ts', `export const isOnline = () => navigator.onLine;`, GLOBAL],
  ['src/stores/match/match.ts', `export const timer = globalThis.setTimeout(() => {});`, GLOBAL],
  ['src/stores/match/match.ts', `setInterval(() => {}, 1000);`, GLOBAL],
  ['src/browser/venue.ts', `import { createClient } from '@supabase/supabase-js';`, IMPORT],
  ['src/features/pad/Pad.tsx', `import Dashboard from '../../islands/Dashboard.tsx';`, IMPORT],
  ['src/features/pad/Pad.tsx', `import { viewerBackend } from '../../backend/overlays.ts';`, IMPORT],
  ['src/islands/Match.tsx', `import type { Session } from '../backend/contract.ts';`, IMPORT],
  ['src/islands/Match.tsx', `export const load = () => import('../backend/overlays.ts');`, SYNTAX],
  ['src/components/Head.astro', `import { ownerClient } from '../backend/client.ts';`, IMPORT],
  ['src/pages/[...lang]/match/index.astro', `import { x } from '../../../backend/client.ts';`, IMPORT],
  ['src/core/tables/summary.ts', `export const is = (game: string) => game === 'snooker';`, SYNTAX],
  ['src/stores/match/match.ts', `export const is = (game: string) => 'plain' !== game;`, SYNTAX],
  ['src/features/desk/Field.tsx', `export const field = <input type="number" />;`, SYNTAX],
  ['src/features/pad/Pad.tsx', `switch (game) { case 'eight-ball': draw(); }`, SYNTAX],
  ['supabase/functions/snapshot/head.ts', `export const is = (game: string) => game === 'plain';`, SYNTAX],
  ['src/games/snooker/rules.ts', `import { SnookerCloth } from './pad/SnookerCloth.tsx';`, IMPORT],
  ['src/games/snooker/rules.ts', `export const now = () => Date.now();`, PROPERTY],
  ['src/seo/pages.ts', `import { createClient } from '@supabase/supabase-js';`, IMPORT],
])('%s may not have %s', async (file, code, rule) => {
  expect(await problems(file, code)).toEqual([rule]);
});

test.each([
  ['src/core/overlay/board.ts', `import { NAME_LIMIT } from '../../config/limits.ts';`],
  ['src/rules/shot.ts', `export const date = (millis: number) => new Date(millis);`],
  ['src/stores/match/match.ts', `import type { ScorerBackend } from '../../backend/contract.ts';`],
  ['src/browser/venue.ts', `import { ownerClient } from '../../backend/client.ts';`],
  ['src/browser/browser.ts', `export const now = () => performance.now();`],
  ['src/browser/page.ts', `export const isOnline = () => navigator.onLine;`],
  ['src/features/pad/Pad.tsx', `import { createMatch } from '../../stores/match/match.ts';`],
  ['src/islands/Match.tsx', `import { Pad } from '../ui/pad/Pad.tsx';`],
  ['src/games/snooker/pad/Cloth.tsx', `import { useState } from 'react';`],
  ['src/games/pool/racks.ts', `export const plain = (how: string) => how === 'plain';`],
  ['src/components/Slides.astro', `import Carousel from '../islands/Carousel.tsx';`],
])('%s may have %s', async (file, code) => {
  expect(await problems(file, code)).toEqual([]);
});

test('the project is linted by them', { timeout: 60_000 }, async () => {
  const config = (await new ESLint().calculateConfigForFile('src/core/failure.ts')) as { rules: object };
  expect(Object.keys(config.rules)).toEqual(expect.arrayContaining([IMPORT, SYNTAX, GLOBAL, PROPERTY]));
});
