import {
  added,
  isRefusal,
  NOUGHT,
  otherSide,
  refuse,
  type Pair,
  type Refusal,
  type Side,
} from '../../rules/rules.ts';
import { isWhole } from '../../rules/read.ts';
import { clearanceFrom, clearancePoints, COLOURS, VALUE, type Ball, type Colour } from './balls.ts';

/*
 * One frame by the WPBSA rules; numbers refer to their sections. Decisions of the referee are left to the scorer: a
 * frame ends with its last ball or on the scorer's command, never because it can no longer be won.
 */

/** The ball on: a red, any colour after a red, or the lowest colour in the clearance. */
export type On = 'red' | 'colour' | Colour;

/** A side's statistics for a frame or match. Foul points are not part of a break. */
export interface Tally {
  readonly highBreak: number;
  /** How many breaks of at least 20, 30, 50 and 100 points. */
  readonly breaks: Readonly<Record<20 | 30 | 50 | 100, number>>;
  readonly potted: number;
  readonly visits: number;
  readonly fouls: number;
  /** Points from the other side's fouls. */
  readonly foulPoints: number;
}

export const EMPTY_TALLY: Tally = {
  highBreak: 0,
  breaks: { 20: 0, 30: 0, 50: 0, 100: 0 },
  potted: 0,
  visits: 0,
  fouls: 0,
  foulPoints: 0,
};

/** The situation before a foul. */
interface Position {
  readonly reds: number;
  readonly on: On;
  readonly freeBall: boolean;
}

export interface Frame {
  /** Reds on the table. */
  readonly reds: number;
  readonly on: On;
  /** The player at the table; null before the draw for a re-spotted black, and after the frame. */
  readonly at: Side | null;
  readonly points: Pair;
  /** Points of the current visit, or of the last one if a pot ended the frame. */
  readonly break: number;
  /** The balls potted in it, in order. */
  readonly breakBalls: readonly Ball[];
  /** The player at the table was snookered by a foul and may nominate another ball (3.12). */
  readonly freeBall: boolean;
  /** The black was re-spotted at level scores (3.4(b)). */
  readonly respotted: boolean;
  /** The last stroke was this foul, which the opponent may respond to. */
  readonly foul: { readonly by: Side; readonly before: Position } | null;
  /** Consecutive misses called on the same player. */
  readonly misses: number;
  readonly winner: Side | null;
  readonly tally: Readonly<Record<Side, Tally>>;
  /** The state that a re-rack restores. */
  readonly opening: { readonly reds: number; readonly first: Side; readonly points: Pair };
}

export type FrameMove =
  /** The balls potted by one legal stroke. `freeBall` is the ball nominated in place of the ball on. */
  | { readonly kind: 'pot'; readonly balls: readonly Ball[]; readonly freeBall?: Colour }
  /** The visit ended without a foul: a miss or a safety. */
  | { readonly kind: 'endVisit' }
  | {
      readonly kind: 'foul';
      readonly points: number;
      /** Reds that left the table in the stroke, and stay off it. */
      readonly redsGone?: number;
      /** Whether the next player is snookered. */
      readonly freeBall?: boolean;
      readonly miss?: boolean;
      /** The opponent's answer, if given at once: the offender plays again. `replaced` is as in `playAgain`. */
      readonly again?: boolean;
      readonly replaced?: number;
    }
  /**
   * The opponent asks the offender to play again. `replaced` is set if the balls were put back, and counts the reds.
   */
  | { readonly kind: 'playAgain'; readonly replaced?: number }
  | { readonly kind: 'respotFirst'; readonly side: Side }
  | { readonly kind: 'claim' }
  | { readonly kind: 'concede'; readonly side: Side }
  /** The referee awards the frame to a side. */
  | { readonly kind: 'award'; readonly side: Side }
  | { readonly kind: 'rerack' };

/** The legal moves. The pad offers exactly these; everything else is refused. */
export interface FrameOffer {
  /** Balls that may be potted alone. */
  readonly pots: readonly Ball[];
  /** Most reds that one stroke may pot. */
  readonly reds: number;
  /** Colours that may be nominated. */
  readonly freeBalls: readonly Colour[];
  /** The possible values of a foul (3.10). */
  readonly fouls: readonly number[];
  /** Most reds that can have left the table in a foul. */
  readonly redsGone: number;
  /** Whether a foul could leave a free ball: not with only the black left. */
  readonly canSnooker: boolean;
  readonly endVisit: boolean;
  readonly playAgain: boolean;
  /** Most reds that can come back when the balls are replaced. */
  readonly replaced: number;
  readonly claim: boolean;
  readonly respotFirst: boolean;
  /** Whether conceding, awarding and re-racking are possible. */
  readonly close: boolean;
}

