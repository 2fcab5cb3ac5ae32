import { atom, type ReadableAtom } from 'nanostores';
import type { Health } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export interface HealthView {
  /** The server's last report, kept through failures; null for a hosted server, undefined before the first report. */
  readonly health: Health | null | undefined;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** The server's health, polled while it is on screen. */
export interface ServerHealth {
  readonly $health: ReadableAtom<HealthView>;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
}

const NOTHING_YET: HealthView = { health: undefined, failure: null };

interface HealthOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
}

export const createHealth = (
  { health }: Pick<VenueEnvironment, 'health'>,
  { isSignedIn, endedBy }: HealthOptions,
): ServerHealth => {
  const $health = atom(NOTHING_YET);
  const { refresh, forget } = keepFresh($health, async (isLast) => {
    if (!isSignedIn()) return true;
    try {
      const said = await health().getHealth();
      if (isLast()) $health.set({ health: said, failure: null });
      return true;
    } catch (error) {
      const failure = failureIn(error);
      if (isLast() && !endedBy(failure)) $health.set({ ...$health.get(), failure });
      return false;
    }
  });
  return {
    $health,
    refresh,
    forget: () => {
      forget();
      $health.set(NOTHING_YET);
    },
  };
};
