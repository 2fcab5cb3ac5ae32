import { Refusal } from './refusal.ts';

/** What is held in memory at once, of all senders together and of each. */
export interface Places {
  /**
   * Waits until there is room for so many bytes of all these senders; gives the function that gives it back. Throws a 503
   * when too much of one of them waits already, or when the signal aborts.
   */
  readonly take: (senders: readonly string[], bytes: number, signal: AbortSignal) => Promise<() => void>;
}

interface Limits {
  /** Bytes. */
  readonly total: number;
  readonly share: number;
  /** How many of one sender may wait. */
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

/** Whoever has used up their share waits for themselves; the others keep their order. */
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
      // Small ones don't keep passing a large one.
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