const NO_BREAK = { break: 0, breakBalls: [] } as const;

export const startFrame = (reds: number, first: Side, points: Pair = NOUGHT): Frame => ({
  reds,
  on: 'red',
  at: first,
  points,
  ...NO_BREAK,
  freeBall: false,
  respotted: false,
  foul: null,
  misses: 0,
  winner: null,
  tally: { A: EMPTY_TALLY, B: EMPTY_TALLY },
  opening: { reds, first, points },
});

/** Whether the black is the only ball left with the cue ball. */
const isBlackAlone = ({ on }: Frame): boolean => on === 'black';

export const leader = ({ points }: Frame): Side | null =>
  points.A === points.B ? null : points.A > points.B ? 'A' : 'B';

/** The certain winner: with only the black left, the side more than seven ahead. The frame still goes on (3.4(a)). */
export const decided = (frame: Frame): Side | null =>
  isBlackAlone(frame) && !frame.respotted && Math.abs(frame.points.A - frame.points.B) > VALUE.black
    ? leader(frame)
    : null;

const isPlaying = ({ at, winner }: Frame): boolean => at !== null && winner === null;

/** Colours that may be nominated with a free ball. */
const nominable = ({ on }: Frame): readonly Colour[] =>
  on === 'red' || on === 'colour' ? COLOURS : clearanceFrom(on).slice(1);

/** The minimum value of a foul; the maximum is seven (3.10). */
const lowestFoul = ({ on }: Frame): number => (on === 'red' || on === 'colour' ? 4 : Math.max(4, VALUE[on]));

export const frameOffer = (frame: Frame): FrameOffer => {
  const { reds, on, at, freeBall, foul, winner } = frame;
  const playing = isPlaying(frame);
  const pots: readonly Ball[] = on === 'colour' ? COLOURS : [on];
  return {
    pots: playing ? pots : [],
    reds: playing && on === 'red' ? reds : 0,
    freeBalls: playing && freeBall ? nominable(frame) : [],
    fouls: playing ? [4, 5, 6, 7].filter((points) => points >= lowestFoul(frame)) : [],
    redsGone: playing ? reds : 0,
    canSnooker: playing && !isBlackAlone(frame),
    endVisit: playing,
    playAgain: playing && foul !== null,
    replaced: playing && foul !== null ? foul.before.reds - reds : 0,
    claim: playing && decided(frame) === at,
    respotFirst: frame.respotted && at === null && winner === null,
    close: winner === null,
  };
};

const changedTally = (frame: Frame, side: Side, changes: Partial<Tally>): Frame['tally'] => ({
  ...frame.tally,
  [side]: { ...frame.tally[side], ...changes },
});

/** Adds the current visit to its player's statistics. */
const closeVisit = (frame: Frame): Frame => {
  const { at, break: points } = frame;
  if (at === null) return frame;
  const { breaks, visits } = frame.tally[at];
  const one = (least: number): number => (points >= least ? 1 : 0);
  const counted: Tally['breaks'] = {
    20: breaks[20] + one(20),
    30: breaks[30] + one(30),
    50: breaks[50] + one(50),
    100: breaks[100] + one(100),
  };
  return { ...frame, tally: changedTally(frame, at, { breaks: counted, visits: visits + 1 }) };
};

const over = (frame: Frame, winner: Side): Frame => ({
  ...closeVisit(frame),
  at: null,
  freeBall: false,
  foul: null,
  winner,
});

/** After the last black is potted or fouled: the frame ends, or the black is re-spotted and lots are drawn (3.4). */
const afterBlack = (frame: Frame): Frame => {
  const winner = leader(frame);
  return winner === null
    ? { ...closeVisit(frame), at: null, on: 'black', freeBall: false, foul: null, respotted: true }
    : over(frame, winner);
};

