import type { Result } from './result.ts';

/** The results loaded so far, latest first. */
export interface Listing {
  readonly results: readonly Result[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** Replaces the first page. Later pages stay. */
export const withFirstPage = (before: Listing, first: Listing): Listing => {
  const lastId = first.results.at(-1)?.id;
  const known = before.results.findIndex(({ id }) => id === lastId);
  const later = known === -1 ? [] : before.results.slice(known + 1);
  if (first.next === null || later.length === 0) return { results: first.results, next: first.next };
  const ids = new Set(first.results.map(({ id }) => id));
  return { results: [...first.results, ...later.filter(({ id }) => !ids.has(id))], next: before.next };
};

/** Adds the next page. */
export const withNextPage = (before: Listing, page: Listing): Listing => {
  const ids = new Set(before.results.map(({ id }) => id));
  return { results: [...before.results, ...page.results.filter(({ id }) => !ids.has(id))], next: page.next };
};

/** The time that places a result in one of a venue's days: its end, or else its last action. */
export const placedAtMillis = ({ endedAtMillis, lastAtMillis }: Result): number =>
  endedAtMillis ?? lastAtMillis;

/** How long a match lasted. A live match counts until now, as in reports; any other until its end or last action. */
export const playedMillis = (result: Result, nowMillis: number): number =>
  Math.max(0, (result.state === 'live' ? nowMillis : placedAtMillis(result)) - result.startedAtMillis);
