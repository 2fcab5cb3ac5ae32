import { describe, expect, test } from 'vitest';
import type { Board } from '../../../src/core/overlay/board.ts';
import {
  breakOf,
  isPlayed,
  needsLook,
  rowsOf,
  signOf,
  targetOf,
  type TableSummary,
  type Unsent,
} from '../../../src/core/tables/summary.ts';
import { isOver } from '../../../src/core/tables/links.ts';
import { whenText } from '../../../src/core/time/text.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { reordered, sorted } from '../../../src/core/tables/order.ts';
import { nextLookMillis } from '../../../src/core/tables/polling.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { BOARD } from '../../common/board.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-21T21:00:00Z');

const SNOOKER: Board['detail'] = {
  game: 'snooker',
  frame: 4,
  points: [58, 34],
  break: 38,
  balls: ['red', 'black'],
  at: 'A',
  on: 'red',
  reds: 5,
  freeBall: false,
  respotted: false,
  left: [67, 67],
  required: null,
  decided: null,
  high: [58, 20],
  frameWinner: null,
  winner: null,
};

const POOL: Board['detail'] = {
  game: 'eight-ball',
  balls: 'solidsAndStripes',
  breaker: 'B',
  fouls: [0, 0],
  hillHill: false,
  winner: null,
  over: false,
};

const PLAYED = { id: '1', game: 'eight-ball', over: false, startedAtMillis: 0, scoredAtMillis: NOW - MINUTE };
const SEAT = { entry: '1', name: 'Amine', name2: null, sinceMillis: NOW };

const table = (game: string, changes: Partial<TableSummary> = {}): TableSummary => ({
  board: { ...BOARD, p1: 'Salma', p2: 'Mehdi', s1: 2, s2: 1, raceTo: 5 },
  facts: { ...NOBODY_THERE, match: { ...PLAYED, game } },
  match: { game, seq: 3 },
  scorerSeenAtMillis: NOW - MINUTE,
  ...changes,
});

/** A table whose match was last scored so many minutes ago. */
const scored = (game: string, minutes: number, changes: Partial<TableSummary> = {}): TableSummary =>
  table(game, {
    facts: { ...NOBODY_THERE, match: { ...PLAYED, game, scoredAtMillis: NOW - minutes * MINUTE } },
    ...changes,
  });
const unseen = (game: string, minutes: number): TableSummary =>
  scored(game, minutes, { scorerSeenAtMillis: null });

const unsent = (changes: Partial<Unsent> = {}): Unsent => ({
  pending: 2,
  held: false,
  late: false,
  board: { s1: 2, s2: 1, raceTo: 5, detail: null },
  ...changes,
});

describe('the sign of a table', () => {
  test.each<[string, TableSummary, Unsent | null, boolean, ReturnType<typeof signOf>]>([
    ['on air', table('eight-ball'), null, true, { kind: 'onAir' }],
    ['a tap just made is no sign', table('eight-ball'), unsent(), true, { kind: 'onAir' }],
    ['late', table('eight-ball'), unsent({ late: true }), true, { kind: 'pending', count: 2 }],
    ['pending without a connection', table('eight-ball'), unsent(), false, { kind: 'pending', count: 2 }],
    [
      'held, also without a connection',
      table('eight-ball'),
      unsent({ held: true }),
      false,
      { kind: 'held', count: 2 },
    ],
    ['nothing is held', table('eight-ball'), unsent({ held: true, pending: 0 }), true, { kind: 'onAir' }],
    ['without a connection', table('eight-ball'), null, false, { kind: 'offline' }],
    [
      'finished',
      table('eight-ball', { facts: { ...NOBODY_THERE, match: { ...PLAYED, over: true } } }),
      null,
      true,
      { kind: 'finished' },
    ],
    ['free', table('plain', { board: BOARD, facts: NOBODY_THERE }), null, true, { kind: 'free' }],
    [
      'a party plays there, without a score',
      table('plain', { facts: { ...NOBODY_THERE, party: SEAT } }),
      null,
      true,
      { kind: 'occupied' },
    ],
    [
      'a party plays there after another’s match',
      table('eight-ball', { facts: { ...NOBODY_THERE, match: { ...PLAYED, over: true }, party: SEAT } }),
      null,
      true,
      { kind: 'occupied' },
    ],
    [
      'a party is called there',
      table('plain', { facts: { ...NOBODY_THERE, called: SEAT } }),
      null,
      true,
      { kind: 'called' },
    ],
    [
      'out of use, whatever else',
      table('eight-ball', { facts: { ...NOBODY_THERE, outOfUse: true, match: PLAYED, party: SEAT } }),
      null,
      true,
      { kind: 'outOfUse' },
    ],
    [
      'silent',
      scored('snooker', 4, { scorerSeenAtMillis: NOW - 5 * MINUTE }),
      null,
      true,
      { kind: 'silent', minutes: 4 },
    ],
    [
      'nothing happens at the table, while its scorer is there',
      scored('snooker', 40),
      null,
      true,
      { kind: 'onAir' },
    ],
    ['left', unseen('snooker', 120), null, true, { kind: 'onAir' }],
    ['Quick Update', unseen('plain', 60), null, true, { kind: 'onAir' }],
    ['of an earlier version', unseen('snooker', 9), null, true, { kind: 'silent', minutes: 9 }],
    [
      'nothing scored so far',
      { ...unseen('snooker', 9), match: { game: 'snooker', seq: 0 } },
      null,
      true,
      { kind: 'onAir' },
    ],
  ])('%s', (_title, summary, own, reached, sign) => {
    expect(signOf(summary, own, NOW, reached)).toEqual(sign);
  });

  test('a match is played until it is over, with or without a connection', () => {
    const over = table('eight-ball', { facts: { ...NOBODY_THERE, match: { ...PLAYED, over: true } } });
    expect(isPlayed(table('eight-ball'), null)).toBe(true);
    expect(isPlayed(over, null)).toBe(false);
    expect(signOf(over, null, NOW, false)).toEqual({ kind: 'offline' });
    expect(isPlayed(over, unsent())).toBe(true);
  });

  test('a table needs a look if its scorer is silent or actions are held', () => {
    expect(needsLook({ kind: 'silent', minutes: 4 })).toBe(true);
    expect(needsLook({ kind: 'held', count: 1 })).toBe(true);
    expect(needsLook({ kind: 'onAir' })).toBe(false);
  });
});