/** The ball on at the start of a visit. */
const onAtFirst = (reds: number, on: On): On =>
  reds > 0 ? 'red' : on === 'red' || on === 'colour' ? 'yellow' : on;

const pot = (frame: Frame, { balls, freeBall }: FrameMove & { kind: 'pot' }): Frame | Refusal => {
  const { at, on, reds } = frame;
  if (at === null || !isPlaying(frame) || balls.length === 0) return refuse('notOn');
  if (freeBall !== undefined && !(frame.freeBall && nominable(frame).includes(freeBall)))
    return refuse('noFreeBall');
  const downReds = balls.filter((ball) => ball === 'red').length;
  const others = balls.filter((ball) => ball !== 'red');
  const clearing = on !== 'red' && on !== 'colour';
  let points: number;
  let next: On;
  if (on === 'red') {
    // Each potted ball counts as a red (3.12(e)), but only one colour can be the nominated ball.
    if (downReds > reds || others.length > (freeBall === undefined ? 0 : 1)) return refuse('notOn');
    if (others.some((ball) => ball !== freeBall)) return refuse('notOn');
    points = balls.length;
    next = 'colour';
  } else if (!clearing) {
    const [colour, second] = others;
    if (downReds > 0 || colour === undefined || second !== undefined) return refuse('notOn');
    points = VALUE[colour];
    next = reds > 0 ? 'red' : 'yellow';
  } else {
    const isTwice = new Set(balls).size !== balls.length;
    if (isTwice || balls.some((ball) => ball !== on && ball !== freeBall)) return refuse('notOn');
    points = VALUE[on];
    next = balls.includes(on) ? (clearanceFrom(on)[1] ?? 'black') : on;
  }
  const { highBreak, potted } = frame.tally[at];
  const total = frame.break + points;
  const after: Frame = {
    ...frame,
    reds: reds - downReds,
    on: next,
    points: added(frame.points, at, points),
    break: total,
    breakBalls: [...frame.breakBalls, ...balls],
    freeBall: false,
    foul: null,
    misses: 0,
    tally: changedTally(frame, at, {
      highBreak: Math.max(highBreak, total),
      potted: potted + balls.length,
    }),
  };
  return on === 'black' ? afterBlack(after) : after;
};

const endVisit = (frame: Frame): Frame | Refusal => {
  const { at, reds, on } = frame;
  if (at === null) return refuse('frameOver');
  return {
    ...closeVisit(frame),
    at: otherSide(at),
    on: onAtFirst(reds, on),
    ...NO_BREAK,
    freeBall: false,
    foul: null,
    misses: 0,
  };
};

const foul = (
  frame: Frame,
  { points, redsGone = 0, freeBall = false, miss = false }: FrameMove & { kind: 'foul' },
): Frame | Refusal => {
  const { at, reds, on } = frame;
  if (at === null || !isPlaying(frame) || !isWhole(points, { min: lowestFoul(frame), max: VALUE.black })) {
    return refuse('foulValue', { points });
  }
  if (!isWhole(redsGone, { min: 0, max: reds })) return refuse('redsGone');
  if (freeBall && isBlackAlone(frame)) return refuse('noFreeBall');
  const opponent = otherSide(at);
  const { fouls } = frame.tally[at];
  const { foulPoints } = frame.tally[opponent];
  const counted = closeVisit({ ...frame, tally: changedTally(frame, at, { fouls: fouls + 1 }) });
  const after: Frame = {
    ...counted,
    points: added(frame.points, opponent, points),
    tally: changedTally(counted, opponent, { foulPoints: foulPoints + points }),
  };
  // The visit has already been counted, so nobody is at the table when the frame ends.
  if (isBlackAlone(frame)) return afterBlack({ ...after, at: null, ...NO_BREAK });
  const left = reds - redsGone;
  return {
    ...after,
    reds: left,
    on: onAtFirst(left, on),
    at: opponent,
    ...NO_BREAK,
    freeBall,
    foul: { by: at, before: { reds, on, freeBall: frame.freeBall } },
    misses: miss ? frame.misses + 1 : 0,
  };
};

