import { BALL_SETS } from '../../rules/format.ts';
import { choiceField, shownIn, type Field } from '../../rules/corrections.ts';
import { isObject, oneOf } from '../../rules/read.ts';
import { added, NOUGHT, refuse, type Pair } from '../../rules/rules.ts';
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
import type { EightBallDetail } from './board.ts';
import { endings } from './endings.ts';

/*
 * 8-ball counted in racks: each rack's winner, how it ended, and who breaks next. Balls aren't tracked; the scorer
 * enters how a rack was lost.
 */

export interface EightBallFormat extends RackFormat {
  readonly balls: (typeof BALL_SETS)[number];
}

export const RACK_ENDINGS = ['plain', ...endings.wins, ...endings.losses] as const;
export type RackEnding = (typeof RACK_ENDINGS)[number];

export interface EightBallState extends EightBallFormat, RackState<RackEnding> {
  /** Eights potted on the break, which doesn't win the rack (WPA 3.3(e)). */
  readonly eightsOnBreak: Pair;
}

export type EightBallMove = RackMove<RackEnding> | { readonly kind: 'eightOnBreak' };

/** The possible endings of a rack won by `side`: only the breaker can break and run. */
export const endingsFor: EndingsFor<RackEnding> = (breaker, side) =>
  RACK_ENDINGS.filter((how) => how !== 'breakAndRun' || breaker === side);

const FIELDS: Readonly<Record<string, Field<EightBallState>>> = {
  ...rackFields<EightBallState>(),
  balls: choiceField(
    BALL_SETS,
    ({ balls }) => balls,
    (state, balls) => ({ ...state, balls }),
  ),
};

export const eightBall: Rules<EightBallFormat, EightBallState, EightBallMove, EightBallDetail> = {
  version: RACKS_VERSION,
  start: (format) => ({ ...firstRack(format), eightsOnBreak: NOUGHT }),
  apply: (state, move) => {
    if (move.kind !== 'eightOnBreak') return applyMove(state, move, endingsFor, FIELDS);
    const { breaker } = state;
    return breaker === null
      ? refuse('matchOver')
      : { ...state, eightsOnBreak: added(state.eightsOnBreak, breaker, 1) };
  },
  moves: (state) => [
    ...offeredMoves(state, endingsFor),
    ...(state.over ? [] : [{ kind: 'eightOnBreak' } as const]),
  ],
  turn: () => null,
  unitsCompleted: rackCount,
  strokes: () => 0,
  beginsVisit: null,
  shown: shownIn(FIELDS),
  read: (kind, body) => (kind === 'eightOnBreak' ? { kind } : readMove(RACK_ENDINGS, kind, body)),
  readFormat: (value) => {
    const racks = isObject(value) ? readRackFormat(value) : null;
    return isObject(value) && racks && oneOf(BALL_SETS, value['balls'])
      ? { ...racks, balls: value['balls'] }
      : null;
  },
  board: (state) => ({
    ...rackScores(state),
    detail: { game: 'eight-ball', balls: state.balls, ...rackDetail(state) },
  }),
};
