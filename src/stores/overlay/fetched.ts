import { atom, type ReadableAtom } from 'nanostores';
import { createTimer } from '../environment/timer.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';

/** How long a page waits before it asks again for a part that didn't come. */
const AGAIN_MILLIS = 3000;

/**
 * Parts that a page fetches when they are first watched, and keeps. Null until a part has come, for which it is asked
 * again and again: on air nothing says an error.
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
        } catch {
          if (isWatched) again.set(AGAIN_MILLIS, () => void ask());
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
