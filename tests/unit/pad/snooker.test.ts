import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold } from '../../../src/core/match/fold.ts';
import type { Action } from '../../../src/rules/log.ts';
import { lastCounting } from '../../../src/core/match/undo.ts';
import { gameOf } from '../../../src/games/games.ts';
import type { Body } from '../../../src/rules/read.ts';
import { isRefusal } from '../../../src/rules/rules.ts';
import { snooker, snookerOffer, type SnookerState } from '../../../src/games/snooker/rules.ts';
import {
  chosen,
  foulAction,
  NO_CHOICES,
  possibleOf,
  type Next,
} from '../../../src/games/snooker/pad/foul.ts';
import { clothOf, type Cloth } from '../../../src/games/snooker/pad/cloth.ts';

const START = snooker.start({ p1: '', p2: '', bestOf: 3, reds: 6, first: 'A', handicap: { A: 0, B: 0 } });

type Done = Pick<Action, 'kind' | 'body'>;

const rules = () => {
  const found = gameOf('snooker');
  if (!found) throw new Error('No snooker');
  return found;
};

/** A match after actions, as the pad has it. */
const after = (...done: readonly Done[]): { state: SnookerState; cloth: Cloth } => {
  const folded = fold(
    rules(),
    START,
    done.map((action, index): Action => ({ ...action, id: String(index) })),
  );
  const state = folded.state as SnookerState;
  return { state, cloth: clothOf(state, lastCounting(folded)) };
};

const pot = (...balls: readonly string[]): Done => ({ kind: 'pot', body: { balls } });
const foul = (body: Body): Done => ({ kind: 'foul', body });
const looks = ({ places }: Cloth): string => places.map(({ look }) => look).join(' ');
const counts = ({ places }: Cloth): readonly number[] => places.map((place) => place.counts);

const SIX_REDS = Array.from({ length: 6 }, () => [pot('red'), pot('black')]).flat();
const BLACK_ALONE = [...SIX_REDS, ...['yellow', 'green', 'brown', 'blue', 'pink'].map((ball) => pot(ball))];
/** Both sides level before the black. */
const level = (points: number): Done => {
  const { A, B } = after(...BLACK_ALONE).state.frame.points;
  return {
    kind: 'set',
    body: { changes: { pointsA: { from: A, to: points - 7 }, pointsB: { from: B, to: points } } },
  };
};

