import type { Board } from '../overlay/board.ts';

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
/** How long a match's end, or anything else that was just shown, stays undisturbed. */
const SETTLED_MILLIS = 15_000;
/** A board that nobody has touched for so long isn't followed any more. */
const FORGOTTEN_MILLIS = 3_600_000;
/** How long after a screen was left nothing has been begun on the next one. */
const LEFT_MILLIS = 1000;

/** The version in an answer; null if it isn't one, such as a network's own page. */
export const readVersion = (answer: unknown): string | null => {
  const { version } = (answer ?? {}) as { version?: unknown };
  return typeof version === 'string' && /^[0-9a-f]{12}$/.test(version) ? version : null;
};

/** Whether loading the page again brings another version: one that it didn't bring just now stays away for an hour. */
export const bringsVersion = ({ own, newest, reloaded, nowMillis }: Known): boolean =>
  newest !== own &&
  (reloaded?.version !== newest || Math.abs(nowMillis - reloaded.atMillis) >= SAME_AGAIN_MILLIS);

/** What an overlay shows. */
interface OnAir {
  /** Null if there is none. */
  readonly board: Pick<Board, 'clock'> | null;
  /** Whether a match is on. */
  readonly isPlaying: boolean;
  /** How long the board has been as it is. */
  readonly sameForMillis: number;
}

/** Whether an overlay may be gone for a moment. */
export const isOffAir = ({ board, isPlaying, sameForMillis }: OnAir): boolean => {
  if (!board) return true;
  if (board.clock.running) return false;
  return sameForMillis >= (isPlaying ? FORGOTTEN_MILLIS : SETTLED_MILLIS);
};

/** What somebody does on a page. */
interface AtDesk {
  /** Since when its screen has been the one it is. */
  readonly leftForMillis: number;
  /** Whether something is open over the screen, or being typed. */
  readonly isBusy: boolean;
  /** Actions that the server doesn't have yet. */
  readonly pending: number;
}

/** Whether a screen was just left, with nothing begun and nothing to be sent. */
export const isLeft = ({ leftForMillis, isBusy, pending }: AtDesk): boolean =>
  leftForMillis < LEFT_MILLIS && !isBusy && pending === 0;
