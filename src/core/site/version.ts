/** A version of the site that a page was loaded again for. */
export interface Reloaded {
  readonly version: string;
  readonly atMillis: number;
}

interface Known {
  /** The page's own version. */
  readonly own: string;
  /** The site's, as last heard. */
  readonly newest: string;
  /** What this tab last loaded itself again for; null for nothing. */
  readonly reloaded: Reloaded | null;
  readonly nowMillis: number;
}

/** How long something between a page and the server may answer with an old page before it is asked again. */
const SAME_AGAIN_MILLIS = 3_600_000;

/** The version in an answer; null if it isn't one, such as a network's own page. */
export const readVersion = (answer: unknown): string | null => {
  const { version } = (answer ?? {}) as { version?: unknown };
  return typeof version === 'string' && /^[0-9a-f]{12}$/.test(version) ? version : null;
};

/** Whether loading the page again brings another version: one that it didn't bring just now stays away for an hour. */
export const bringsVersion = ({ own, newest, reloaded, nowMillis }: Known): boolean =>
  newest !== own &&
  (reloaded?.version !== newest || Math.abs(nowMillis - reloaded.atMillis) >= SAME_AGAIN_MILLIS);
