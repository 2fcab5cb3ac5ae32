import { describe, expect, test } from 'vitest';
import { shownOf } from '../../../src/games/boards.ts';
import { isFrameBall } from '../../../src/games/snooker/board.ts';
import type { EightBallDetail } from '../../../src/games/eight-ball/board.ts';
import type { SnookerDetail } from '../../../src/games/snooker/board.ts';
import { POOL, SNOOKER } from '../../contract/details.ts';
import { BOARD } from '../../common/board.ts';
import { drawnIn } from '../../../src/core/overlay/drawn.ts';
import { isUntouched } from '../../../src/core/overlay/board.ts';
import { screenTitle } from '../../../src/core/branding/branding.ts';
import { template } from '../i18n/texts.ts';
import { TABLE_NAMES } from '../../common/table-names.ts';

const snooker = (changes: Partial<SnookerDetail> = {}) =>
  shownOf({ ...BOARD, s1: 2, s2: 1, raceTo: 5, detail: { ...SNOOKER, ...changes } });
const pool = (changes: Partial<EightBallDetail> = {}, raceTo = 9) =>
  shownOf({ ...BOARD, s1: 6, s2: 4, raceTo, detail: { ...POOL, ...changes } });

test('plain: the two numbers and the race to, whatever it is', () => {
  expect(shownOf({ ...BOARD, s1: 3, s2: -1.5 })).toEqual({
    unit: null,
    scores: [3, -1.5],
    frames: null,
    wins: [3, -1.5],
    at: null,
    winner: null,
    over: false,
    break: null,
    notices: { A: [], B: [] },
    bestOf: null,
    raceTo: 0,
    minutes: null,
    handicap: null,
    frame: null,
    rack: null,
    lead: null,
    left: null,
    high: null,
    remark: null,
  });
});

describe('snooker', () => {
  test('points large, frames between them, the break at its player’s side', () => {
    expect(snooker()).toMatchObject({
      scores: [58, 34],
      frames: [2, 1],
      bestOf: 9,
      raceTo: null,
      frame: 4,
      at: 'A',
      winner: null,
      notices: { A: [{ kind: 'break', count: 38, balls: SNOOKER.balls }], B: [] },
    });
    expect(snooker({ at: 'B', break: 0, balls: [] }).notices).toEqual({ A: [], B: [] });
  });

  test('lead and points left for the player at the table, else for the leader, and the highest break', () => {
    expect(snooker()).toMatchObject({ lead: { kind: 'lead', count: 24 }, left: 59, high: 38, rack: null });
    const left = [59, 67] as [number, number];
    expect(snooker({ at: 'B', left })).toMatchObject({ lead: { kind: 'behind', count: 24 }, left: 67 });
    expect(snooker({ at: null, points: [34, 58], left })).toMatchObject({
      lead: { kind: 'lead', count: 24 },
      left: 67,
    });
    expect(snooker({ points: [40, 40] }).lead).toEqual({ kind: 'level', count: 0 });
    expect(snooker({ frameWinner: 'A', high: [0, 0] })).toMatchObject({ left: null, high: null });
  });

  test('snookers required at the side behind, a free ball at the table', () => {
    const required = { side: 'B', toTie: 3, toWin: 3, byBallOn: 2 } as const;
    expect(snooker({ required }).notices.B).toEqual([{ kind: 'required', count: 3 }]);
    expect(snooker({ at: 'B', break: 0, freeBall: true }).notices.B).toEqual([{ kind: 'freeBall' }]);
  });

  test('a frame and a match that are won, and nothing beside', () => {
    const over = { at: null, frameWinner: 'B' as const };
    expect(snooker(over)).toMatchObject({ winner: 'B', notices: { A: [], B: [{ kind: 'frameWon' }] } });
    expect(snooker({ ...over, winner: 'B' })).toMatchObject({
      winner: 'B',
      notices: { A: [], B: [{ kind: 'matchWon' }] },
    });
  });

  test('a re-spotted black, until the frame is won', () => {
    expect(snooker({ respotted: true, at: null, on: 'black' }).remark).toBe('respotted');
    expect(snooker({ respotted: true, at: null, frameWinner: 'A' }).remark).toBeNull();
  });
});

