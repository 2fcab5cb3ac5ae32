import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fold } from '../../../src/core/match/fold.ts';
import type { Action } from '../../../src/rules/log.ts';
import { GAMES, gameOf } from '../../../src/games/games.ts';

/** A log as a device once made it, and the board that it came to then: kept for ever, and folded to the same for ever. */
interface Golden {
  readonly game: string;
  readonly rules: number;
  readonly start: unknown;
  readonly actions: readonly Action[];
  readonly board: unknown;
}

const FOLDER = new URL('golden/', import.meta.url);

test('there is one for every version of every game', () => {
  const files = Object.entries(GAMES).flatMap(([name, { version }]) =>
    Array.from({ length: version }, (_, index) => `${name}-${index + 1}.json`),
  );
  expect(readdirSync(FOLDER)).toEqual(expect.arrayContaining(files));
});

test.each(readdirSync(FOLDER))('%s folds into the same board as before', (file) => {
  const golden = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Golden;
  const rules = gameOf(golden.game);
  const format = rules?.readFormat(golden.start);
  if (!rules || !format) throw new Error(`${file} can't be read`);
  expect(rules.version).toBeGreaterThanOrEqual(golden.rules);
  expect(rules.board(fold(rules, rules.start(format), golden.actions).state)).toEqual(golden.board);
});
