import { BALL_SETS } from './ball-sets.ts';
import { correct, choiceField, numberField, shownIn, type Changes, type Field } from './corrections.ts';
import { nameFields, readNames, type Named } from './players.ts';
import { isBody, isSide, isWhole, oneOf, readChanges, type Body } from './read.ts';
import {
  added,
  NOUGHT,
  otherSide,
  refuse,
  SIDES,
  type Pair,
  type Refusal,
  type Rules,
  type Side,
} from './rules.ts';

/*
 * 8-ball in racks: who won each, how, and who breaks next. The balls of a rack aren't followed; what a rack is lost by is
 * said by the person at the table.
 */

export const BREAK_RULES = ['alternate', 'winner', 'loser'] as const;

export interface PoolFormat extends Named {
  /** Racks that win the match; null for a timed match, which the clock ends. */
  readonly raceTo: number | null;
  readonly breaks: (typeof BREAK_RULES)[number];
  readonly first: Side;
  readonly balls: (typeof BALL_SETS)[number];
  /** Extensions of the shot clock for each player in a rack. */
  readonly extensions: number;
}

/** How a rack was won. */
const WINS = ['runOut', 'breakAndRun'] as const;
/** How a rack was lost, by the other side than the one it goes to. */
const LOSSES = ['earlyEight', 'scratchOnEight', 'wrongPocket', 'threeFouls', 'conceded', 'forfeit'] as const;
export const RACK_ENDINGS = ['plain', ...WINS, ...LOSSES] as const;
export type RackEnding = (typeof RACK_ENDINGS)[number];

export interface Rack {
  readonly winner: Side;
  readonly how: RackEnding;
  readonly breaker: Side;
}

export interface PoolState extends PoolFormat {
  readonly racks: Pair;
  /** The racks that were given, in order; a correction by hand adds none. */
  readonly played: readonly Rack[];
  /** Who breaks, or has broken, the rack in play; null when the match is over. */
  readonly breaker: Side | null;
  /** Fouls of the rack in play. */
  readonly fouls: Pair;
  /** Extensions used in the rack in play. */
  readonly extended: Pair;
  /** Eights that went down on a break, which wins nothing (WPA 3.3(e)). */
  readonly eightsOnBreak: Pair;
  readonly over: boolean;
}

export type PoolMove =
  /** A rack goes to a side. Without `how` it is a plain one. */
  | { readonly kind: 'rack'; readonly side: Side; readonly how?: RackEnding }
  | { readonly kind: 'foul'; readonly side: Side }
  | { readonly kind: 'eightOnBreak' }
  /** One more extension of the shot clock in this rack. */
  | { readonly kind: 'extend'; readonly side: Side }
  /** The time of a timed match is over. */
  | { readonly kind: 'time' }
  | { readonly kind: 'set'; readonly changes: Changes };

export interface PoolView extends Named {
  readonly s1: number;
  readonly s2: number;
  readonly raceTo: number;
  readonly detail: {
    readonly game: 'eight-ball';
    readonly balls: PoolFormat['balls'];
    readonly breaker: Side | null;
    readonly fouls: readonly [number, number];
    /** Both need one more rack. */
    readonly hillHill: boolean;
    readonly winner: Side | null;
    readonly over: boolean;
  };
}

const RACKS = { min: 0, max: 99 } as const;

const rackCount = ({ racks }: PoolState): number => racks.A + racks.B;

/** Who is ahead; null when level. */
export const poolLeader = ({ racks }: PoolState): Side | null =>
  racks.A === racks.B ? null : racks.A > racks.B ? 'A' : 'B';

const isWon = ({ racks, raceTo }: PoolState): boolean =>
  raceTo !== null && (racks.A >= raceTo || racks.B >= raceTo);

/** Who breaks after the racks that were played: in turns, or as the last rack went. */
const nextBreaker = (state: PoolState): Side => {
  const { breaks, first, played } = state;
  const last = played.at(-1);
  if (breaks === 'alternate') return rackCount(state) % 2 === 0 ? first : otherSide(first);
  if (!last) return first;
  return breaks === 'winner' ? last.winner : otherSide(last.winner);
};

/** The state with the breaker and the end that its racks make. */
const settled = (state: PoolState): PoolState => {
  const over = isWon(state);
  return { ...state, over, breaker: over ? null : nextBreaker(state) };
};

const nextRack = (state: PoolState): PoolState => settled({ ...state, fouls: NOUGHT, extended: NOUGHT });

const endingsFor = ({ breaker }: PoolState, side: Side): readonly RackEnding[] =>
  RACK_ENDINGS.filter((how) => how !== 'breakAndRun' || breaker === side);

const offered = (state: PoolState): readonly PoolMove[] => {
  if (state.over) return [];
  return [
    ...SIDES.flatMap((side) => [
      ...endingsFor(state, side).map((how): PoolMove => ({ kind: 'rack', side, how })),
      { kind: 'foul', side } as const,
      ...(state.extended[side] < state.extensions ? [{ kind: 'extend', side } as const] : []),
    ]),
    { kind: 'eightOnBreak' },
    ...(state.raceTo === null ? [{ kind: 'time' } as const] : []),
  ];
};

