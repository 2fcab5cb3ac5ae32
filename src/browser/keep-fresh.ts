import type { WritableAtom } from 'nanostores';
import { nextLookMillis } from '../core/tables/polling.ts';
import { page, watchReturn } from './page.ts';
import { createTimer } from './timer.ts';
import { onBrowserMount } from './browser-mount.ts';

/**
 * Refreshes a store while it is mounted: at once, every few seconds while watched, and when the page becomes visible or
 * the network is back. Less often after failures, and not while the page is hidden. `look` fetches and resolves to
 * whether that worked; it must ignore its answer unless `isLast()`. Returns a function that refreshes now.
 */
export const keepFresh = <Value>(
  $store: WritableAtom<Value>,
  look: (isLast: () => boolean) => Promise<boolean>,
  isWatched = () => true,
): (() => Promise<void>) => {
  const next = createTimer();
  let failures = 0;
  let looks = 0;
  let isMounted = false;

  const lookNow = async (): Promise<void> => {
    next.stop();
    const number = ++looks;
    // An answer from before a change must not replace newer data.
    const worked = await look(() => number === looks);
    if (number !== looks) return;
    failures = worked ? 0 : failures + 1;
    if (isMounted && page.isVisible()) next.set(nextLookMillis(failures, isWatched()), () => void lookNow());
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
  return lookNow;
};