describe('what a card shows', () => {
  test('scores, and who breaks, in pool', () => {
    const board = { ...table('eight-ball').board, detail: POOL };
    expect(rowsOf(board, null)).toEqual([
      { side: 'A', name: 'Salma', frames: null, score: 2, hollow: false, atTable: false, breaks: false },
      { side: 'B', name: 'Mehdi', frames: null, score: 1, hollow: false, atTable: false, breaks: true },
    ]);
    expect(targetOf(board)).toEqual({ kind: 'raceTo', count: 5 });
    expect(breakOf(board)).toBeNull();
  });

  test('frames beside points, and the player at the table, in snooker', () => {
    const board = { ...table('snooker').board, detail: SNOOKER };
    expect(rowsOf(board, null)).toMatchObject([
      { frames: 2, score: 58, atTable: true },
      { frames: 1, score: 34, atTable: false },
    ]);
    expect(targetOf(board)).toEqual({ kind: 'bestOf', count: 9 });
    expect(breakOf(board)).toBe(38);
    expect(targetOf(BOARD)).toBeNull();
  });

  test('only scores that exist just on this device are hollow', () => {
    const board = { ...table('snooker').board, detail: SNOOKER };
    const ahead = unsent({
      held: true,
      board: { s1: 2, s2: 1, raceTo: 5, detail: { ...SNOOKER, points: [65, 34] } },
    });
    expect(rowsOf(board, ahead)).toMatchObject([
      { score: 65, hollow: true },
      { score: 34, hollow: false },
    ]);
    expect(rowsOf(board, { ...ahead, held: false })).toMatchObject([{ score: 58, hollow: false }, {}]);
  });
});

test('a table is moved among those in use, and archived ones come last', () => {
  const tables = [
    { id: 'a', archived: false },
    { id: 'x', archived: true },
    { id: 'b', archived: false },
    { id: 'c', archived: false },
  ];
  expect(reordered(tables, 'a', 1)).toEqual(['b', 'a', 'c', 'x']);
  expect(reordered(tables, 'c', -1)).toEqual(['a', 'c', 'b', 'x']);
  for (const [id, by] of [
    ['a', -1],
    ['c', 1],
    ['x', 1],
    ['nobody', 1],
  ] as const)
    expect(reordered(tables, id, by)).toBeNull();
  expect(sorted(tables).archived).toEqual([{ id: 'x', archived: true }]);
});

test('a server that fails is asked less and less, but at least every minute', () => {
  expect([0, 1, 2, 3, 9].map((failures) => nextLookMillis(failures))).toEqual([
    5000, 5000, 10_000, 20_000, 60_000,
  ]);
});

test('times are said as persons do, in Western digits', () => {
  const before = (minutes: number, locale: Locale = 'en') => whenText(NOW - minutes * MINUTE, NOW, locale);
  expect([before(0), before(5), before(125)]).toEqual(['now', '5 minutes ago', '2 hours ago']);
  expect(before(5, 'ar')).toMatch(/5/);
  const far = Date.UTC(2026, 10, 22, 16, 56);
  expect((['en', 'fr', 'ar'] as const).map((locale) => whenText(far, 0, locale))).toEqual([
    '22 Nov 2026, 16:56',
    '22 nov. 2026, 16:56',
    '22 نونبر 2026، 16:56',
  ]);
  expect([null, NOW, NOW + 1].map((endsAtMillis) => isOver({ endsAtMillis }, NOW))).toEqual([
    false,
    true,
    false,
  ]);
});
