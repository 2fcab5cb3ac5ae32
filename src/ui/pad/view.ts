import type { PlainView } from '../../core/rules/plain.ts';
import type { PoolState, PoolView } from '../../core/rules/pool.ts';
import { SIDES, type Pair, type Side } from '../../core/rules/rules.ts';
import type { SnookerState, SnookerView } from '../../core/rules/snooker/match.ts';
import type { Scored } from '../../stores/match/scoring.ts';

/** The numbers of a board, the same for every game. */
export interface Numbers {
  /** The large ones: points in snooker, racks in pool. */
  readonly score: Pair;
  /** Frames, where the large numbers are points. */
  readonly frames: Pair | null;
  /** Whom the lamp is over. */
  readonly at: Side | null;
  /** Who breaks this rack. */
  readonly breaker: Side | null;
}

type View = PlainView & { readonly detail?: PoolView['detail'] | SnookerView['detail'] };

export const numbersOf = ({ rules }: Pick<Scored, 'rules'>, state: object): Numbers => {
  const { s1, s2, detail } = rules.board(state) as View;
  const won: Pair = { A: s1, B: s2 };
  if (detail?.game === 'snooker') {
    const [A, B] = detail.points;
    return { score: { A, B }, frames: won, at: detail.at, breaker: null };
  }
  return { score: won, frames: null, at: null, breaker: detail?.breaker ?? null };
};

/** The sides whose number viewers don't see yet. */
export const onlyHere = (scored: Scored): readonly Side[] => {
  const here = numbersOf(scored, scored.state);
  const onAir = numbersOf(scored, scored.onAir);
  return SIDES.filter((side) => here.score[side] !== onAir.score[side]);
};

/**
 * The state of a snooker match; null for any other, and for one whose rules this page doesn't know: its state is what
 * viewers see.
 */
export const snookerOf = ({ match, state }: Pick<Scored, 'match' | 'state'>): SnookerState | null =>
  match.game === 'snooker' && 'frame' in state ? (state as SnookerState) : null;

export const poolOf = ({ match, state }: Pick<Scored, 'match' | 'state'>): PoolState | null =>
  match.game === 'eight-ball' && 'racks' in state ? (state as PoolState) : null;
