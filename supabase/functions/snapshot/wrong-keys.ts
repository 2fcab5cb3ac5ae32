import { Refusal } from '../_shared/refusal.ts';

/** Wrong keys allowed per sender and window; devices with the right key are never counted. */
const MOST = 10;
const WINDOW_MILLIS = 60_000;
/** Limits memory: a sender may have many addresses. */
const MOST_SENDERS = 10_000;

/** Counts a sender's wrong keys; throws a 429 from the eleventh in a minute. */
export const createWrongKeys = (now: () => number): ((sender: string) => void) => {
  const windows = new Map<string, { readonly ends: number; count: number }>();
  return (sender) => {
    const time = now();
    let window = windows.get(sender);
    if (!window || window.ends <= time) {
      windows.delete(sender);
      // Oldest first.
      for (const [other, { ends }] of windows) {
        if (ends > time && windows.size < MOST_SENDERS) break;
        windows.delete(other);
      }
      window = { ends: time + WINDOW_MILLIS, count: 0 };
      windows.set(sender, window);
    }
    window.count += 1;
    if (window.count > MOST) {
      throw new Refusal(429, 'Too many wrong upload keys: wait a moment.', {
        headers: { 'retry-after': String(Math.max(1, Math.ceil((window.ends - time) / 1000))) },
      });
    }
  };
};
