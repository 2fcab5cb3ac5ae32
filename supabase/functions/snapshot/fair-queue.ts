import { tooMany } from './refusal.ts';

/** Work waits its turn by whom it is for: a flood under one key delays nobody else's. */
export interface FairQueue {
  /**
   * Runs a task when it is its key's turn. Throws a 429 when too many of the key wait already; rejects with the signal's
   * reason, and never runs the task, when that comes first.
   */
  readonly run: <Result>(key: string, task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
  /** Tasks that wait or run. */
  readonly size: () => number;
}

export interface Limits {
  /** Tasks that run at once. */
  readonly atOnce: number;
  /** Tasks of one key that may wait. */
  readonly waiting: number;
}

/** Keys take turns, and each key's tasks keep their order. After each task there is a `pause`, for whoever waits elsewhere. */
export const createFairQueue = ({ atOnce, waiting }: Limits, pause: () => Promise<unknown>): FairQueue => {
  /** The key whose turn is next comes first. */
  const queues = new Map<string, Set<() => void>>();
  let running = 0;

  const startNext = (): void => {
    while (running < atOnce) {
      const [turn] = queues;
      if (!turn) return;
      const [key, tasks] = turn;
      const [start] = tasks;
      queues.delete(key);
      if (!start) continue;
      tasks.delete(start);
      if (tasks.size) queues.set(key, tasks);
      running += 1;
      start();
    }
  };

  return {
    run: async (key, task, signal) => {
      signal?.throwIfAborted();
      const tasks = queues.get(key) ?? new Set();
      if (tasks.size >= waiting) throw tooMany(1);
      const { promise: turn, resolve, reject: leave } = Promise.withResolvers<undefined>();
      const start = (): void => {
        resolve(undefined);
      };
      const abort = (): void => {
        // A task that has begun ends by itself.
        if (tasks.delete(start)) leave(signal?.reason);
      };
      tasks.add(start);
      queues.set(key, tasks);
      signal?.addEventListener('abort', abort);
      startNext();
      try {
        await turn;
      } finally {
        signal?.removeEventListener('abort', abort);
      }
      try {
        return await task();
      } finally {
        void pause().then(() => {
          running -= 1;
          startNext();
        });
      }
    },
    size: () => [...queues.values()].reduce((sum, tasks) => sum + tasks.size, running),
  };
};
