import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foldClocks, type Clocks } from '../../../src/core/match/clocks.ts';

/** The device shows in advance what the server will make of clocks: the cases are the database's own. */

type Step = readonly [kind: string, atSeconds: number, n?: number];

const casesIn = (file: string): { what: string; actions: Step[]; result: string }[] => {
  const sql = readFileSync(
    new URL(`../../../supabase/tests/clocks/${file}.test.sql`, import.meta.url),
    'utf8',
  );
  return [...sql.matchAll(/^ {2}\('(\[.*?\])'(?:::jsonb)?, '(.*?)',\s+'(.*?)'\)/gm)].map(
    ([, actions = '', result = '', what = '']) => ({
      what,
      result,
      actions: JSON.parse(actions) as Step[],
    }),
  );
};

const NOTHING: Clocks = {
  clock: { running: false, startedAtMillis: null, accumSeconds: 0 },
  clockAtMillis: Number.NEGATIVE_INFINITY,
  shot: null,
  shotAtMillis: Number.NEGATIVE_INFINITY,
};

/** Whatever was tapped arrives at 13:00, in seconds after noon. */
const ARRIVES_SECONDS = 3600;

const folded = (name: string, actions: readonly Step[]): Clocks =>
  actions.reduce(
    (clocks, [kind, atSeconds, n]) =>
      foldClocks(
        clocks,
        { kind: `${name}.${kind}`, body: { n, warn: 10 } },
        Math.min(atSeconds, ARRIVES_SECONDS) * 1000,
      ),
    NOTHING,
  );

const words = (...parts: (string | number | null)[]): string =>
  parts.filter((part) => part !== null).join(' ');

describe('a clock is folded as the server folds it', () => {
  const cases = casesIn('a_clock_is_folded_as_tapped');
  expect(cases.length).toBeGreaterThan(15);
  test.each(cases)('$what', ({ actions, result }) => {
    const { clock, clockAtMillis } = folded('clock', actions);
    const { running, startedAtMillis, accumSeconds } = clock;
    const since = startedAtMillis === null ? null : startedAtMillis / 1000;
    const moved = Number.isFinite(clockAtMillis) ? clockAtMillis / 1000 : null;
    expect(words(running ? 'runs' : 'stands', since, 'on', accumSeconds, 'moved', moved)).toBe(result);
  });
});

describe('a shot clock is folded as the server folds it', () => {
  const cases = casesIn('a_shot_clock_is_folded_as_tapped');
  expect(cases.length).toBeGreaterThan(14);
  test.each(cases)('$what', ({ actions, result }) => {
    const { shot } = folded('shot', actions);
    const ends = shot?.endsAtMillis == null ? null : `ends ${String(shot.endsAtMillis / 1000)}`;
    const left = shot?.leftSeconds == null ? null : `left ${String(shot.leftSeconds)}`;
    expect(words(shot ? shot.seconds : 'none', ends, left)).toBe(result);
  });
});
