import { RED_COUNTS } from '../../rules/format.ts';
import {
  choiceField,
  correct,
  numberField,
  shownIn,
  type Changes,
  type Field,
} from '../../rules/corrections.ts';
import { matchNames, nameFields, readNames, type MatchNames } from '../../rules/players.ts';
import {
  isObject,
  isSide,
  isWhole,
  oneOf,
  readChanges,
  readOptionalFlag,
  readOptionalNumber,
  type Body,
} from '../../rules/read.ts';
import {
  added,
  isRefusal,
  NOUGHT,
  otherSide,
  refuse,
  SIDES,
  type Pair,
  type Refusal,
  type Side,
} from '../../rules/rules.ts';
import type { Rules } from '../../rules/game.ts';
import type { SnookerDetail } from './board.ts';
import { BREAK_BALLS, COLOURS, ON, type Ball } from './balls.ts';
import {
  addTallies,
  applyToFrame,
  decided,
  EMPTY_TALLY,
  frameOffer,
  pointsLeft,
  snookersRequired,
  startFrame,
  type Frame,
  type FrameMove,
  type FrameOffer,
  type Tally,
} from './frame.ts';

export interface SnookerFormat extends MatchNames {
  /** Odd: winning more than half of these frames wins the match. */
  readonly bestOf: number;
  readonly reds: number;
  readonly first: Side;
  /** Points at the start of each frame: a handicap. */
  readonly handicap: Pair;
}

/** A finished frame. */
export interface PlayedFrame {
  readonly points: Pair;
  readonly winner: Side;
  readonly highBreak: Pair;
}

export interface SnookerState extends SnookerFormat {
  readonly frames: Pair;
  readonly played: readonly PlayedFrame[];
  readonly frame: Frame;
  /** Tallies of the earlier frames. */
  readonly earlier: Readonly<Record<Side, Tally>>;
}

export type SnookerMove =
  | FrameMove
  /** Starts the next frame; until then the finished one stays on the board. */
  | { readonly kind: 'nextFrame' }
  | { readonly kind: 'set'; readonly changes: Changes };

export interface SnookerOffer extends FrameOffer {
  readonly nextFrame: boolean;
}

const target = ({ bestOf }: SnookerFormat): number => (bestOf + 1) / 2;

export const snookerWinner = (state: SnookerState): Side | null =>
  SIDES.find((side) => state.frames[side] >= target(state)) ?? null;

/** A side's totals for the match so far. */
export const matchTally = ({ earlier, frame }: SnookerState, side: Side): Tally =>
  addTallies(earlier[side], frame.tally[side]);

const frameNumber = ({ played, frame }: SnookerState): number =>
  played.length + (frame.winner === null ? 1 : 0);

/** The match with an updated frame, counted if it has just ended. */
const withFrame = (state: SnookerState, frame: Frame): SnookerState => {
  if (frame.winner === null) return { ...state, frame };
  const { A, B } = frame.tally;
  return {
    ...state,
    frame,
    frames: added(state.frames, frame.winner, 1),
    played: [
      ...state.played,
      { points: frame.points, winner: frame.winner, highBreak: { A: A.highBreak, B: B.highBreak } },
    ],
  };
};

const nextFrame = (state: SnookerState): SnookerState | Refusal => {
  const { frame, reds, first, handicap, earlier, played } = state;
  if (frame.winner === null) return refuse('frameGoesOn');
  if (snookerWinner(state) !== null) return refuse('matchOver');
  // Alternating, whoever won (3.3).
  const breaker = played.length % 2 === 0 ? first : otherSide(first);
  return {
    ...state,
    frame: startFrame(reds, breaker, handicap),
    earlier: {
      A: addTallies(earlier.A, frame.tally.A),
      B: addTallies(earlier.B, frame.tally.B),
    },
  };
};

const POINTS = { min: 0, max: 999 } as const;
const FRAMES = { min: 0, max: 99 } as const;

const frameField = <Key extends keyof Frame>(key: Key, choices: readonly Frame[Key][]): Field<SnookerState> =>
  choiceField(
    choices,
    ({ frame }) => frame[key],
    (state, value) => ({ ...state, frame: { ...state.frame, [key]: value } }),
  );

const points = (side: Side): Field<SnookerState> =>
  numberField(
    POINTS,
    ({ frame }) => frame.points[side],
    (state, value) => ({
      ...state,
      frame: { ...state.frame, points: { ...state.frame.points, [side]: value } },
    }),
  );

