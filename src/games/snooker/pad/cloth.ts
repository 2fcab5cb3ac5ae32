import type { Line } from '../../../core/match/fold.ts';
import type { Action } from '../../../rules/log.ts';
import type { Body } from '../../../rules/read.ts';
import type { Side } from '../../../rules/rules.ts';
import { clearanceFrom, COLOURS, VALUE, type Ball, type Colour } from '../balls.ts';
import { snookerOffer, snookerWinner, type SnookerState } from '../rules.ts';

/**
 * How a colour's key looks. A `ball` can be tapped, a `well` can't. In the clearance, the ball `on` is ringed and can
 * be tapped like the wide key, later ones wait, and earlier ones are gone.
 */
export type BallKeyLook = 'ball' | 'well' | 'on' | 'waits' | 'gone';

export interface BallKey {
  readonly ball: Colour;
  readonly look: BallKeyLook;
  /** Its value now. */
  readonly counts: number;
  /** The body of the pot when tapped; null if it can't be tapped. */
  readonly pot: Body | null;
}

/** The content of the wide key. */
export type Wide =
  | {
      readonly kind: 'ball';
      readonly ball: Ball;
      readonly counts: number;
      readonly reds: number;
      readonly next: Colour | null;
    }
  /** Any colour is on, so the wide key does nothing. */
  | { readonly kind: 'colour' }
  /** A draw of lots decides who plays the re-spotted black. */
  | { readonly kind: 'lots' }
  | { readonly kind: 'over'; readonly winner: Side; readonly match: boolean };

/** Adds a ball to the last stroke by replacing its action with the complete stroke. */
export interface SameStroke {
  readonly ball: Ball;
  readonly of: string;
  readonly pot: Body;
}

export interface Cloth {
  readonly places: readonly BallKey[];
  readonly wide: Wide;
  readonly freeBall: boolean;
  readonly respotted: boolean;
  readonly sameStroke: SameStroke | null;
}

const isClearing = (on: SnookerState['frame']['on']): on is Colour => on !== 'red' && on !== 'colour';

const ballKeyOf = (state: SnookerState, ball: Colour): BallKey => {
  const { on, respotted } = state.frame;
  const { pots, freeBalls } = snookerOffer(state);
  if (freeBalls.includes(ball)) {
    const counts = isClearing(on) ? VALUE[on] : VALUE.red;
    return { ball, look: 'ball', counts, pot: { balls: [ball], freeBall: ball } };
  }
  const plain = { ball, counts: VALUE[ball], pot: null };
  if (on === 'colour' && pots.includes(ball)) return { ...plain, look: 'ball', pot: { balls: [ball] } };
  if (state.frame.winner !== null) return { ...plain, look: 'gone' };
  if (!isClearing(on)) return { ...plain, look: 'well' };
  if (ball === on) {
    return pots.includes(ball)
      ? { ...plain, look: 'on', pot: { balls: [ball] } }
      : { ...plain, look: respotted ? 'waits' : 'on' };
  }
  return { ...plain, look: clearanceFrom(on).includes(ball) ? 'waits' : 'gone' };
};

const wideOf = (state: SnookerState): Wide => {
  const { on, reds, winner } = state.frame;
  const match = snookerWinner(state);
  if (winner !== null) return { kind: 'over', winner: match ?? winner, match: match !== null };
  if (match !== null) return { kind: 'over', winner: match, match: true };
  if (snookerOffer(state).respotFirst) return { kind: 'lots' };
  if (on === 'colour') return { kind: 'colour' };
  return {
    kind: 'ball',
    ball: on,
    counts: VALUE[on],
    reds,
    next: isClearing(on) ? (clearanceFrom(on)[1] ?? null) : null,
  };
};

type Balls = readonly Ball[];
/** The last counting action, as made and as applied. */
type LastLine = Pick<Line<Action>, 'action' | 'effective'>;

const sameStrokeOf = (state: SnookerState, last: LastLine | null): SameStroke | null => {
  if (last?.effective.kind !== 'pot' || state.frame.at === null) return null;
  const { on, reds, breakBalls } = state.frame;
  const { body } = last.effective;
  const balls = body['balls'] as Balls;
  // Only if that stroke was the last one of this break.
  if (balls.some((ball, index) => breakBalls[breakBalls.length - balls.length + index] !== ball)) return null;
  const wasRedOn = balls.includes('red') || body['freeBall'] !== undefined;
  const ball = isClearing(on) ? on : 'red';
  const more =
    (on === 'colour' && wasRedOn && reds > 0) ||
    (isClearing(on) && body['freeBall'] !== undefined && !balls.includes(on) && balls.length === 1);
  return more ? { ball, of: last.action.id, pot: { ...body, balls: [...balls, ball] } } : null;
};

/**
 * The cloth of a snooker match on the pad. Every ball has a fixed place, and only legal pots can be tapped. `last` is
 * the last counting action.
 */
export const clothOf = (state: SnookerState, last: LastLine | null): Cloth => ({
  places: COLOURS.map((ball) => ballKeyOf(state, ball)),
  wide: wideOf(state),
  freeBall: snookerOffer(state).freeBalls.length > 0,
  respotted: state.frame.respotted,
  sameStroke: sameStrokeOf(state, last),
});
