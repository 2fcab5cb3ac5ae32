import { atom, type ReadableAtom } from 'nanostores';
import { CLOCK_REDRAW_MILLIS } from '../../config/limits.ts';
import { createTimer } from '../../browser/timer.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';

/** A reading of something that runs, and the milliseconds until it changes; null for never. */
export interface Reading<Value> {
  readonly value: Value;
  readonly nextMillis: number | null;
}

interface Ticking<Source, Value> {
  readonly $source: ReadableAtom<Source>;
  /** Estimated server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
  /** Null keeps the last reading. */
  readonly read: (source: Source, nowMillis: number) => Reading<Value> | null;
  readonly initial: Value;
  readonly isSame?: (one: Value, other: Value) => boolean;
}

/**
 * A value that changes with server time. It is read every 250 ms, and exactly when the next change is due so that all
 * screens change together. Listeners are called only on changes.
 */
export const createTicking = <Source, Value>({
  $source,
  serverNow,
  read,
  initial,
  isSame = Object.is,
}: Ticking<Source, Value>): ReadableAtom<Value> => {
  const $value = atom(initial);
  onBrowserMount($value, () => {
    const next = createTimer();
    const look = (): void => {
      next.stop();
      const reading = read($source.get(), serverNow());
      if (!reading) return;
      const { value, nextMillis } = reading;
      if (!isSame($value.get(), value)) $value.set(value);
      if (nextMillis !== null) next.set(Math.min(CLOCK_REDRAW_MILLIS, nextMillis + 1), look);
    };
    const unwatch = $source.subscribe(look);
    return () => {
      unwatch();
      next.stop();
    };
  });
  return $value;
};