const playAgain = (frame: Frame, { replaced }: FrameMove & { kind: 'playAgain' }): Frame | Refusal => {
  const { foul: last } = frame;
  if (last === null) return refuse('noFoul');
  const again: Frame = { ...frame, at: last.by, ...NO_BREAK, freeBall: false, foul: null };
  // The offender starts a new visit: a red is on if any is left, and there is no free ball (3.12(f)).
  if (replaced === undefined) return { ...again, misses: 0 };
  if (!Number.isInteger(replaced) || replaced < 0 || replaced > last.before.reds - frame.reds) {
    return refuse('redsGone');
  }
  // Restores the position before the stroke (3.14), which now counts as a miss.
  const { on, freeBall } = last.before;
  return { ...again, reds: frame.reds + replaced, on, freeBall, misses: Math.max(1, frame.misses) };
};

export const applyToFrame = (frame: Frame, move: FrameMove): Frame | Refusal => {
  if (frame.winner !== null) return refuse('frameOver');
  if (frame.at === null && ['pot', 'endVisit', 'foul', 'playAgain', 'claim'].includes(move.kind)) {
    return refuse('lotsFirst');
  }
  switch (move.kind) {
    case 'pot':
      return pot(frame, move);
    case 'endVisit':
      return endVisit(frame);
    case 'foul': {
      const { again = false, freeBall = false, replaced } = move;
      if (again && freeBall) return refuse('noFreeBall');
      const after = foul(frame, move);
      if (!again || isRefusal(after)) return after;
      return playAgain(after, { kind: 'playAgain', ...(replaced === undefined ? {} : { replaced }) });
    }
    case 'playAgain':
      return playAgain(frame, move);
    case 'respotFirst':
      return frameOffer(frame).respotFirst ? { ...frame, at: move.side, ...NO_BREAK } : refuse('noRespot');
    case 'claim':
      return frameOffer(frame).claim && frame.at !== null ? over(frame, frame.at) : refuse('noClaim');
    case 'concede':
      return over(frame, otherSide(move.side));
    case 'award':
      return over(frame, move.side);
    case 'rerack': {
      const { reds, first, points } = frame.opening;
      return startFrame(reds, first, points);
    }
    default:
      move satisfies never;
      return refuse('unknownMove');
  }
};

/** Points still available to a side; a colour or free ball that is on counts only for the player at the table. */
export const pointsLeft = (frame: Frame, side: Side): number => {
  const { reds, on, at, freeBall, respotted, winner } = frame;
  if (winner !== null) return 0;
  if (respotted) return VALUE.black;
  const clearing = on !== 'red' && on !== 'colour';
  const base = clearing ? clearancePoints(on) : 8 * reds + 27;
  if (side !== at) return base;
  if (on === 'colour') return base + VALUE.black;
  if (!freeBall) return base;
  return base + (clearing ? VALUE[on] : VALUE.red + VALUE.black);
};

export interface SnookersRequired {
  readonly side: Side;
  /** The fewest four-point fouls after which the trailing side can at least tie. */
  readonly toTie: number;
  readonly toWin: number;
  /** Like `toTie`, if fouls cost the value of the ball on. */
  readonly byBallOn: number;
}

/** The snookers that the trailing side needs; null while the balls are enough, or if no foul could help. */
export const snookersRequired = (frame: Frame): SnookersRequired | null => {
  const ahead = leader(frame);
  if (ahead === null || frame.winner !== null || isBlackAlone(frame)) return null;
  const side = otherSide(ahead);
  const missing = frame.points[ahead] - frame.points[side] - pointsLeft(frame, side);
  if (missing <= 0) return null;
  const clearing = frame.on !== 'red' && frame.on !== 'colour';
  const cost = clearing ? Math.max(4, VALUE[frame.on]) : 4;
  return {
    side,
    toTie: Math.ceil(missing / 4),
    toWin: Math.floor(missing / 4) + 1,
    byBallOn: Math.ceil(missing / cost),
  };
};

/** Adds up two tallies. */
export const addTallies = (one: Tally, two: Tally): Tally => ({
  highBreak: Math.max(one.highBreak, two.highBreak),
  breaks: {
    20: one.breaks[20] + two.breaks[20],
    30: one.breaks[30] + two.breaks[30],
    50: one.breaks[50] + two.breaks[50],
    100: one.breaks[100] + two.breaks[100],
  },
  potted: one.potted + two.potted,
  visits: one.visits + two.visits,
  fouls: one.fouls + two.fouls,
  foulPoints: one.foulPoints + two.foulPoints,
});
