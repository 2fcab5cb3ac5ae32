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

/** A file on its way. */
export interface FetchedJson<Value> {
  /** Null until it has arrived. */
  readonly value: Value | null;
  /** Whether it was asked for in vain. */
  readonly failed: boolean;
}

/** Gives what a screen says that brings its own words, by the address of the file. */
export type WordsAt = <Words>(path: string) => ReadableAtom<FetchedJson<Words>>;

/** The wait before asking again for a file or a part that didn't arrive, and the longest. */
export const AGAIN_MILLIS = 3000;
export const AGAIN_MOST_MILLIS = 60_000;

/**
 * A file of the site that a page fetches when it needs it, again and again until it arrives. With a name to keep it under, it
 * stays on this device, so that it is there without a network: its address changes with it.
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
