import type { WritableAtom } from 'nanostores';
import { nextLookMillis } from '../core/tables/polling.ts';
import { page, watchReturn } from './page.ts';
import { createTimer } from './timer.ts';
import { onBrowserMount } from './browser-mount.ts';

interface Fresh {
  /** Refreshes now. */
  readonly refresh: () => Promise<void>;
  /** Makes the answers on their way be ignored, as another account must not see them. */
  readonly forget: () => void;
  /** Returns a function that returns whether nothing was forgotten since. */
  readonly mark: () => () => boolean;
}

/**
 * Refreshes a store while it is mounted: at once, every few seconds while watched, and when the page becomes visible or
 * the network is back. Less often after failures, and not while the page is hidden. `look` fetches and resolves to
 * whether that worked; it must ignore its answer unless `isLast()`. If `isWatched` is null, it isn't refreshed
 * every few seconds, nor tried again after a failure.
 */
export const keepFresh = <Value>(
  $store: WritableAtom<Value>,
  look: (isLast: () => boolean) => Promise<boolean>,
  isWatched: (() => boolean) | null = () => true,
): Fresh => {
  const next = createTimer();
  let failures = 0;
  let looks = 0;
  let forgotten = 0;
  let isMounted = false;

  const mark = (): (() => boolean) => {
    const own = forgotten;
    return () => own === forgotten;
  };

  const lookNow = async (): Promise<void> => {
    next.stop();
    const number = ++looks;
    const isKept = mark();
    // An answer from before a change must not replace newer data.
    const worked = await look(() => number === looks && isKept());
    if (number !== looks) return;
    failures = worked ? 0 : failures + 1;
    if (isWatched && isMounted && page.isVisible())
      next.set(nextLookMillis(failures, isWatched()), () => void lookNow());
  };

  onBrowserMount($store, () => {
    isMounted = true;
    const unwatch = watchReturn(page, () => void lookNow());
    void lookNow();
    return () => {
      isMounted = false;
      next.stop();
      unwatch();
    };
  });
  return {
    refresh: lookNow,
    forget: () => {
      forgotten++;
    },
    mark,
  };
};