test.each<[Partial<SnookerDetail>, boolean]>([
  // Four reds: 59. The red leaves 51, and 51 more are needed for what can't be caught up.
  [{ points: [50, 0], left: [59, 59] }, false],
  [{ points: [51, 0], left: [59, 59] }, true],
  [{ points: [0, 51], left: [59, 59], at: 'B' }, true],
  [{ points: [0, 51], left: [59, 59], at: 'A' }, false],
  [{ points: [60, 0], left: [59, 59] }, false],
  // A colour: with the yellow at least.
  [{ points: [57, 0], on: 'colour', left: [66, 59] }, false],
  [{ points: [58, 0], on: 'colour', left: [66, 59] }, true],
  // The clearance: blue, pink and black are 18.
  [{ points: [8, 0], on: 'blue', reds: 0, left: [18, 18] }, false],
  [{ points: [9, 0], on: 'blue', reds: 0, left: [18, 18] }, true],
  [{ points: [60, 65], on: 'black', reds: 0, left: [7, 7] }, true],
  [{ points: [60, 67], on: 'black', reds: 0, left: [7, 7] }, false],
  [{ points: [68, 60], on: 'black', reds: 0, left: [7, 7] }, false],
  [{ points: [51, 0], left: [59, 59], freeBall: true }, false],
  [{ points: [51, 0], left: [59, 59], at: null }, false],
  [{ points: [60, 60], on: 'black', left: [7, 7], respotted: true }, false],
])('%j is frame ball: %s', (changes, is) => {
  expect(isFrameBall({ ...SNOOKER, ...changes })).toBe(is);
});

describe('eight-ball', () => {
  test('racks, who breaks, the fouls that there are, hill-hill', () => {
    expect(pool({ fouls: [2, 1], hillHill: true })).toMatchObject({
      scores: [6, 4],
      frames: null,
      raceTo: 9,
      rack: 11,
      remark: 'hillHill',
      notices: {
        A: [{ kind: 'fouls', count: 2 }],
        B: [{ kind: 'breaks' }, { kind: 'fouls', count: 1 }],
      },
    });
  });

  test('a match that is won, and a timed one that is over without a winner', () => {
    const won = { breaker: null, winner: 'A', over: true } as const;
    expect(pool(won)).toMatchObject({
      winner: 'A',
      rack: null,
      remark: null,
      notices: { A: [{ kind: 'matchWon' }], B: [] },
    });
    expect(pool({ ...won, winner: null }, 0)).toMatchObject({
      winner: null,
      raceTo: null,
      remark: 'over',
      notices: { A: [], B: [] },
    });
  });
});

test('a board of our own designs leaves out a race to 0 and a clock that never ran; the specified one draws both', () => {
  const BAR = { layout: 'bar', design: 'baize' } as const;
  const drawn = (look: Parameters<typeof drawnIn>[0], board = BOARD) => {
    const { raceTo, hasClock } = drawnIn(look, shownOf(board), board, false);
    return [raceTo, hasClock];
  };
  expect(drawn(BAR)).toEqual([0, true]);
  for (const look of [
    { ...BAR, design: 'slate' },
    { ...BAR, layout: 'corner' },
    // A public page, a tile of a television.
    null,
  ] as const) {
    expect(drawn(look)).toEqual([null, false]);
    // A board that a television kept counts parts of seconds.
    expect(drawn(look, { ...BOARD, clock: { ...BOARD.clock, accumSeconds: 0.9 } })).toEqual([null, false]);
    expect(drawn(look, { ...BOARD, raceTo: 5, clock: { ...BOARD.clock, accumSeconds: 3 } })).toEqual([
      5,
      true,
    ]);
    expect(drawn(look, { ...BOARD, detail: { ...POOL, minutes: 30 } })).toEqual([null, true]);
  }
});

test('that the time is up is said until the match is over', () => {
  const remarkOf = (changes: Partial<typeof POOL>) => {
    const board = { ...BOARD, detail: { ...POOL, minutes: 30, ...changes } };
    return drawnIn({ layout: 'tv', design: 'baize' }, shownOf(board), board, true).remark;
  };
  expect(remarkOf({})).toBe('timeUp');
  expect(remarkOf({ over: true, winner: 'A' })).toBeNull();
  expect(remarkOf({ over: true })).toBe('over');
});

test('a table is free until a name, a score, a match or the clock shows play', () => {
  expect(isUntouched(BOARD)).toBe(true);
  for (const played of [
    { p1: 'Salma' },
    { s2: 1 },
    { detail: POOL },
    { clock: { ...BOARD.clock, running: true, startedAtMillis: 0 } },
  ])
    expect(isUntouched({ ...BOARD, ...played })).toBe(false);
});

test.each(TABLE_NAMES)(
  'screens call table %s so in their language, however it was typed',
  (number, names) => {
    for (const name of names)
      expect(screenTitle(name, template<'number'>('الطاولة {{number}}'))).toBe(
        number === null ? name : `الطاولة ${number}`,
      );
  },
);
