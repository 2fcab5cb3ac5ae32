import { atom, type ReadableAtom } from 'nanostores';
import { backOffMillis } from '../core/back-off.ts';
import type { Environment } from './browser.ts';
import { onBrowserMount } from './browser-mount.ts';
import { createTimer } from './timer.ts';
import { createKept } from './kept.ts';

interface Stored<Value> {
  readonly address: string;
  readonly value: Value;
}

/** A file that is being fetched. */
export interface FetchedJson<Value> {
  /** Null until it has arrived. */
  readonly value: Value | null;
  /** Whether the last attempt failed. */
  readonly failed: boolean;
}

/** Returns the texts of a screen that has its own text file, by the file's address. */
export type WordsAt = <Words>(path: string) => ReadableAtom<FetchedJson<Words>>;

/** The delay before retrying a file or a part that failed to load, and the longest one. */
export const AGAIN_MILLIS = 3000;
export const AGAIN_MOST_MILLIS = 60_000;

/**
 * A file of the site that a page fetches on demand, retrying until it arrives. With a name, it is stored on this device
 * for offline use. A new version has a new address.
 */
export const createFetchedJson = <Value>(
  environment: Pick<Environment, 'lasting' | 'fetchJson'>,
  address: string,
  name: string | null = null,
): ReadableAtom<FetchedJson<Value>> => {
  const kept = name === null ? null : createKept<Stored<Value>>(environment, name);
  const $fetched = atom<FetchedJson<Value>>({ value: null, failed: false });
  onBrowserMount($fetched, () => {
    const again = createTimer();
    let failures = 0;
    const ask = async (): Promise<void> => {
      try {
        const value = (await environment.fetchJson(address)) as Value;
        kept?.keep({ address, value });
        $fetched.set({ value, failed: false });
      } catch {
        $fetched.set({ value: null, failed: true });
        failures += 1;
        again.set(backOffMillis(failures, AGAIN_MILLIS, AGAIN_MOST_MILLIS), () => void ask());
      }
    };
    const before = kept?.read();
    if (before?.address === address) $fetched.set({ value: before.value, failed: false });
    else if (!$fetched.get().value) void ask();
    return again.stop;
  });
  return $fetched;
};

/** Texts by their files' addresses, each fetched once. */
export const createWords = (environment: Pick<Environment, 'lasting' | 'fetchJson'>): WordsAt => {
  const all = new Map<string, ReadableAtom<FetchedJson<unknown>>>();
  return <Words>(path: string) => {
    const $words = all.get(path) ?? createFetchedJson(environment, path);
    all.set(path, $words);
    return $words as ReadableAtom<FetchedJson<Words>>;
  };
};
