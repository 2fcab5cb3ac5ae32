import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  eightBall,
  RACK_ENDINGS,
  type EightBallMove,
  type EightBallState,
} from '../../../src/games/eight-ball/rules.ts';
import { isRefusal, NOUGHT, SIDES, type Refusal } from '../../../src/rules/rules.ts';
import { COLOURS, VALUE } from '../../../src/games/snooker/balls.ts';
import { pointsLeft, type FrameMove } from '../../../src/games/snooker/frame.ts';
import {
  snooker,
  snookerOffer,
  type SnookerMove,
  type SnookerState,
} from '../../../src/games/snooker/rules.ts';

/** Numbers that choose one offered move after the other: every list is a match that could have been played. */
const choices = (most: number): fc.Arbitrary<number[]> => fc.array(fc.nat(), { maxLength: most });

const taken = <State extends object>(result: State | Refusal): State => {
  if (isRefusal(result)) throw new Error(`Refused: ${result.refused}`);
  return result;
};

const snookerStart = (reds: number): SnookerState =>
  snooker.start({ p1: 'A', p2: 'B', bestOf: 5, reds, first: 'A', handicap: { A: 0, B: 0 } });

/** Ends the play of a frame too seldom to be left to chance, and too often to be chosen like a pot. */
const isPlay = ({ kind }: SnookerMove): boolean => !['concede', 'award', 'rerack'].includes(kind);

const play = (
  state: SnookerState,
  picks: readonly number[],
): { states: SnookerState[]; moves: SnookerMove[] } => {
  const states = [state];
  const moves: SnookerMove[] = [];
  for (const pick of picks) {
    const last = states.at(-1) ?? state;
    const offered = snooker.moves(last).filter((move) => isPlay(move) || pick % 50 === 0);
    const move = offered[pick % offered.length];
    if (!move) break;
    moves.push(move);
    states.push(taken(snooker.apply(last, move)));
  }
  return { states, moves };
};

const games = fc.record({ reds: fc.constantFrom(15, 10, 6), picks: choices(250) });

/** Every stroke that could be claimed, legal or not. */
const anyStroke: fc.Arbitrary<FrameMove> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('pot' as const),
      balls: fc.array(fc.constantFrom('red' as const, ...COLOURS), { minLength: 0, maxLength: 3 }),
      freeBall: fc.constantFrom(...COLOURS),
    },
    { requiredKeys: ['kind', 'balls'] },
  ),
  fc.record(
    {
      kind: fc.constant('foul' as const),
      points: fc.integer({ min: 0, max: 9 }),
      redsGone: fc.integer({ min: -1, max: 16 }),
      freeBall: fc.boolean(),
    },
    { requiredKeys: ['kind', 'points'] },
  ),
  fc.record(
    { kind: fc.constant('playAgain' as const), replaced: fc.integer({ min: -1, max: 16 }) },
    { requiredKeys: ['kind'] },
  ),
  fc.constantFrom<FrameMove>({ kind: 'claim' }, { kind: 'endVisit' }, { kind: 'respotFirst', side: 'A' }),
);

/** Whether an offer has a stroke in it, told from the offer alone. */
const isOffered = (state: SnookerState, move: FrameMove): boolean => {
  const offer = snookerOffer(state);
  switch (move.kind) {
    case 'pot': {
      const { balls, freeBall } = move;
      const [first] = balls;
      if (first === undefined) return false;
      const reds = balls.filter((ball) => ball === 'red').length;
      if (freeBall === undefined) {
        return balls.length === 1 ? offer.pots.includes(first) : reds === balls.length && reds <= offer.reds;
      }
      if (!offer.freeBalls.includes(freeBall)) return false;
      const others = balls.filter((ball) => ball !== freeBall);
      if (balls.length - others.length > 1) return false;
      // Beside the nominated ball only the ball on: reds, or one colour of the clearance.
      return (
        others.every((ball) => offer.pots.includes(ball)) &&
        (reds > 0 ? reds <= offer.reds : others.length <= 1)
      );
    }
    case 'foul':
      return (
        offer.fouls.includes(move.points) &&
        (move.redsGone ?? 0) >= 0 &&
        (move.redsGone ?? 0) <= offer.redsGone &&
        (move.freeBall !== true || offer.canSnooker)
      );
    case 'playAgain':
      return offer.playAgain && (move.replaced ?? 0) >= 0 && (move.replaced ?? 0) <= offer.replaced;
    case 'claim':
      return offer.claim;
    case 'endVisit':
      return offer.endVisit;
    case 'respotFirst':
      return offer.respotFirst;
    default:
      return offer.close;
  }
};