const frames = (side: Side): Field<SnookerState> =>
  numberField(
    FRAMES,
    (state) => state.frames[side],
    (state, value) => ({ ...state, frames: { ...state.frames, [side]: value } }),
  );

const FIELDS: Readonly<Record<string, Field<SnookerState>>> = {
  ...nameFields<SnookerState>(),
  s1: frames('A'),
  s2: frames('B'),
  pointsA: points('A'),
  pointsB: points('B'),
  break: numberField(
    POINTS,
    ({ frame }) => frame.break,
    (state, value) => ({ ...state, frame: { ...state.frame, break: value } }),
  ),
  reds: numberField(
    { min: 0, max: 15 },
    ({ frame }) => frame.reds,
    (state, reds) => ({ ...state, frame: { ...state.frame, reds } }),
  ),
  on: frameField('on', ON),
  at: frameField('at', SIDES),
  freeBall: frameField('freeBall', [true, false]),
  bestOf: {
    read: ({ bestOf }) => bestOf,
    write: (state, value) => (isBestOf(value) ? { ...state, bestOf: value } : undefined),
  },
};

/** The ball on to match the number of reds: a red if any is left, otherwise a colour of the clearance. */
const consistent = (state: SnookerState): SnookerState => {
  const { frame } = state;
  const { reds, on } = frame;
  const clearing = on !== 'red' && on !== 'colour';
  if (reds === 0 && on === 'red') return { ...state, frame: { ...frame, on: 'yellow' } };
  if (reds > 0 && clearing) return { ...state, frame: { ...frame, on: 'red' } };
  return state;
};

const set = (state: SnookerState, changes: Changes): SnookerState | Refusal => {
  if (state.frame.winner !== null && ('at' in changes || 'on' in changes)) return refuse('frameOver');
  const corrected = correct(state, changes, FIELDS);
  if (isRefusal(corrected)) return corrected;
  const { frames: won } = corrected;
  const most = target(corrected);
  if (Math.max(won.A, won.B) > most || (won.A === most && won.B === most)) {
    return refuse('beyondRace', { raceTo: most });
  }
  return consistent(corrected);
};

export const snookerOffer = (state: SnookerState): SnookerOffer => ({
  ...frameOffer(state.frame),
  nextFrame: state.frame.winner !== null && snookerWinner(state) === null,
});

/**
 * The penalty for running out of time: five at least, as in the Shoot Out, or the current value of a foul if higher;
 * null when nobody is playing.
 */
export const timeFoulPoints = (state: SnookerState): number | null =>
  frameOffer(state.frame).fouls.find((points) => points >= 5) ?? null;

/** The offer as moves: each pot, foul and answer once, without its options. */
const offeredMoves = (state: SnookerState): readonly SnookerMove[] => {
  const offer = snookerOffer(state);
  return [
    ...offer.pots.map((ball): SnookerMove => ({ kind: 'pot', balls: [ball] })),
    ...Array.from({ length: Math.max(0, offer.reds - 1) }, (_, more): SnookerMove => ({
      kind: 'pot',
      balls: Array.from({ length: more + 2 }, () => 'red' as const),
    })),
    ...offer.freeBalls.map((freeBall): SnookerMove => ({ kind: 'pot', balls: [freeBall], freeBall })),
    ...offer.fouls.map((value): SnookerMove => ({ kind: 'foul', points: value })),
    ...(offer.endVisit ? [{ kind: 'endVisit' } as const] : []),
    ...(offer.playAgain
      ? [{ kind: 'playAgain' } as const, { kind: 'playAgain', replaced: offer.replaced } as const]
      : []),
    ...(offer.claim ? [{ kind: 'claim' } as const] : []),
    ...(offer.respotFirst ? SIDES.map((side) => ({ kind: 'respotFirst', side }) as const) : []),
    ...(offer.close
      ? SIDES.flatMap((side) => [{ kind: 'concede', side } as const, { kind: 'award', side } as const])
      : []),
    ...(offer.close ? [{ kind: 'rerack' } as const] : []),
    ...(offer.nextFrame ? [{ kind: 'nextFrame' } as const] : []),
  ];
};

const isBall = (value: unknown): value is Ball => value === 'red' || oneOf(COLOURS, value);