describe('the cloth', () => {
  test('with a red on has wells for the colours, and the red on its wide key', () => {
    const { cloth } = after();
    expect(looks(cloth)).toBe('well well well well well well');
    expect(cloth.wide).toEqual({ kind: 'ball', ball: 'red', counts: 1, reds: 6, next: null });
    expect(cloth.sameStroke).toBeNull();
  });

  test('with a colour on lights all six, and leaves nothing under the thumb that potted the red', () => {
    const { cloth } = after(pot('red'));
    expect(looks(cloth)).toBe('ball ball ball ball ball ball');
    expect(counts(cloth)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(cloth.wide).toEqual({ kind: 'colour' });
  });

  test('takes one more red into the stroke, as long as it is the last thing that happened', () => {
    const { cloth } = after(pot('red'));
    expect(cloth.sameStroke).toEqual({ ball: 'red', of: '0', pot: { balls: ['red', 'red'] } });
    const replaced = after(pot('red'), {
      kind: 'replace',
      body: { t: '0', kind: 'pot', body: { balls: ['red', 'red'] } },
    });
    expect(replaced.state.frame.points.A).toBe(2);
    expect(replaced.cloth.sameStroke?.pot).toEqual({ balls: ['red', 'red', 'red'] });
    expect(after(pot('red'), pot('blue')).cloth.sameStroke).toBeNull();
    expect(after(pot('red'), { kind: 'endVisit', body: {} }).cloth.sameStroke).toBeNull();
    expect(after(...SIX_REDS.slice(0, -1)).cloth.sameStroke).toBeNull();
  });

  test('in the clearance shows the balls that are gone, on and to come', () => {
    const { cloth } = after(...SIX_REDS, pot('yellow'));
    expect(looks(cloth)).toBe('gone on waits waits waits waits');
    expect(cloth.wide).toEqual({ kind: 'ball', ball: 'green', counts: 3, reds: 0, next: 'brown' });
    expect(cloth.places.map(({ pot: body }) => body)).toEqual([
      null,
      { balls: ['green'] },
      null,
      null,
      null,
      null,
    ]);
  });

  test('with a free ball, every colour counts as the ball on', () => {
    const reds = after(foul({ points: 4, freeBall: true })).cloth;
    expect(reds.freeBall).toBe(true);
    expect(looks(reds)).toBe('ball ball ball ball ball ball');
    expect(counts(reds)).toEqual([1, 1, 1, 1, 1, 1]);
    const clearance = after(...SIX_REDS, pot('yellow'), foul({ points: 4, freeBall: true })).cloth;
    expect(looks(clearance)).toBe('gone on ball ball ball ball');
    expect(counts(clearance).slice(2)).toEqual([3, 3, 3, 3]);
  });

  test('takes the ball on into the stroke that potted the free ball', () => {
    const free = { kind: 'pot', body: { balls: ['pink'], freeBall: 'pink' } };
    const before = [...SIX_REDS, pot('yellow'), foul({ points: 4, freeBall: true })];
    const { cloth, state } = after(...before, free);
    expect(cloth.sameStroke?.ball).toBe('green');
    const both = after(...before, { kind: 'pot', body: cloth.sameStroke?.pot ?? {} });
    expect(both.state.frame.points).toEqual(state.frame.points);
    expect(both.state.frame.on).toBe('brown');
  });

  test('on a re-spotted black asks who plays first, and then has the black on', () => {
    const respotted = [...BLACK_ALONE, level(60), pot('black')];
    const lots = after(...respotted).cloth;
    expect(lots.wide).toEqual({ kind: 'lots' });
    expect(looks(lots)).toBe('gone gone gone gone gone waits');
    const { cloth } = after(...respotted, { kind: 'respotFirst', body: { side: 'B' } });
    expect(cloth).toMatchObject({ respotted: true, wide: { kind: 'ball', ball: 'black', next: null } });
  });

  test('tells who won the frame, and who won the match', () => {
    const concede = { kind: 'concede', body: { side: 'B' } };
    expect(after(concede).cloth.wide).toEqual({ kind: 'over', winner: 'A', match: false });
    expect(after(concede, { kind: 'nextFrame', body: {} }, concede).cloth.wide).toEqual({
      kind: 'over',
      winner: 'A',
      match: true,
    });
  });

  test('in any match offers each ball that may go down, and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 120 }), (picks) => {
        let state = START;
        for (const pick of picks) {
          const moves = snooker.moves(state).filter(({ kind }) => kind !== 'rerack');
          const move = moves[pick % moves.length];
          if (!move) break;
          const next = snooker.apply(state, move);
          if (isRefusal(next)) throw new Error(next.refused);
          state = next;
          const { places, wide } = clothOf(state, null);
          const keys = [
            ...places.flatMap(({ pot: body }) => (body ? [body] : [])),
            ...(wide.kind === 'ball' ? [{ balls: [wide.ball] }] : []),
          ];
          const { pots, freeBalls } = snookerOffer(state);
          const offered = new Set(keys.map(({ balls }) => String(balls)));
          expect([...offered].sort()).toEqual([...pots, ...freeBalls].sort());
          for (const body of keys) {
            const read = snooker.read('pot', body);
            expect(read && isRefusal(snooker.apply(state, read))).toBe(false);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the foul sheet', () => {
  const offer = snookerOffer(after(pot('red')).state);

  test('wakes the replay with a called miss, and puts it to sleep again', () => {
    expect(possibleOf(offer, NO_CHOICES).next.replay).toBe(false);
    const replay = chosen(chosen(NO_CHOICES, { miss: true }), { next: 'replay' });
    expect(possibleOf(offer, replay).next.replay).toBe(true);
    expect(chosen(replay, { miss: false }).next).toBe('playsOn');
  });

  test('gives no free ball if the offender plays again', () => {
    const again = chosen(chosen(NO_CHOICES, { freeBall: true }), { next: 'playsAgain' });
    expect(again.freeBall).toBe(false);
    expect(possibleOf(offer, again).freeBall).toBe(false);
  });

  test('has wells for values that cannot be, and only values when the foul ends the frame', () => {
    const pink = snookerOffer(
      after(...SIX_REDS, ...['yellow', 'green', 'brown', 'blue'].map((ball) => pot(ball))).state,
    );
    expect(possibleOf(pink, NO_CHOICES).values).toEqual([
      { points: 4, possible: false },
      { points: 5, possible: false },
      { points: 6, possible: true },
      { points: 7, possible: true },
    ]);
    expect(possibleOf(pink, NO_CHOICES).ends).toBe(false);
    expect(possibleOf(snookerOffer(after(...BLACK_ALONE).state), NO_CHOICES).ends).toBe(true);
  });

  test.each<[Next, boolean, string, number]>([
    ['playsOn', false, 'B', 5],
    ['playsAgain', false, 'A', 5],
    ['replay', true, 'A', 6],
  ])('%s: is one action, and the right player is at the table', (next, miss, at, reds) => {
    const { state } = after(foulAction({ ...NO_CHOICES, next, miss, redsGone: 1 }, 5));
    expect(state.frame).toMatchObject({ at, reds, points: { A: 0, B: 5 } });
  });
});
