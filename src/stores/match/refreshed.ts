import type { WritableAtom } from 'nanostores';
import { nextLookMillis } from '../../core/tables/polling.ts';
import { onVisit } from '../visit.ts';

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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let looks = 0;
  let visited = false;

  const lookNow = async (): Promise<void> => {
    clearTimeout(timer);
    const own = ++looks;
    // What was asked before something changed must not be shown after it.
    const worked = await look(() => own === looks);
    if (own !== looks) return;
    failures = worked ? 0 : failures + 1;
    if (visited && document.visibilityState === 'visible')
      timer = setTimeout(() => void lookNow(), nextLookMillis(failures, isWatched()));
  };

  onVisit($store, () => {
    const again = (): void => {
      if (document.visibilityState === 'visible') void lookNow();
    };
    visited = true;
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    void lookNow();
    return () => {
      visited = false;
      clearTimeout(timer);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  });
  return lookNow;
};
