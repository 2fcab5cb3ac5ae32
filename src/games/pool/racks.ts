import { BREAK_RULES, MINUTES_RANGE } from '../../rules/format.ts';
import { handicapRange } from '../../rules/handicap.ts';
import { choiceField, numberField, type Field } from '../../rules/corrections.ts';
import { matchNames, nameFields, readNames, type MatchNames } from '../../rules/players.ts';
import { isObject, isSide, isWhole, oneOf, type Body } from '../../rules/read.ts';
import {
  NOUGHT,
  otherSide,
  pairOf,
  refuse,
  SIDES,
  type Pair,
  type Refusal,
  type Side,
} from '../../rules/rules.ts';
import { racksPlayed, type RackDetail } from './board.ts';

/** The rules common to all pool games: a race in racks, the next breaker, fouls and extensions within a rack. */

/** The version of these rules. 2: head starts. */
export const RACKS_VERSION = 2;

export interface RackFormat extends MatchNames {
  /** Racks needed to win the match; null for a timed match, which the clock ends. */
  readonly raceTo: number | null;
  /** The length of a timed match, in minutes; missing in matches of earlier versions. */
  readonly minutes?: number;
  readonly breaks: (typeof BREAK_RULES)[number];
  readonly first: Side;
  /** The racks that the sides begin with, fewer than win the match; missing in matches of earlier versions. */
  readonly handicap?: Pair;
  /** Shot clock extensions per player and rack. */
  readonly extensions: number;
}

/** A completed rack; `How` are a game's ways to win or lose one. */
export interface Rack<How extends string = string> {
  readonly winner: Side;
  readonly how: How;
  readonly breaker: Side;
}

export interface RackState<How extends string = string> extends RackFormat {
  readonly racks: Pair;
  /** The completed racks, in order. Corrections by hand add none. */
  readonly played: readonly Rack<How>[];
  /** The breaker of the current rack; null once the match has ended. */
  readonly breaker: Side | null;
  /** Fouls in the current rack. */
  readonly fouls: Pair;
  /** Extensions used in the current rack. */
  readonly extended: Pair;
  readonly over: boolean;
}

/** The initial state of every pool match. */
export const firstRack = <Format extends RackFormat>(format: Format) =>
  ({
    ...format,
    racks: format.handicap ?? NOUGHT,
    played: [],
    breaker: format.first,
    fouls: NOUGHT,
    extended: NOUGHT,
    over: false,
  }) as const;

const shownHandicap = ({ handicap = NOUGHT }: RackFormat): Pick<RackDetail, 'handicap'> =>
  SIDES.some((side) => handicap[side] > 0) ? { handicap: [handicap.A, handicap.B] } : {};

/** The racks that each side has won, without its head start. */
export const racksWon = ({ racks, handicap = NOUGHT }: RackState): Pair =>
  pairOf((side) => racks[side] - handicap[side]);

export const rackCount = (state: RackState): number => racksPlayed(rackScores(state), shownHandicap(state));

/** The leader in racks; null if level. */
export const rackLeader = ({ racks }: Pick<RackState, 'racks'>): Side | null =>
  racks.A === racks.B ? null : racks.A > racks.B ? 'A' : 'B';

/** The next breaker: alternating, or depending on the last rack. */
const nextBreaker = (state: RackState): Side => {
  const { breaks, first, played } = state;
  const last = played.at(-1);
  if (breaks === 'alternate') return rackCount(state) % 2 === 0 ? first : otherSide(first);
  if (!last) return first;
  return breaks === 'winner' ? last.winner : otherSide(last.winner);
};

/** Sets the breaker and the end of the match from the racks. */
const settled = <State extends RackState>(state: State): State => {
  const { racks, raceTo } = state;
  const over = raceTo !== null && Math.max(racks.A, racks.B) >= raceTo;
  return { ...state, over, breaker: over ? null : nextBreaker(state) };
};

/** The state for the next rack; the last one is already counted. */
export const nextRack = <State extends RackState>(state: State): State =>
  settled({ ...state, fouls: NOUGHT, extended: NOUGHT });

