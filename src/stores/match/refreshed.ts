import type { WritableAtom } from 'nanostores';
import { nextLookMillis } from '../../core/tables/polling.ts';
import { page, watchReturn } from '../environment/page.ts';
import { createTimer } from '../environment/timer.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';

/**
 * Keeps a store fresh while it is in use: now, every few seconds while somebody watches it, and when the page is shown
 * or the network is back; less often while it fails, and not at all while the page is hidden. `look` gives whether it
 * worked; it asks `isLast` whether its answer is still wanted. Gives a function that looks now.
 */
export const keepFresh = <Value>(
  $store: WritableAtom<Value>,
  look: (isLast: () => boolean) => Promise<boolean>,
  isWatched = () => true,
): (() => Promise<void>) => {
  const next = createTimer();
  let failures = 0;
  let looks = 0;
  let visited = false;

  const lookNow = async (): Promise<void> => {
    next.stop();
    const own = ++looks;
    // What was asked before something changed must not be shown after it.
    const worked = await look(() => own === looks);
    if (own !== looks) return;
    failures = worked ? 0 : failures + 1;
    if (visited && page.isVisible()) next.set(nextLookMillis(failures, isWatched()), () => void lookNow());
  };

  onBrowserMount($store, () => {
    visited = true;
    const unwatch = watchReturn(page, () => void lookNow());
    void lookNow();
    return () => {
      visited = false;
      next.stop();
      unwatch();
    };
  });
  return lookNow;
};