describe('snooker, played at random', () => {
  test('every offered move is taken, and every other stroke is refused', () => {
    fc.assert(
      fc.property(games, fc.array(anyStroke, { minLength: 1, maxLength: 20 }), ({ reds, picks }, strokes) => {
        const last = play(snookerStart(reds), picks).states.at(-1) ?? snookerStart(reds);
        for (const move of snooker.moves(last)) expect(isRefusal(snooker.apply(last, move))).toBe(false);
        for (const stroke of strokes) {
          expect(isRefusal(snooker.apply(last, stroke)), JSON.stringify(stroke)).toBe(
            !isOffered(last, stroke),
          );
        }
      }),
    );
  });

  test('scores add up: a frame’s points are those of pots and fouls', () => {
    fc.assert(
      fc.property(games, ({ reds, picks }) => {
        const { states, moves } = play(snookerStart(reds), picks);
        for (const [index, move] of moves.entries()) {
          const [before, after] = [states[index], states[index + 1]];
          if (!before || !after || move.kind === 'nextFrame' || move.kind === 'rerack') continue;
          const gained = (['A', 'B'] as const).map(
            (side) => after.frame.points[side] - before.frame.points[side],
          );
          const [own = 0, other = 0] = before.frame.at === 'B' ? gained.reverse() : gained;
          if (move.kind === 'pot') {
            expect(other).toBe(0);
            expect(own).toBeGreaterThan(0);
            expect(own).toBe(after.frame.break - before.frame.break);
          } else if (move.kind === 'foul') {
            expect([own, other]).toEqual([0, move.points]);
          } else {
            expect([own, other]).toEqual([0, 0]);
          }
        }
      }),
    );
  });

  test('points left are never negative, never rise by a pot without a free ball, and cover the rest of the frame', () => {
    fc.assert(
      fc.property(games, ({ reds, picks }) => {
        const { states, moves } = play(snookerStart(reds), picks);
        for (const [index, move] of moves.entries()) {
          const [before, after] = [states[index]?.frame, states[index + 1]?.frame];
          if (!before || !after || before.at === null) continue;
          for (const side of SIDES) expect(pointsLeft(after, side)).toBeGreaterThanOrEqual(0);
          if (move.kind !== 'pot' || before.respotted || after.winner !== null || after.respotted) continue;
          const gained = after.points[before.at] - before.points[before.at];
          expect(pointsLeft(before, before.at)).toBeGreaterThanOrEqual(gained + pointsLeft(after, before.at));
        }
      }),
    );
  });

  test('folding in one go equals folding step by step, and a board fits into 2 kB', () => {
    fc.assert(
      fc.property(games, ({ reds, picks }) => {
        const { states, moves } = play(snookerStart(reds), picks);
        const again = moves.reduce((state, move) => taken(snooker.apply(state, move)), snookerStart(reds));
        expect(again).toEqual(states.at(-1));
        const names = { ...again, p1: '🎱'.repeat(60), p2: 'ب'.repeat(60) };
        expect(new TextEncoder().encode(JSON.stringify(snooker.board(names))).length).toBeLessThanOrEqual(
          2048,
        );
      }),
    );
  });

  test('a frame that goes its way to the end gives 147 at most without a free ball', () => {
    // The dearest ball each time, and reds one by one.
    const clear = (state: SnookerState): SnookerState => {
      const ball = snookerOffer(state).pots.at(-1);
      if (!ball) throw new Error('Nothing is on');
      const next = taken(snooker.apply(state, { kind: 'pot', balls: [ball] }));
      return next.frame.winner === null ? clear(next) : next;
    };
    expect(clear(snookerStart(15)).frame.points.A).toBe(15 * (VALUE.red + VALUE.black) + 27);
  });
});

