import type { Line } from '../../../core/match/fold.ts';
import { rackCount, type Rack, type RackState } from '../racks.ts';
import type { KnownAction, Scored } from '../../../features/match/scoring.ts';

/** A completed rack, with the id of the action that created it. */
export interface GivenRack extends Rack {
  readonly id: string;
  /** 1, 2, 3 … in the match. */
  readonly number: number;
}

const isRack = ({ fate, effective }: Line<KnownAction>): boolean =>
  fate.status === 'counts' && effective.kind === 'rack';

/** The rack that an action created; null if it created none or was undone. */
export const givenRack = (
  { lines, state }: Pick<Scored, 'lines' | 'state'>,
  id: string,
): GivenRack | null => {
  const index = lines.filter(isRack).findIndex(({ action }) => action.id === id);
  const racks = state as RackState;
  const { played } = racks;
  const rack = played[index];
  // Racks entered by hand count as earlier ones.
  return rack ? { ...rack, id, number: rackCount(racks) - played.length + index + 1 } : null;
};

/** The rack created by the last counting action; null if that did something else. */
export const lastRack = (scored: Pick<Scored, 'lines' | 'state' | 'undoable'>): GivenRack | null =>
  scored.undoable ? givenRack(scored, scored.undoable.action.id) : null;
