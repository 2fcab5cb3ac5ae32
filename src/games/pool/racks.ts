import { BREAK_RULES } from '../../core/match/draft.ts';
import { choiceField, numberField, type Field } from '../../core/rules/corrections.ts';
import { nameFields, readNames, type Named } from '../../core/rules/players.ts';
import { isSide, isWhole, oneOf, type Body } from '../../core/rules/read.ts';
import {
  NOUGHT,
  otherSide,
  refuse,
  SIDES,
  type Pair,
  type Refusal,
  type Side,
} from '../../core/rules/rules.ts';
import type { RackDetail } from './board.ts';

/** What pool games have in common: a race in racks, who breaks the next, fouls and extensions in a rack. */

export interface RackFormat extends Named {
  /** Racks that win the match; null for a timed match, which the clock ends. */
  readonly raceTo: number | null;
  readonly breaks: (typeof BREAK_RULES)[number];
  readonly first: Side;
  /** Extensions of the shot clock for each player in a rack. */
  readonly extensions: number;
}

/** A rack that was given; `How` is what a game's racks are won or lost by. */
export interface Rack<How extends string = string> {
  readonly winner: Side;
  readonly how: How;
  readonly breaker: Side;
}

export interface RackState<How extends string = string> extends RackFormat {
  readonly racks: Pair;
  /** The racks that were given, in order; a correction by hand adds none. */
  readonly played: readonly Rack<How>[];
  /** Who breaks, or has broken, the rack in play; null when the match is over. */
  readonly breaker: Side | null;
  /** Fouls of the rack in play. */
  readonly fouls: Pair;
  /** Extensions used in the rack in play. */
  readonly extended: Pair;
  readonly over: boolean;
}

/** What every match in racks begins with beside its format. */
export const NO_RACKS = { racks: NOUGHT, played: [], fouls: NOUGHT, extended: NOUGHT, over: false } as const;

export const rackCount = ({ racks }: Pick<RackState, 'racks'>): number => racks.A + racks.B;

/** Who is ahead; null when level. */
export const rackLeader = ({ racks }: Pick<RackState, 'racks'>): Side | null =>
  racks.A === racks.B ? null : racks.A > racks.B ? 'A' : 'B';

/** Who breaks after the racks that were played: in turns, or as the last rack went. */
const nextBreaker = (state: RackState): Side => {
  const { breaks, first, played } = state;
  const last = played.at(-1);
  if (breaks === 'alternate') return rackCount(state) % 2 === 0 ? first : otherSide(first);
  if (!last) return first;
  return breaks === 'winner' ? last.winner : otherSide(last.winner);
};

/** The state with the breaker and the end that its racks make. */
const settled = <State extends RackState>(state: State): State => {
  const { racks, raceTo } = state;
  const over = raceTo !== null && Math.max(racks.A, racks.B) >= raceTo;
  return { ...state, over, breaker: over ? null : nextBreaker(state) };
};

/** The state after a rack, which is already counted in it. */
export const nextRack = <State extends RackState>(state: State): State =>
  settled({ ...state, fouls: NOUGHT, extended: NOUGHT });

const RACKS = { min: 0, max: 99 } as const;

const isRaceTo = (value: unknown): value is number => isWhole(value, { min: 1, max: RACKS.max });

const racksField = <State extends RackState>(side: Side): Field<State> =>
  numberField(
    RACKS,
    ({ racks }) => racks[side],
    (state, value) => ({ ...state, racks: { ...state.racks, [side]: value } }),
  );

/** What can be corrected by hand. */
export const rackFields = <State extends RackState>(): Readonly<Record<string, Field<State>>> => ({
  ...nameFields<State>(),
  s1: racksField('A'),
  s2: racksField('B'),
  raceTo: {
    read: ({ raceTo }) => raceTo,
    write: (state, value) => (value === null || isRaceTo(value) ? { ...state, raceTo: value } : undefined),
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

/** A state after a correction, if there can be such a score. */
export const correctedRacks = <State extends RackState>(state: State): State | Refusal => {
  const { racks, raceTo } = state;
  // No side has more racks than win the match, and one alone has as many.
  return raceTo !== null &&
    (Math.max(racks.A, racks.B) > raceTo || (racks.A === raceTo && racks.B === raceTo))
    ? refuse('beyondRace', { raceTo })
    : settled(state);
};

export const readRackFormat = (format: Body): RackFormat | null => {
  const names = readNames(format);
  const { raceTo, breaks, first, extensions } = format;
  return names &&
    (raceTo === null || isRaceTo(raceTo)) &&
    oneOf(BREAK_RULES, breaks) &&
    isSide(first) &&
    isWhole(extensions, { min: 0, max: 9 })
    ? { ...names, raceTo, breaks, first, extensions }
    : null;
};

/** The numbers of a board. */
export const rackScores = ({ p1, p2, racks, raceTo }: RackState) => ({
  ...{ p1, p2, s1: racks.A, s2: racks.B },
  raceTo: raceTo ?? 0,
});

/** What viewers see beside them. */
export const rackDetail = (state: RackState): RackDetail => {
  const { racks, raceTo, breaker, fouls, over } = state;
  return {
    breaker,
    fouls: [fouls.A, fouls.B],
    hillHill: !over && raceTo !== null && racks.A === raceTo - 1 && racks.B === raceTo - 1,
    winner: over ? rackLeader(state) : null,
    over,
  };
};

/** Racks that a side won although the other broke. */
export const racksAgainstBreak = ({ played }: RackState, of: Side): number =>
  played.filter(({ winner, breaker }) => winner === of && breaker !== of).length;

/** The most racks that a side won one after the other. */
export const longestRun = ({ played }: RackState, of: Side): number => {
  let [longest, run] = [0, 0];
  for (const { winner } of played) {
    run = winner === of ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};
