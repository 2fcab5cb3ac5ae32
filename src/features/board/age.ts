import type { ReadableAtom } from 'nanostores';
import { createTicking } from './ticking.ts';

/** Whole seconds since `$since`, in server time; while `$since` is null, seconds from now on. */
export const createAge = (
  $since: ReadableAtom<number | null>,
  serverNow: () => number,
): ReadableAtom<number> => {
  const seen = serverNow();
  return createTicking({
    $source: $since,
    serverNow,
    read: (since, nowMillis) => {
      const millis = Math.max(0, nowMillis - Math.min(seen, since ?? seen));
      return { value: Math.floor(millis / 1000), nextMillis: 1000 - (millis % 1000) };
    },
    initial: 0,
  });
};