const side = (name: 'A' | 'B'): Field<PoolState> =>
  numberField(
    RACKS,
    ({ racks }) => racks[name],
    (state, value) => ({ ...state, racks: { ...state.racks, [name]: value } }),
  );

const FIELDS: Readonly<Record<string, Field<PoolState>>> = {
  ...nameFields<PoolState>(),
  s1: side('A'),
  s2: side('B'),
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
  balls: choiceField(
    BALL_SETS,
    ({ balls }) => balls,
    (state, balls) => ({ ...state, balls }),
  ),
};

const set = (state: PoolState, changes: Changes): PoolState | Refusal => {
  const corrected = correct(state, changes, FIELDS);
  if ('refused' in corrected) return corrected;
  const { racks, raceTo } = corrected;
  // No side has more racks than win the match, and one alone has as many.
  if (
    raceTo !== null &&
    (Math.max(racks.A, racks.B) > raceTo || (racks.A === raceTo && racks.B === raceTo))
  ) {
    return refuse('beyondRace', { raceTo });
  }
  return settled(corrected);
};

const readMove = (kind: string, body: Body): PoolMove | null => {
  const { side: of, how, changes } = body;
  switch (kind) {
    case 'rack':
      if (!isSide(of)) return null;
      if (how === undefined) return { kind, side: of };
      return oneOf(RACK_ENDINGS, how) ? { kind, side: of, how } : null;
    case 'foul':
    case 'extend':
      return isSide(of) ? { kind, side: of } : null;
    case 'eightOnBreak':
    case 'time':
      return { kind };
    case 'set': {
      const read = readChanges(changes);
      return read && { kind, changes: read };
    }
    default:
      return null;
  }
};

const isRaceTo = (value: unknown): value is number => isWhole(value, { min: 1, max: RACKS.max });

const readFormat = (value: unknown): PoolFormat | null => {
  const names = isBody(value) ? readNames(value) : null;
  if (!isBody(value) || !names) return null;
  const { raceTo, breaks, first, balls, extensions } = value;
  return (raceTo === null || isRaceTo(raceTo)) &&
    oneOf(BREAK_RULES, breaks) &&
    isSide(first) &&
    oneOf(BALL_SETS, balls) &&
    isWhole(extensions, { min: 0, max: 9 })
    ? { ...names, raceTo, breaks, first, balls, extensions }
    : null;
};

/** Statistics of a side, by what its racks were won and lost by. */
export const rackEndings = (
  { played }: PoolState,
  of: Side,
): Readonly<Partial<Record<RackEnding, number>>> => {
  const counts: Partial<Record<RackEnding, number>> = {};
  for (const { winner, how } of played) {
    const its = (LOSSES as readonly string[]).includes(how) ? otherSide(winner) : winner;
    if (its === of) counts[how] = (counts[how] ?? 0) + 1;
  }
  return counts;
};

/** Racks that a side won although the other broke. */
export const racksAgainstBreak = ({ played }: PoolState, of: Side): number =>
  played.filter(({ winner, breaker }) => winner === of && breaker !== of).length;

export const pool: Rules<PoolFormat, PoolState, PoolMove, PoolView> = {
  version: 1,
  start: (format) => ({
    ...format,
    racks: NOUGHT,
    played: [],
    breaker: format.first,
    fouls: NOUGHT,
    extended: NOUGHT,
    eightsOnBreak: NOUGHT,
    over: false,
  }),
  apply: (state, move) => {
    if (move.kind === 'set') return set(state, move.changes);
    const { breaker } = state;
    if (breaker === null) return refuse('matchOver');
    switch (move.kind) {
      case 'rack': {
        const { side: winner, how = 'plain' } = move;
        if (!endingsFor(state, winner).includes(how)) return refuse('notTheBreaker');
        return nextRack({
          ...state,
          racks: added(state.racks, winner, 1),
          played: [...state.played, { winner, how, breaker }],
        });
      }
      case 'foul':
        return { ...state, fouls: added(state.fouls, move.side, 1) };
      case 'eightOnBreak':
        return { ...state, eightsOnBreak: added(state.eightsOnBreak, breaker, 1) };
      case 'extend':
        return state.extended[move.side] < state.extensions
          ? { ...state, extended: added(state.extended, move.side, 1) }
          : refuse('noExtension');
      case 'time':
        return state.raceTo === null ? { ...state, over: true, breaker: null } : refuse('notTimed');
      default:
        move satisfies never;
        return refuse('unknownMove');
    }
  },
  moves: offered,
  turn: () => null,
  given: rackCount,
  shown: shownIn(FIELDS),
  read: readMove,
  readFormat,
  board: (state) => {
    const { p1, p2, racks, raceTo, balls, breaker, fouls, over } = state;
    return {
      p1,
      p2,
      s1: racks.A,
      s2: racks.B,
      raceTo: raceTo ?? 0,
      detail: {
        game: 'eight-ball',
        balls,
        breaker,
        fouls: [fouls.A, fouls.B],
        hillHill: !over && raceTo !== null && racks.A === raceTo - 1 && racks.B === raceTo - 1,
        winner: over ? poolLeader(state) : null,
        over,
      },
    };
  },
};
