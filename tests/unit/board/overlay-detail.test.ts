import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDetail } from '../../../src/games/boards.ts';
import { BALL_SETS, BREAK_RULES, RED_COUNTS } from '../../../src/rules/format.ts';
import { eightBall } from '../../../src/games/eight-ball/rules.ts';
import { isRefusal, SIDES } from '../../../src/rules/rules.ts';
import type { Rules } from '../../../src/rules/game.ts';
import { BREAK_BALLS } from '../../../src/games/snooker/balls.ts';
import { snooker } from '../../../src/games/snooker/rules.ts';
import { POOL, SNOOKER } from '../../contract/details.ts';

/** Every state on a way of offered moves, as a viewer gets it. */
const boards = <Format, State extends object, Move>(
  rules: Rules<Format, State, Move, object>,
  start: State,
  picks: readonly number[],
): unknown[] => {
  const shown: unknown[] = [];
  let state = start;
  for (const pick of picks) {
    shown.push(JSON.parse(JSON.stringify(rules.board(state).detail)));
    const offered = rules.moves(state);
    const move = offered[pick % offered.length];
    if (move === undefined) break;
    const next = rules.apply(state, move);
    if (isRefusal(next)) throw new Error(`Refused: ${next.refused}`);
    state = next;
  }
  return shown;
};

const picks = fc.array(fc.nat(), { maxLength: 150 });

test('every detail that the rules produce is parsed unchanged', () => {
  fc.assert(
    fc.property(
      fc.record({ reds: fc.constantFrom(...RED_COUNTS), first: fc.constantFrom(...SIDES), picks }),
      ({ reds, first, picks: chosen }) => {
        const start = snooker.start({ p1: '', p2: '', bestOf: 5, reds, first, handicap: { A: 0, B: 7 } });
        for (const detail of boards(snooker, start, chosen)) expect(parseDetail(detail)).toEqual(detail);
      },
    ),
  );
  fc.assert(
    fc.property(
      fc.record({
        p1: fc.constant(''),
        p2: fc.constant(''),
        raceTo: fc.constantFrom(1, 4, null),
        minutes: fc.constantFrom(1, 600),
        breaks: fc.constantFrom(...BREAK_RULES),
        balls: fc.constantFrom(...BALL_SETS),
        first: fc.constantFrom(...SIDES),
        extensions: fc.nat(2),
      }),
      picks,
      (format, chosen) => {
        for (const detail of boards(eightBall, eightBall.start(format), chosen)) {
          expect(parseDetail(detail)).toEqual(detail);
        }
      },
    ),
  );
});

test('a break that corrections made endless is shown by its last balls', () => {
  const start = snooker.start({
    p1: '',
    p2: '',
    bestOf: 1,
    reds: 6,
    first: 'A',
    handicap: { A: 0, B: 0 },
  });
  const again = (state: typeof start): typeof start => {
    const moves = [
      { kind: 'pot', balls: ['red'] },
      { kind: 'pot', balls: ['black'] },
      { kind: 'set', changes: { reds: { from: 5, to: 6 } } },
    ] as const;
    return moves.reduce((before, move) => {
      const next = snooker.apply(before, move);
      if (isRefusal(next)) throw new Error(`Refused: ${next.refused}`);
      return next;
    }, state);
  };
  const long = Array.from({ length: BREAK_BALLS }).reduce<typeof start>((state) => again(state), start);
  const { detail } = snooker.board(long);
  expect(long.frame.breakBalls).toHaveLength(2 * BREAK_BALLS);
  expect(detail).toMatchObject({ break: 8 * BREAK_BALLS });
  expect(detail.balls).toHaveLength(BREAK_BALLS);
  expect(parseDetail(detail)).toEqual(detail);
});

describe('what a game doesn’t show is no detail', () => {
  test.each([
    null,
    undefined,
    'eight-ball',
    [],
    {},
    { game: 'darts' },
    { ...POOL, game: 'snooker' },
    { ...POOL, balls: 'none' },
    { ...POOL, breaker: 'C' },
    { ...POOL, fouls: [1] },
    { ...POOL, fouls: [1, 2, 3] },
    { ...POOL, fouls: [0, -1] },
    { ...POOL, fouls: { 0: 1, 1: 2, length: 2 } },
    { ...POOL, hillHill: 1 },
    { ...POOL, winner: undefined },
    { ...POOL, over: 'yes' },
    { ...SNOOKER, game: 'eight-ball' },
    { ...SNOOKER, frame: 0 },
    { ...SNOOKER, points: [58, '34'] },
    { ...SNOOKER, points: [58, 3.4] },
    { ...SNOOKER, points: [58, 1e9] },
    { ...SNOOKER, points: [58, Number.NaN] },
    { ...SNOOKER, break: -1 },
    { ...SNOOKER, balls: ['red', 'white'] },
    { ...SNOOKER, balls: 'red' },
    { ...SNOOKER, balls: Array.from({ length: BREAK_BALLS + 1 }, () => 'red') },
    { ...SNOOKER, at: 'a' },
    { ...SNOOKER, on: 'white' },
    { ...SNOOKER, reds: 16 },
    { ...SNOOKER, freeBall: null },
    { ...SNOOKER, respotted: 0 },
    { ...SNOOKER, left: null },
    { ...SNOOKER, required: undefined },
    { ...SNOOKER, required: { side: 'B', toTie: 1 } },
    { ...SNOOKER, decided: 3 },
    { ...SNOOKER, high: [] },
    { ...SNOOKER, frameWinner: 'both' },
    { ...SNOOKER, winner: {} },
  ])('%j', (value) => {
    expect(parseDetail(value)).toBeNull();
  });

  test('whatever else it is, and nothing that it adds is taken over', () => {
    const behind = { ...SNOOKER, required: { side: 'B', toTie: 1, toWin: 2, byBallOn: 1 } };
    expect(parseDetail(behind)).toEqual(behind);
    fc.assert(
      fc.property(
        fc.constantFrom<object>(POOL, SNOOKER, behind),
        fc.string(),
        fc.anything(),
        (detail, key, junk) => {
          const parsed = parseDetail({ ...detail, [key]: junk });
          if (parsed !== null) expect(Object.keys(parsed).sort()).toEqual(Object.keys(detail).sort());
        },
      ),
    );
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        expect(parseDetail(junk)).toBeNull();
      }),
    );
  });
});
