import { Refusal } from './refusal.ts';

/** So many wrong keys of one sender in so many milliseconds; a device with the right key is never counted. */
const MOST = 10;
const WINDOW_MILLIS = 60_000;
/** Senders that are remembered: whoever has many addresses doesn't fill the memory with them. */
const MOST_SENDERS = 10_000;

/** Gives a function that counts a wrong key of a sender, and throws a 429 from the eleventh in a minute on. */
export const createWrongKeys = (now: () => number): ((sender: string) => void) => {
  const windows = new Map<string, { readonly ends: number; count: number }>();
  return (sender) => {
    const time = now();
    let window = windows.get(sender);
    if (!window || window.ends <= time) {
      windows.delete(sender);
      // The oldest stand first.
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
