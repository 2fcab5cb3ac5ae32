import { atom, type ReadableAtom } from 'nanostores';
import { backOffMillis } from '../core/back-off.ts';
import { tellPage } from '../browser/cannot-run.ts';
import { createTimer } from '../browser/timer.ts';
import { onBrowserMount } from '../browser/browser-mount.ts';
import { importPart } from '../core/missing-parts.ts';
import { AGAIN_MILLIS, AGAIN_MOST_MILLIS } from '../browser/fetched-json.ts';

/** A part of a page. Null until loaded, undefined after a failure. */
export type FetchedPart<Part> = ReadableAtom<Part | null | undefined>;

/**
 * A part that a page loads on first use and keeps. A failure isn't shown on air. It is retried; browsers that don't fetch
 * it again have it after the page's next reload.
 */
export const createFetchedPart = <Part extends object>(load: () => Promise<Part>): FetchedPart<Part> => {
  const $part = atom<Part | null | undefined>(null);
  onBrowserMount($part, () => {
    const again = createTimer();
    let isWatched = true;
    let failures = 0;
    const ask = async (): Promise<void> => {
      try {
        $part.set(await importPart(load));
      } catch (error) {
        failures += 1;
        $part.set(undefined);
        if (isWatched) again.set(backOffMillis(failures, AGAIN_MILLIS, AGAIN_MOST_MILLIS), () => void ask());
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

/** Such parts by name. */
export const createFetched = <Name extends string, Part extends object>(
  parts: Readonly<Record<Name, () => Promise<Part>>>,
): ((name: Name) => FetchedPart<Part>) => {
  const stores = new Map<Name, FetchedPart<Part>>();
  return (name) => {
    const $part = stores.get(name) ?? createFetchedPart(parts[name]);
    stores.set(name, $part);
    return $part;
  };
};