const readMove = (kind: string, body: Body): SnookerMove | null => {
  const { side, changes, balls, points: value } = body;
  switch (kind) {
    case 'pot': {
      const { freeBall } = body;
      if (!Array.isArray(balls) || balls.length > 16 || !balls.every(isBall)) return null;
      if (freeBall === undefined) return { kind, balls };
      return oneOf(COLOURS, freeBall) ? { kind, balls, freeBall } : null;
    }
    case 'foul': {
      const redsGone = readOptionalNumber(body['redsGone']);
      const freeBall = readOptionalFlag(body['freeBall']);
      const miss = readOptionalFlag(body['miss']);
      const again = readOptionalFlag(body['again']);
      const replaced = readOptionalNumber(body['replaced']);
      if (typeof value !== 'number' || redsGone === null || freeBall === null || miss === null) return null;
      if (again === null || replaced === null) return null;
      return {
        kind,
        points: value,
        ...(redsGone === undefined ? {} : { redsGone }),
        ...(freeBall === undefined ? {} : { freeBall }),
        ...(miss === undefined ? {} : { miss }),
        ...(again === undefined ? {} : { again }),
        ...(replaced === undefined ? {} : { replaced }),
      };
    }
    case 'playAgain': {
      const replaced = readOptionalNumber(body['replaced']);
      if (replaced === null) return null;
      return { kind, ...(replaced === undefined ? {} : { replaced }) };
    }
    case 'respotFirst':
    case 'concede':
    case 'award':
      return isSide(side) ? { kind, side } : null;
    case 'endVisit':
    case 'claim':
    case 'rerack':
    case 'nextFrame':
      return { kind };
    case 'set': {
      const read = readChanges(changes);
      return read && { kind, changes: read };
    }
    default:
      return null;
  }
};

const isPoints = (value: unknown): value is number => isWhole(value, POINTS);

const isBestOf = (value: unknown): value is number =>
  isWhole(value, { min: 1, max: FRAMES.max }) && value % 2 === 1;

const readFormat = (value: unknown): SnookerFormat | null => {
  const names = isObject(value) ? readNames(value) : null;
  if (!isObject(value) || !names) return null;
  const { bestOf, reds, first, handicap } = value;
  return isBestOf(bestOf) &&
    typeof reds === 'number' &&
    oneOf(RED_COUNTS, reds) &&
    isSide(first) &&
    isObject(handicap) &&
    isPoints(handicap['A']) &&
    isPoints(handicap['B'])
    ? { ...names, bestOf, reds, first, handicap: { A: handicap['A'], B: handicap['B'] } }
    : null;
};

export const snooker: Rules<SnookerFormat, SnookerState, SnookerMove, SnookerDetail> = {
  version: 1,
  start: (format) => ({
    ...format,
    frames: NOUGHT,
    played: [],
    frame: startFrame(format.reds, format.first, format.handicap),
    earlier: { A: EMPTY_TALLY, B: EMPTY_TALLY },
  }),
  apply: (state, move) => {
    if (move.kind === 'set') return set(state, move.changes);
    if (move.kind === 'nextFrame') return nextFrame(state);
    if (snookerWinner(state) !== null) return refuse('matchOver');
    const frame = applyToFrame(state.frame, move);
    return isRefusal(frame) ? frame : withFrame(state, frame);
  },
  moves: offeredMoves,
  turn: ({ frame }) => frame.at,
  unitsCompleted: ({ frames: won }) => won.A + won.B,
  // A foul ends a visit, so it counts as one.
  strokes: ({ frame: { tally } }) =>
    SIDES.reduce((sum, side) => sum + tally[side].potted + tally[side].visits, 0),
  // A visit ends when its player may play no other stroke. A foul ends it, even if the offender plays again.
  beginsVisit: ({ kind }, before, after) =>
    kind === 'set' ? before.frame.at !== after.frame.at : kind !== 'pot',
  shown: shownIn(FIELDS),
  read: readMove,
  readFormat,
  board: (state) => {
    const { frames: won, frame } = state;
    const { points: scored, at, on, reds, freeBall, respotted, winner } = frame;
    return {
      ...matchNames(state),
      s1: won.A,
      s2: won.B,
      raceTo: target(state),
      detail: {
        game: 'snooker',
        frame: frameNumber(state),
        points: [scored.A, scored.B],
        break: frame.break,
        balls: frame.breakBalls.slice(-BREAK_BALLS),
        at,
        on,
        reds,
        freeBall,
        respotted,
        left: [pointsLeft(frame, 'A'), pointsLeft(frame, 'B')],
        required: snookersRequired(frame),
        decided: decided(frame),
        high: [matchTally(state, 'A').highBreak, matchTally(state, 'B').highBreak],
        frameWinner: winner,
        winner: snookerWinner(state),
      },
    };
  },
};
