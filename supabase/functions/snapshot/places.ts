import { Refusal } from '../_shared/refusal.ts';

/** Limits memory in use, overall and per sender. */
export interface Places {
  /**
   * Waits for `bytes` of room for all these senders; returns a function that releases it. Throws a 503 if too many of
   * one sender's are waiting, or if the signal aborts.
   */
  readonly take: (senders: readonly string[], bytes: number, signal: AbortSignal) => Promise<() => void>;
}

interface Limits {
  /** Bytes. */
  readonly total: number;
  readonly share: number;
  /** How many of one sender's may wait. */
  readonly waiting: number;
}

interface Waiter {
  readonly senders: readonly string[];
  readonly bytes: number;
  readonly start: () => void;
}

const busy = (): Refusal =>
  new Refusal(503, 'Too many pictures arrive at once: send it again in a moment.', {
    code: 'busy',
    headers: { 'retry-after': '5' },
  });

/** A sender over their share waits without blocking others, who keep their order. */
export const createPlaces = ({ total, share, waiting }: Limits): Places => {
  const taken = new Map<string, number>();
  const waiters = new Set<Waiter>();
  let all = 0;

  const occupy = ({ senders, bytes }: Waiter, sign: 1 | -1): void => {
    all += sign * bytes;
    for (const sender of senders) {
      const left = (taken.get(sender) ?? 0) + sign * bytes;
      if (left) taken.set(sender, left);
      else taken.delete(sender);
    }
  };

  const startAll = (): void => {
    for (const waiter of waiters) {
      const { senders, bytes } = waiter;
      if (senders.some((sender) => (taken.get(sender) ?? 0) + bytes > share)) continue;
      // Don't let small ones keep overtaking a large one.
      if (all + bytes > total) return;
      waiters.delete(waiter);
      occupy(waiter, 1);
      waiter.start();
    }
  };

  return {
    take: async (senders, bytes, signal) => {
      const ofOne = (sender: string): number =>
        [...waiters].filter((waiter) => waiter.senders.includes(sender)).length;
      if (signal.aborted || senders.some((sender) => ofOne(sender) >= waiting)) throw busy();
      const { promise, resolve, reject } = Promise.withResolvers<undefined>();
      const waiter: Waiter = { senders, bytes, start: () => resolve(undefined) };
      const leave = (): void => {
        if (waiters.delete(waiter)) reject(busy());
      };
      waiters.add(waiter);
      signal.addEventListener('abort', leave);
      startAll();
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', leave);
      }
      return () => {
        occupy(waiter, -1);
        startAll();
      };
    },
  };
};
