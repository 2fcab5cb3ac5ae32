import type { Scored } from '../match/scoring.ts';

/** The status in the pad's head: whether viewers see what was scored here. */
export type SyncStatus =
  'onAir' | 'pending' | 'held' | 'offline' | 'limited' | 'notKept' | 'forbidden' | 'readOnly';

type Known = Pick<Scored, 'pending' | 'held' | 'kept' | 'late' | 'sync'>;

/** The most urgent status wins. Waiting shows only once an answer is late, so that it doesn't flicker. */
export const syncStatusOf = ({ pending, held, kept, late, sync }: Known): SyncStatus => {
  if (sync === 'forbidden' || sync === 'readOnly') return sync;
  const waits = pending > 0 && (late || held || sync === 'offline' || sync === 'limited');
  if (waits && !kept) return 'notKept';
  if (held) return 'held';
  if (sync === 'offline') return 'offline';
  if (waits) return sync === 'limited' ? sync : 'pending';
  return 'onAir';
};

/** Whether viewers see all that this device knows. */
export const isFresh = (known: Known): boolean =>
  syncStatusOf(known) === 'onAir' ||
  (known.pending === 0 && known.sync !== 'offline' && known.sync !== 'forbidden');

/** Since when viewers have been behind this device: the time of the oldest pending line. */
export const behindSince = ({ lines }: Pick<Scored, 'lines'>): number | null =>
  lines.find(({ action }) => action.seq === null)?.action.atMillis ?? null;

/** An age in its largest whole unit. */
export const ageIn = (millis: number): { unit: 'seconds' | 'minutes' | 'hours'; n: number } => {
  const seconds = Math.max(0, Math.floor(millis / 1000));
  if (seconds < 60) return { unit: 'seconds', n: seconds };
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? { unit: 'minutes', n: minutes } : { unit: 'hours', n: Math.floor(minutes / 60) };
};
