import { shownOf } from '../../games/boards.ts';
import { pairOf, SIDES, type Pair, type Side } from '../../rules/rules.ts';
import type { Scored } from '../match/scoring.ts';

/** The numbers of a board, the same for every game. */
export interface Numbers {
  /** The main numbers: points in snooker, racks in pool. */
  readonly score: Pair;
  /** Frames, if the main numbers are points. */
  readonly frames: Pair | null;
  /** Who is at the table, under the lamp. */
  readonly at: Side | null;
  /** Who breaks this rack. */
  readonly breaker: Side | null;
  /** Fouls that viewers see. */
  readonly fouls: Pair;
}

export const numbersOf = ({ rules }: Pick<Scored, 'rules'>, state: object): Numbers => {
  const { scores, frames, at, notices } = shownOf(rules.board(state));
  const pair = ([A, B]: readonly [number, number]): Pair => ({ A, B });
  return {
    score: pair(scores),
    frames: frames && pair(frames),
    at,
    breaker: SIDES.find((side) => notices[side].some(({ kind }) => kind === 'breaks')) ?? null,
    fouls: pairOf((side) =>
      notices[side].reduce((count, one) => (one.kind === 'fouls' ? one.count : count), 0),
    ),
  };
};

/** The sides whose number viewers don't see yet. */
export const onlyHere = (scored: Scored): readonly Side[] => {
  const here = numbersOf(scored, scored.state);
  const onAir = numbersOf(scored, scored.onAir);
  return SIDES.filter((side) => here.score[side] !== onAir.score[side]);
};