describe('8-ball, played at random', () => {
  const format = fc.record({
    race: fc.constantFrom(1, 3, 7, null).chain((raceTo) =>
      fc.record(
        {
          raceTo: fc.constant(raceTo),
          handicap: fc.record({ A: fc.nat((raceTo ?? 9) - 1), B: fc.nat((raceTo ?? 9) - 1) }),
        },
        { requiredKeys: ['raceTo'] },
      ),
    ),
    breaks: fc.constantFrom('alternate' as const, 'winner' as const, 'loser' as const),
    first: fc.constantFrom(...SIDES),
  });

  const run = (
    state: EightBallState,
    picks: readonly number[],
  ): { state: EightBallState; moves: EightBallMove[] } => {
    const moves: EightBallMove[] = [];
    for (const pick of picks) {
      const offered = eightBall.moves(state);
      const move = offered[pick % offered.length];
      if (!move) break;
      moves.push(move);
      state = taken(eightBall.apply(state, move));
    }
    return { state, moves };
  };

  test('every offered move is accepted; no side wins more than the race, and no move is accepted after it', () => {
    fc.assert(
      fc.property(format, choices(80), ({ race, ...more }, picks) => {
        const rules = { ...race, ...more };
        const { A, B } = race.handicap ?? NOUGHT;
        const start = eightBall.start({ p1: 'A', p2: 'B', balls: 'redsAndYellows', extensions: 1, ...rules });
        const { state, moves } = run(start, picks);
        for (const move of eightBall.moves(state))
          expect(isRefusal(eightBall.apply(state, move))).toBe(false);
        const given = moves.filter(({ kind }) => kind === 'rack').length;
        expect(state.racks.A + state.racks.B).toBe(A + B + given);
        expect(eightBall.unitsCompleted(state)).toBe(given);
        if (rules.raceTo !== null)
          expect(Math.max(state.racks.A, state.racks.B)).toBeLessThanOrEqual(rules.raceTo);
        if (!state.over) return;
        for (const side of SIDES) {
          for (const how of RACK_ENDINGS) {
            expect(eightBall.apply(state, { kind: 'rack', side, how })).toEqual({ refused: 'matchOver' });
          }
        }
      }),
    );
  });

  test('a timed match says how long it is, which can be corrected; one of an earlier version doesn’t', () => {
    const earlier = {
      p1: 'A',
      p2: 'B',
      raceTo: null,
      breaks: 'alternate',
      first: 'A',
      balls: 'redsAndYellows',
      extensions: 0,
    };
    const began = (changes: object): EightBallState | null => {
      const read = eightBall.readFormat({ ...earlier, ...changes });
      return read && eightBall.start(read);
    };
    const timed = began({ minutes: 30 });
    if (!timed) throw new Error('It can be read.');
    expect(eightBall.board(timed).detail).toMatchObject({ minutes: 30 });
    const longer = eightBall.apply(timed, { kind: 'set', changes: { minutes: { from: 30, to: 45 } } });
    expect(eightBall.board(taken(longer)).detail).toMatchObject({ minutes: 45 });
    expect(began({ minutes: 0 })).toBeNull();
    expect(began({ minutes: '30' })).toBeNull();
    const first = began({});
    expect(first && eightBall.board(first).detail).not.toHaveProperty('minutes');
    expect(first && eightBall.shown(first, 'minutes')).toBeUndefined();
  });

  test('a correction reopens a match that is over', () => {
    const start = eightBall.start({
      p1: 'A',
      p2: 'B',
      raceTo: 1,
      breaks: 'alternate',
      first: 'A',
      balls: 'solidsAndStripes',
      extensions: 1,
    });
    const over = taken(eightBall.apply(start, { kind: 'rack', side: 'A' }));
    expect(over.over).toBe(true);
    const reopened = taken(eightBall.apply(over, { kind: 'set', changes: { s1: { from: 1, to: 0 } } }));
    expect(reopened).toMatchObject({ over: false, breaker: 'A', racks: { A: 0, B: 0 } });
    expect(eightBall.apply(reopened, { kind: 'set', changes: { s1: { from: 3, to: 0 } } })).toMatchObject({
      racks: { A: 0, B: 0 },
    });
    expect(eightBall.apply(reopened, { kind: 'set', changes: { s2: { from: 3, to: 1 } } })).toEqual({
      refused: 'changedElsewhere',
      values: { field: 's2' },
    });
  });
});
