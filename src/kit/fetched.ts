import { atom, type ReadableAtom } from 'nanostores';
import { backOffMillis } from '../core/back-off.ts';
import { tellPage } from '../browser/cannot-run.ts';
import { createTimer } from '../browser/timer.ts';
import { onBrowserMount } from '../browser/browser-mount.ts';
import { importPart } from '../core/missing-parts.ts';
import { AGAIN_MILLIS, AGAIN_MOST_MILLIS } from '../browser/fetched-json.ts';

/**
 * Parts that a page loads on first use and keeps. Null until loaded, undefined after a failure, which isn't shown on
 * air. It is retried; browsers that don't fetch it again have it after the page's next reload.
 */
export const createFetched = <Name extends string, Part extends object>(
  parts: Readonly<Record<Name, () => Promise<Part>>>,
): ((name: Name) => ReadableAtom<Part | null | undefined>) => {
  const stores = new Map<Name, ReadableAtom<Part | null | undefined>>();

  const create = (name: Name): ReadableAtom<Part | null | undefined> => {
    const $part = atom<Part | null | undefined>(null);
    onBrowserMount($part, () => {
      const again = createTimer();
      let isWatched = true;
      let failures = 0;
      const ask = async (): Promise<void> => {
        try {
          $part.set(await importPart(parts[name]));
        } catch (error) {
          failures += 1;
          $part.set(undefined);
          if (isWatched)
            again.set(backOffMillis(failures, AGAIN_MILLIS, AGAIN_MOST_MILLIS), () => void ask());
          tellPage(error);
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