const RACKS = { min: 0, max: 99 } as const;

const isMinutes = (value: unknown): value is number => isWhole(value, MINUTES_RANGE);

const isRaceTo = (value: unknown): value is number => isWhole(value, { min: 1, max: RACKS.max });

const isHandicap = (value: unknown, raceTo: number | null): value is Pair =>
  isObject(value) && SIDES.every((side) => isWhole(value[side], handicapRange(raceTo)));

const racksField = <State extends RackState>(side: Side): Field<State> =>
  numberField(
    RACKS,
    ({ racks }) => racks[side],
    // Fewer racks than a side began with mean that it began with fewer.
    (state, value) => ({
      ...state,
      racks: { ...state.racks, [side]: value },
      ...(state.handicap && {
        handicap: { ...state.handicap, [side]: Math.min(state.handicap[side], value) },
      }),
    }),
  );

/** The correctable fields. */
export const rackFields = <State extends RackState>(): Readonly<Record<string, Field<State>>> => ({
  ...nameFields<State>(),
  s1: racksField('A'),
  s2: racksField('B'),
  raceTo: {
    read: ({ raceTo }) => raceTo,
    write: (state, value) => (value === null || isRaceTo(value) ? { ...state, raceTo: value } : undefined),
  },
  minutes: {
    read: ({ raceTo, minutes }) => (raceTo === null ? minutes : undefined),
    write: (state, value) => (isMinutes(value) ? { ...state, minutes: value } : undefined),
  },
  first: choiceField(
    SIDES,
    ({ first }) => first,
    (state, first) => ({ ...state, first }),
  ),
  breaks: choiceField(
    BREAK_RULES,
    ({ breaks }) => breaks,
    (state, breaks) => ({ ...state, breaks }),
  ),
});

/** The state after a correction; a refusal if the score is impossible. */
export const correctedRacks = <State extends RackState>(state: State): State | Refusal => {
  const { racks, raceTo } = state;
  // Nobody can have more racks than win the match, and only one side can have that many.
  return raceTo !== null &&
    (Math.max(racks.A, racks.B) > raceTo || (racks.A === raceTo && racks.B === raceTo))
    ? refuse('beyondRace', { raceTo })
    : settled(state);
};

export const readRackFormat = (format: Body): RackFormat | null => {
  const names = readNames(format);
  const { raceTo, minutes, breaks, first, handicap, extensions } = format;
  return names &&
    (raceTo === null || isRaceTo(raceTo)) &&
    (minutes === undefined || isMinutes(minutes)) &&
    oneOf(BREAK_RULES, breaks) &&
    isSide(first) &&
    (handicap === undefined || isHandicap(handicap, raceTo)) &&
    isWhole(extensions, { min: 0, max: 9 })
    ? {
        ...names,
        raceTo,
        ...(minutes !== undefined && { minutes }),
        breaks,
        first,
        ...(handicap && { handicap }),
        extensions,
      }
    : null;
};

/** The scores for the board. */
export const rackScores = (state: RackState) => ({
  ...matchNames(state),
  s1: state.racks.A,
  s2: state.racks.B,
  raceTo: state.raceTo ?? 0,
});

/** The board's detail. */
export const rackDetail = (state: RackState): RackDetail => {
  const { racks, raceTo, minutes, breaker, fouls, over } = state;
  return {
    breaker,
    fouls: [fouls.A, fouls.B],
    hillHill: !over && raceTo !== null && racks.A === raceTo - 1 && racks.B === raceTo - 1,
    winner: over ? rackLeader(state) : null,
    over,
    ...(raceTo === null && minutes !== undefined && { minutes }),
    ...shownHandicap(state),
  };
};

/** Racks that a side won on the other's break. */
export const racksAgainstBreak = ({ played }: RackState, of: Side): number =>
  played.filter(({ winner, breaker }) => winner === of && breaker !== of).length;

/** A side's longest run of consecutive racks. */
export const longestRun = ({ played }: RackState, of: Side): number => {
  let [longest, run] = [0, 0];
  for (const { winner } of played) {
    run = winner === of ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};
