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

export const createHealth = (
  { health }: Pick<VenueEnvironment, 'health'>,
  isSignedIn: () => boolean,
): ServerHealth => {
  const $health = atom(NOTHING_YET);
  return {
    $health,
    refresh: keepFresh($health, async (isLast) => {
      if (!isSignedIn()) return true;
      try {
        const said = await health().getHealth();
        if (isLast()) $health.set({ health: said, failure: null });
        return true;
      } catch (error) {
        if (isLast()) $health.set({ ...$health.get(), failure: failureIn(error) });
        return false;
      }
    }),
    forget: () => {
      $health.set(NOTHING_YET);
    },
  };
};
