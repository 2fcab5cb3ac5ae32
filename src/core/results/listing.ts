import type { Result } from './result.ts';

/** Results as far as they were loaded, the latest first. */
export interface Listing {
  readonly results: readonly Result[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** With a newer first page in place of the older one: what was loaded after it stays. */
export const withFirstPage = (before: Listing, first: Listing): Listing => {
  const lastId = first.results.at(-1)?.id;
  const known = before.results.findIndex(({ id }) => id === lastId);
  const later = known === -1 ? [] : before.results.slice(known + 1);
  if (first.next === null || later.length === 0) return { results: first.results, next: first.next };
  const ids = new Set(first.results.map(({ id }) => id));
  return { results: [...first.results, ...later.filter(({ id }) => !ids.has(id))], next: before.next };
};

/** With the page after it. */
export const withNextPage = (before: Listing, page: Listing): Listing => {
  const ids = new Set(before.results.map(({ id }) => id));
  return { results: [...before.results, ...page.results.filter(({ id }) => !ids.has(id))], next: page.next };
};

/** When a result is placed among a venue's days: when it ended, or else its last action. */
export const placedAtMillis = ({ endedAtMillis, lastAtMillis }: Result): number =>
  endedAtMillis ?? lastAtMillis;

/** How long a result was played: a live match until now, as in reports; any other until it ended, or its last action. */
export const playedMillis = (result: Result, nowMillis: number): number =>
  Math.max(0, (result.state === 'live' ? nowMillis : placedAtMillis(result)) - result.startedAtMillis);
