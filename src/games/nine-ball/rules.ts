import { shownIn } from '../../rules/corrections.ts';
import { isObject, isSide, oneOf } from '../../rules/read.ts';
import { otherSide, refuse, SIDES, type Refusal, type Side } from '../../rules/rules.ts';
import type { Rules } from '../../rules/game.ts';
import { applyMove, offeredMoves, readMove, type EndingsFor, type RackMove } from '../pool/moves.ts';
import {
  firstRack,
  rackCount,
  rackDetail,
  rackFields,
  RACKS_VERSION,
  rackScores,
  readRackFormat,
  type RackFormat,
  type RackState,
} from '../pool/racks.ts';
import type { NineBallDetail } from './board.ts';
import { endings } from './endings.ts';

/*
 * 9-ball counted in racks: each rack's winner, how it ended, and who breaks next; the push-out after the break;
 * consecutive fouls. Neither balls nor the player at the table are tracked.
 */

/** The wins that only the breaker can have. */
const BY_BREAKER = ['breakAndRun', 'nineOnBreak'] as const;
export const RACK_ENDINGS = ['plain', ...endings.wins, ...endings.losses] as const;
export type RackEnding = (typeof RACK_ENDINGS)[number];

/** `fouls` counts each side's consecutive fouls, without a legal shot between them. */
export interface NineBallState extends RackState<RackEnding> {
  /** The side that has pushed out, until the other has chosen who shoots. */
  readonly pushOut: Side | null;
  /** Whether there was a push-out in this rack. */
  readonly pushedOut: boolean;
}

/** A push-out; the choice of who shoots after it; a legal shot, which ends a side's consecutive fouls. */
const OWN_MOVES = ['pushOut', 'shoots', 'legal'] as const;

export interface OwnMove {
  readonly kind: (typeof OWN_MOVES)[number];
  readonly side: Side;
}

export type NineBallMove = RackMove<RackEnding> | OwnMove;

/** The third foul in a row loses the rack (WPA 2.8, 6.14). */
const WARNED_AT = 2;

export const endingsFor: EndingsFor<RackEnding> = (breaker, side) =>
  RACK_ENDINGS.filter((how) => !oneOf(BY_BREAKER, how) || breaker === side);

/** The move for a side's foul: the third in a row gives the rack to the other side. */
export const foulOf = ({ fouls }: Pick<RackState, 'fouls'>, side: Side): NineBallMove =>
  fouls[side] < WARNED_AT
    ? { kind: 'foul', side }
    : { kind: 'rack', side: otherSide(side), how: 'threeFouls' };

const NOT_PUSHED_OUT = { pushOut: null, pushedOut: false } as const;

/** Only the shot after a break can be a push-out, unless the break was a foul (WPA 2.4). */
const canPushOut = ({ pushedOut, fouls }: NineBallState): boolean =>
  !pushedOut && SIDES.every((side) => fouls[side] === 0);

const FIELDS = rackFields<NineBallState>();

const apply = (state: NineBallState, move: NineBallMove): NineBallState | Refusal => {
  if (state.over && move.kind !== 'set') return refuse('matchOver');
  switch (move.kind) {
    case 'rack':
      return applyMove({ ...state, ...NOT_PUSHED_OUT }, move, endingsFor, FIELDS);
    case 'foul': {
      // A side that wasn't warned of its second foul still counts as having two after the next (WPA 6.14).
      const count = Math.min(WARNED_AT, state.fouls[move.side] + 1);
      return { ...state, fouls: { ...state.fouls, [move.side]: count }, pushOut: null };
    }
    case 'pushOut':
      return canPushOut(state) ? { ...state, pushOut: move.side, pushedOut: true } : refuse('noPushOut');
    case 'shoots':
      return state.pushOut === null ? refuse('notPushedOut') : { ...state, pushOut: null };
    case 'legal':
      return { ...state, fouls: { ...state.fouls, [move.side]: 0 } };
    default:
      return applyMove(state, move, endingsFor, FIELDS);
  }
};

/** The game's own moves that are possible now. */
export const ownMoves = (state: NineBallState): readonly OwnMove[] =>
  state.over
    ? []
    : SIDES.flatMap((side) => [
        ...(canPushOut(state) ? [{ kind: 'pushOut', side } as const] : []),
        ...(state.pushOut === null ? [] : [{ kind: 'shoots', side } as const]),
        ...(state.fouls[side] === 0 ? [] : [{ kind: 'legal', side } as const]),
      ]);

const moves = (state: NineBallState): readonly NineBallMove[] => [
  ...offeredMoves(state, endingsFor).filter(
    (move) => move.kind !== 'foul' || state.fouls[move.side] < WARNED_AT,
  ),
  ...ownMoves(state),
];

export const nineBall: Rules<RackFormat, NineBallState, NineBallMove, NineBallDetail> = {
  version: RACKS_VERSION,
  start: (format) => ({ ...firstRack(format), ...NOT_PUSHED_OUT }),
  apply,
  moves,
  turn: () => null,
  unitsCompleted: rackCount,
  strokes: () => 0,
  beginsVisit: null,
  shown: shownIn(FIELDS),
  read: (kind, body) => {
    if (!oneOf(OWN_MOVES, kind)) return readMove(RACK_ENDINGS, kind, body);
    const { side } = body;
    return isSide(side) ? { kind, side } : null;
  },
  readFormat: (value) => (isObject(value) ? readRackFormat(value) : null),
  board: (state) => ({
    ...rackScores(state),
    detail: { game: 'nine-ball', pushOut: state.pushOut, ...rackDetail(state) },
  }),
};
