/** A reload for a new version of the site. */
export interface Reloaded {
  readonly version: string;
  readonly atMillis: number;
}

interface Known {
  /** The version of this page. */
  readonly own: string;
  /** The latest known version of the site. */
  readonly newest: string;
  /** Whether this page lacks a part of its version, which a reload brings, too. */
  readonly lacksPart: boolean;
  /** The last version this tab reloaded for; null for none. */
  readonly reloaded: Reloaded | null;
  readonly nowMillis: number;
}

/** How long to wait before another reload for the same version. A cache on the way may keep serving the old page. */
const SAME_AGAIN_MILLIS = 3_600_000;

/** The version in an answer; null if the answer is something else, such as a network's own page. */
export const readVersion = (answer: unknown): string | null => {
  const { version } = (answer ?? {}) as { version?: unknown };
  return typeof version === 'string' && /^[0-9a-f]{12}$/.test(version) ? version : null;
};

/**
 * Whether a reload should bring a new version, or the rest of this one. A version that a reload didn't bring isn't tried
 * again for an hour.
 */
export const bringsVersion = ({ own, newest, lacksPart, reloaded, nowMillis }: Known): boolean =>
  (newest !== own || lacksPart) &&
  (reloaded?.version !== newest || Math.abs(nowMillis - reloaded.atMillis) >= SAME_AGAIN_MILLIS);
