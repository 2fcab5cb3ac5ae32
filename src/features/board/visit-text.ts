import type { ReadableAtom } from 'nanostores';
import { visitText } from '../../core/clock/visit.ts';
import { createTicking } from './ticking.ts';

/** How long the visit since `$since` has lasted, by server time; empty while `$since` is null. */
export const createVisitText = (
  $since: ReadableAtom<number | null>,
  serverNow: () => number,
): ReadableAtom<string> =>
  createTicking({
    $source: $since,
    serverNow,
    read: (since, nowMillis) => {
      if (since === null) return { value: '', nextMillis: null };
      const millis = Math.max(0, nowMillis - since);
      return { value: visitText(since, nowMillis), nextMillis: 1000 - (millis % 1000) };
    },
    initial: '',
  });
