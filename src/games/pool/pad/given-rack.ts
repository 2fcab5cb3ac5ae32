import type { Line } from '../../../core/match/fold.ts';
import type { Rack, RackState } from '../racks.ts';
import type { KnownAction, Scored } from '../../../stores/match/scoring.ts';

/** A rack that was given, with the action that gave it. */
export interface GivenRack extends Rack {
  readonly id: string;
  /** 1, 2, 3 … in the match. */
  readonly number: number;
}

const isRack = ({ fate, effective }: Line<KnownAction>): boolean =>
  fate.status === 'counts' && effective.kind === 'rack';

/** The rack that an action gave; null when it gives none, or none any more. */
export const givenRack = (
  { lines, state }: Pick<Scored, 'lines' | 'state'>,
  id: string,
): GivenRack | null => {
  const index = lines.filter(isRack).findIndex(({ action }) => action.id === id);
  const { played, racks } = state as RackState;
  const rack = played[index];
  // Racks that were put in by hand were played before, for whoever counts.
  return rack ? { ...rack, id, number: racks.A + racks.B - played.length + index + 1 } : null;
};

/** The rack that was the last thing to happen; null when something else was. */
export const lastRack = (scored: Pick<Scored, 'lines' | 'state' | 'undoable'>): GivenRack | null =>
  scored.undoable ? givenRack(scored, scored.undoable.action.id) : null;
