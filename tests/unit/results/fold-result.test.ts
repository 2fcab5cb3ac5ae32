import { expect, test } from 'vitest';
import { foldResult, type FoldedResult } from '../../../src/core/results/fold-result.ts';
import type { Body } from '../../../src/rules/read.ts';
import type { GameName } from '../../../src/games/boards.ts';
import { FORMATS, POOL } from '../match/matches.ts';

const MINUTE = 60_000;

type Done = readonly [kind: string, body?: Body, atMillis?: number];

/** The result of actions a minute apart, the first an hour after the match began, unless they say when. */
const resultOf = (
  game: GameName,
  actions: readonly Done[],
  start: unknown = FORMATS[game],
): FoldedResult | null => {
  const entries = actions.map(([kind, body = {}, atMillis], at) => ({
    id: String(at + 1),
    seq: at + 1,
    kind,
    body,
    atMillis: atMillis ?? (60 + at) * MINUTE,
  }));
  return foldResult(game, { start, startedAtMillis: 0, entries });
};

const rack = (side: 'A' | 'B', how = 'plain'): Done => ['rack', { side, how }];
const pot = (...balls: string[]): Done => ['pot', { balls }];
const set = (field: string, from: unknown, to: unknown): Done => [
  'set',
  { changes: { [field]: { from, to } } },
];

test('a pool match: who won each rack and how, and when it was decided', () => {
  const folded = resultOf('eight-ball', [
    rack('A', 'breakAndRun'),
    rack('B'),
    rack('A'),
    rack('A', 'runOut'),
  ]);
  expect(folded).toMatchObject({
    names: ['Salma', 'Mehdi'],
    scores: [3, 1],
    raceTo: 3,
    winner: 'A',
    startedAtMillis: 45 * MINUTE,
    lastAtMillis: 63 * MINUTE,
    endedAtMillis: 63 * MINUTE,
  });
  expect(folded?.detail.units.map(({ winner, how }) => [winner, how])).toEqual([
    ['A', 'breakAndRun'],
    ['B', 'plain'],
    ['A', 'plain'],
    ['A', 'runOut'],
  ]);
  expect(folded?.detail.rows).toContainEqual({ name: 'racks', values: [3, 1] });
});

test('a snooker match: points and the highest break of each frame', () => {
  const folded = resultOf('snooker', [
    pot('red'),
    pot('black'),
    ['endVisit'],
    pot('red'),
    ['concede', { side: 'B' }],
    ['nextFrame'],
    pot('red'),
  ]);
  expect(folded).toMatchObject({ scores: [1, 0], winner: null, endedAtMillis: null });
  expect(folded?.detail).toMatchObject({
    bestOf: 3,
    units: [
      {
        winner: 'A',
        points: [8, 1],
        how: 'concede',
        high: { side: 'A', points: 8 },
        endedAtMillis: 64 * MINUTE,
      },
    ],
  });
  expect(resultOf('snooker', [['award', { side: 'B' }]])?.detail.units).toMatchObject([
    { winner: 'B', how: 'award' },
  ]);
});

test('a match’s event at its end is kept, as after a correction, and none is kept of a match without one', () => {
  const start = { ...FORMATS['eight-ball'], event: 'Open d’Agadir · Quarter-final' };
  const eventOf = (actions: readonly Done[], format?: unknown) =>
    resultOf('eight-ball', actions, format)?.detail.event;
  expect(eventOf([rack('A')], start)).toBe('Open d’Agadir · Quarter-final');
  expect(eventOf([rack('A'), set('event', 'Open d’Agadir · Quarter-final', 'كأس أكادير')], start)).toBe(
    'كأس أكادير',
  );
  expect(eventOf([rack('A')])).toBe('');
});

test('undone actions don’t count, and a reopened match isn’t over', () => {
  const racks = [rack('A'), rack('A'), rack('A')];
  expect(resultOf('eight-ball', [...racks, ['undo', { t: '3' }]])).toMatchObject({
    scores: [2, 0],
    winner: null,
    endedAtMillis: null,
    lastAtMillis: 61 * MINUTE,
  });
  expect(resultOf('eight-ball', [...racks, ['undo', { t: '3' }], ['redo', { t: '3' }]])?.winner).toBe('A');
  expect(resultOf('eight-ball', [rack('A'), ['undo', { t: '1' }]])).toBeNull();
});

test('names alone, clocks and moves that the rules refuse make no match', () => {
  expect(resultOf('plain', [set('p1', 'Salma', 'Amal'), ['clock.start']])).toBeNull();
  expect(resultOf('snooker', [['nextFrame'], ['unheardOf']])).toBeNull();
  expect(resultOf('snooker', [pot('red')], { bestOf: 'many' })).toBeNull();
});

test('plain scores are never over, whatever they say', () => {
  expect(resultOf('plain', [set('s1', 3, 9.5), set('s2', 0, -1)])).toMatchObject({
    scores: [9.5, -1],
    raceTo: 7,
    winner: null,
    endedAtMillis: null,
    detail: { units: [], rows: [] },
    countsUnits: false,
    canEnd: false,
  });
});

test('a drawn match by time is over and has no winner', () => {
  const timed = { ...POOL, raceTo: null, minutes: 30 };
  expect(resultOf('eight-ball', [rack('A'), rack('B'), ['time']], timed)).toMatchObject({
    scores: [1, 1],
    winner: null,
    endedAtMillis: 62 * MINUTE,
    detail: { minutes: 30 },
    countsUnits: true,
    canEnd: true,
  });
});

test('racks set by hand count, but weren’t played', () => {
  const folded = resultOf('eight-ball', [rack('A'), set('s2', 0, 2), rack('B')]);
  expect(folded).toMatchObject({ scores: [1, 3], winner: 'B' });
  expect(folded?.detail.units.map(({ winner }) => winner)).toEqual(['A', 'B']);
});

test('times never go back, and a match that starts at once starts with its table', () => {
  const folded = resultOf(
    'eight-ball',
    [10, 5, 8].map((minute): Done => ['rack', { side: 'A', how: 'plain' }, minute * MINUTE]),
  );
  expect(folded).toMatchObject({ startedAtMillis: 0, lastAtMillis: 10 * MINUTE, endedAtMillis: 10 * MINUTE });
});

test('a race to 50 keeps its racks, and a longer one only its score', () => {
  const scored = (raceTo: number) =>
    resultOf(
      'eight-ball',
      Array.from({ length: 2 * raceTo - 1 }, (_, number) => rack(number % 2 ? 'B' : 'A')),
      { ...POOL, raceTo },
    );
  expect(scored(50)?.detail.units).toHaveLength(99);
  expect(scored(99)).toMatchObject({ scores: [99, 98], detail: { units: [] } });
});

test('parts of an action that the rules don’t read aren’t in the result', () => {
  const folded = resultOf('snooker', [
    pot('red'),
    ['endVisit'],
    ['concede', { side: 'B', how: 'x'.repeat(900) }],
  ]);
  expect(folded?.detail.units.map(({ how }) => how)).toEqual(['concede']);
});
