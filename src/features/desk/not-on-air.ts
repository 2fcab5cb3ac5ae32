import type { Scored } from '../match/scoring.ts';
import { saidStatus } from '../pad/about.ts';
import { syncStatusOf } from '../pad/sync-status.ts';
import type { DeskTexts } from '../../kit/venue-texts.ts';

/** Why changes made here are waiting, and what will happen to them; null while an answer is on its way. */
export const notOnAir = (
  scored: Pick<Scored, 'pending' | 'held' | 'kept' | 'late' | 'sync' | 'limitedMillis'> | null,
  texts: DeskTexts,
): string | null => {
  if (!scored) return null;
  const status = syncStatusOf(scored);
  if (status === 'offline') return texts.dashboard.notOnAir;
  return status === 'held' || status === 'notKept' || status === 'limited'
    ? saidStatus(scored, status, texts)
    : null;
};
