import { atom, type ReadableAtom } from 'nanostores';
import { tellUnlessUnloaded } from '../environment/cannot-run.ts';
import { createTimer } from '../environment/timer.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';

/** Delay before retrying a part that failed to load. */
const AGAIN_MILLIS = 3000;

/**
 * Parts that a page loads when first used, and keeps. Null until loaded. Failures are retried indefinitely: errors must
 * not show on air.
 */
export const createFetched = <Name extends string, Part extends object>(
  parts: Readonly<Record<Name, () => Promise<Part>>>,
): ((name: Name) => ReadableAtom<Part | null>) => {
  const stores = new Map<Name, ReadableAtom<Part | null>>();

  const create = (name: Name): ReadableAtom<Part | null> => {
    const $part = atom<Part | null>(null);
    onBrowserMount($part, () => {
      const again = createTimer();
      let isWatched = true;
      const ask = async (): Promise<void> => {
        try {
          $part.set(await parts[name]());
        } catch (error) {
          if (isWatched) again.set(AGAIN_MILLIS, () => void ask());
          tellUnlessUnloaded(error);
        }
      };
      if (!$part.get()) void ask();
      return () => {
        isWatched = false;
        again.stop();
      };
    });
    return $part;
  };

  return (name) => {
    const $part = stores.get(name) ?? create(name);
    stores.set(name, $part);
    return $part;
  };
};
