import { atom, type ReadableAtom } from 'nanostores';
import { CLOCK_REDRAW_MILLIS } from '../../config/limits.ts';
import { createTimer } from '../environment/timer.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';

/** What is read off something that runs, and in how many milliseconds that will be another; null for never. */
export interface Reading<Value> {
  readonly value: Value;
  readonly nextMillis: number | null;
}

interface Ticking<Source, Value> {
  readonly $source: ReadableAtom<Source>;
  /** The server's time in milliseconds, by what this device knows of it. */
  readonly serverNow: () => number;
  /** Null leaves what was read last. */
  readonly read: (source: Source, nowMillis: number) => Reading<Value> | null;
  readonly initial: Value;
  readonly isSame?: (one: Value, other: Value) => boolean;
}

/**
 * What changes with the server's time. It looks every 250 ms, and right when the next change is due, so that all screens
 * turn together; listeners hear of it only when something changes.
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
