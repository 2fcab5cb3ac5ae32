import { atom, type ReadableAtom } from 'nanostores';
import type { Environment } from './environment/browser.ts';
import { onBrowserMount } from './environment/browser-mount.ts';
import { createTimer } from './environment/timer.ts';
import { createKept } from './kept.ts';

interface Stored<Value> {
  readonly address: string;
  readonly value: Value;
}

const AGAIN_MILLIS = 3000;

/**
 * A file of the site that a page fetches when it needs it; null until it has arrived. With a name to keep it under, it stays
 * on this device, so that it is there without a network: its address changes with it.
 */
export const createFetchedJson = <Value>(
  environment: Pick<Environment, 'lasting' | 'fetchJson'>,
  address: string,
  name: string | null = null,
): ReadableAtom<Value | null> => {
  const kept = name === null ? null : createKept<Stored<Value>>(environment, name);
  const $value = atom<Value | null>(null);
  onBrowserMount($value, () => {
    const again = createTimer();
    const ask = async (): Promise<void> => {
      try {
        const value = (await environment.fetchJson(address)) as Value;
        kept?.keep({ address, value });
        $value.set(value);
      } catch {
        again.set(AGAIN_MILLIS, () => void ask());
      }
    };
    const before = kept?.read();
    if (before?.address === address) $value.set(before.value);
    else if (!$value.get()) void ask();
    return again.stop;
  });
  return $value;
};
