import type { Fold } from './fold.ts';
import type { KnownAction } from '../../rules/log.ts';
import type { MatchRecord, SentAction } from './protocol.ts';

/** The visit in progress, with when it began, in server time. */
export interface TimedVisit {
  /** The id of the action that began it; null if the match's start did. */
  readonly begunBy: string | null;
  readonly atMillis: number;
}

/** When the visit in progress began; null if there is none. */
export const timedVisit = (
  { visit }: Pick<Fold<KnownAction>, 'visit'>,
  { startedAtMillis }: Pick<MatchRecord, 'startedAtMillis'>,
): TimedVisit | null =>
  visit && {
    begunBy: visit.begunBy?.id ?? null,
    atMillis: Math.max(startedAtMillis, visit.begunBy?.atMillis ?? startedAtMillis),
  };

/** How long ago a visit began: by the action sent with it if that began it, else by server time. */
export const visitAgoMillis = (
  visit: TimedVisit | null,
  sent: readonly SentAction[],
  serverMillis: number,
): number | null =>
  visit &&
  (sent.find(({ id }) => id === visit.begunBy)?.agoMillis ?? Math.max(0, serverMillis - visit.atMillis));
