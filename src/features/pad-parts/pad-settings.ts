import { atom, type ReadableAtom } from 'nanostores';
import type { Environment } from '../../browser/browser.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';

export type Hand = 'left' | 'right';

export interface PadSettings {
  /** The hand whose thumb taps. */
  readonly $hand: ReadableAtom<Hand>;
  readonly setHand: (hand: Hand) => void;
  /** Changed keys, in the keyboard's own format; null if none. */
  readonly $keys: ReadableAtom<string | null>;
  readonly setKeys: (keys: string | null) => void;
}

const HAND = 'cueboard.pad.hand';
const KEYS = 'cueboard.pad.keys';

/** The pad's settings, stored on this device; if the browser can't, they last as long as the page. */
export const createPadSettings = ({ lasting }: Pick<Environment, 'lasting'>): PadSettings => {
  const read = (name: string): string | null => {
    try {
      return lasting().getItem(name);
    } catch {
      return null;
    }
  };
  const keep = (name: string, value: string | null): void => {
    try {
      if (value === null) lasting().removeItem(name);
      else lasting().setItem(name, value);
    } catch {
      // Storage is blocked or full: the page keeps the value.
    }
  };
  const $hand = atom<Hand>('right');
  const $keys = atom<string | null>(null);
  onBrowserMount($hand, () => {
    const kept = read(HAND);
    if (kept === 'left' || kept === 'right') $hand.set(kept);
    return undefined;
  });
  onBrowserMount($keys, () => {
    const kept = read(KEYS);
    if (kept !== null) $keys.set(kept);
    return undefined;
  });
  return {
    $hand,
    setHand: (hand) => {
      $hand.set(hand);
      keep(HAND, hand);
    },
    $keys,
    setKeys: (keys) => {
      $keys.set(keys);
      keep(KEYS, keys);
    },
  };
};
