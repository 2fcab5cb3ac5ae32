import { BALL_SETS } from '../../core/match/draft.ts';
import { choiceField, correct, shownIn, type Changes, type Field } from '../../core/rules/corrections.ts';
import { isBody, isSide, oneOf, readChanges, type Body } from '../../core/rules/read.ts';
import {
  added,
  isRefusal,
  refuse,
  SIDES,
  type Pair,
  type Refusal,
  type Side,
} from '../../core/rules/rules.ts';
import type { Rules } from '../game.ts';
import {
  correctedRacks,
  nextRack,
  NO_RACKS,
  rackCount,
  rackDetail,
  rackFields,
  rackScores,
  readRackFormat,
  type Rack,
  type RackFormat,
  type RackState,
} from '../pool/racks.ts';
import type { EightBallDetail } from './board.ts';

/*
 * 8-ball counted in racks: who won each, how, and who breaks next. The balls of a rack aren't tracked; the scorer says
 * how a rack was lost.
 */

export interface EightBallFormat extends RackFormat {
  readonly balls: (typeof BALL_SETS)[number];
}

/** How a rack was won. */
const WINS = ['runOut', 'breakAndRun'] as const;
/** How a rack was lost by the side that it doesn't go to. */
export const LOSSES = [
  'earlyEight',
  'scratchOnEight',
  'wrongPocket',
  'threeFouls',
  'conceded',
  'forfeit',
] as const;
export const RACK_ENDINGS = ['plain', ...WINS, ...LOSSES] as const;
export type RackEnding = (typeof RACK_ENDINGS)[number];

export interface EightBallState extends EightBallFormat, RackState<RackEnding> {
  /** Eights potted on the break, which doesn't win the rack (WPA 3.3(e)). */
  readonly eightsOnBreak: Pair;
}

export type EightBallMove =
  /** A rack goes to a side. Without `how`, nothing special ended it. */
  | { readonly kind: 'rack'; readonly side: Side; readonly how?: RackEnding }
  | { readonly kind: 'foul'; readonly side: Side }
  | { readonly kind: 'eightOnBreak' }
  /** A side uses an extension of the shot clock in this rack. */
  | { readonly kind: 'extend'; readonly side: Side }
  /** Time is up in a timed match. */
  | { readonly kind: 'time' }
  | { readonly kind: 'set'; readonly changes: Changes };

/** How a rack won by `side` can have ended: only the breaker can break and run. */
export const endingsFor = (breaker: Side | null, side: Side): readonly RackEnding[] =>
  RACK_ENDINGS.filter((how) => how !== 'breakAndRun' || breaker === side);

/** The possible endings of a completed rack, grouped as on its sheet: by its winner and by its loser. */
export const endingsOf = ({ winner, breaker }: Pick<Rack, 'winner' | 'breaker'>) => ({
  won: endingsFor(breaker, winner).filter((how) => !oneOf(LOSSES, how)),
  lost: LOSSES,
});

const offered = (state: EightBallState): readonly EightBallMove[] => {
  if (state.over) return [];
  return [
    ...SIDES.flatMap((side) => [
      ...endingsFor(state.breaker, side).map((how): EightBallMove => ({ kind: 'rack', side, how })),
      { kind: 'foul', side } as const,
      ...(state.extended[side] < state.extensions ? [{ kind: 'extend', side } as const] : []),
    ]),
    { kind: 'eightOnBreak' },
    ...(state.raceTo === null ? [{ kind: 'time' } as const] : []),
  ];
};

const FIELDS: Readonly<Record<string, Field<EightBallState>>> = {
  ...rackFields<EightBallState>(),
  balls: choiceField(
    BALL_SETS,
    ({ balls }) => balls,
    (state, balls) => ({ ...state, balls }),
  ),
};

const set = (state: EightBallState, changes: Changes): EightBallState | Refusal => {
  const corrected = correct(state, changes, FIELDS);
  return isRefusal(corrected) ? corrected : correctedRacks(corrected);
};

const readMove = (kind: string, body: Body): EightBallMove | null => {
  const { side, how, changes } = body;
  switch (kind) {
    case 'rack':
      if (!isSide(side)) return null;
      if (how === undefined) return { kind, side };
      return oneOf(RACK_ENDINGS, how) ? { kind, side, how } : null;
    case 'foul':
    case 'extend':
      return isSide(side) ? { kind, side } : null;
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

const readFormat = (value: unknown): EightBallFormat | null => {
  const racks = isBody(value) ? readRackFormat(value) : null;
  return isBody(value) && racks && oneOf(BALL_SETS, value['balls'])
    ? { ...racks, balls: value['balls'] }
    : null;
};

export const eightBall: Rules<EightBallFormat, EightBallState, EightBallMove, EightBallDetail> = {
  version: 1,
  start: (format) => ({ ...format, ...NO_RACKS, breaker: format.first, eightsOnBreak: NO_RACKS.racks }),
  apply: (state, move) => {
    if (move.kind === 'set') return set(state, move.changes);
    const { breaker } = state;
    if (breaker === null) return refuse('matchOver');
    switch (move.kind) {
      case 'rack': {
        const { side: winner, how = 'plain' } = move;
        if (!endingsFor(breaker, winner).includes(how)) return refuse('notTheBreaker');
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
  board: (state) => ({
    ...rackScores(state),
    detail: { game: 'eight-ball', balls: state.balls, ...rackDetail(state) },
  }),
};
