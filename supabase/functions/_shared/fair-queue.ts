import { tooMany } from './refusal.ts';

/** Queues work per key and takes keys in turn, so a flood under one key doesn't delay the others. */
export interface FairQueue {
  /**
   * Runs a task when its key's turn comes. Throws a 429 if too many of this key's tasks are waiting. If the signal
   * aborts first, rejects with its reason and never runs the task.
   */
  readonly run: <Result>(key: string, task: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
  /** Tasks waiting or running. */
  readonly size: () => number;
}

export interface Limits {
  /** Concurrent tasks. */
  readonly atOnce: number;
  /** Concurrent tasks per key, where one that runs long must leave room for others. Default: as many as at once. */
  readonly ofOne?: number;
  /** Waiting tasks per key. */
  readonly waiting: number;
}

/** Keys take turns; each key's tasks stay in order. A `pause` after each task lets other work in. */
export const createFairQueue = (
  { atOnce, ofOne = atOnce, waiting }: Limits,
  pause: () => Promise<unknown>,
): FairQueue => {
  /** The next key comes first. */
  const queues = new Map<string, Set<() => void>>();
  const runningOf = new Map<string, number>();
  let running = 0;

  const count = (key: string, more: 1 | -1): void => {
    running += more;
    const own = (runningOf.get(key) ?? 0) + more;
    if (own) runningOf.set(key, own);
    else runningOf.delete(key);
  };

  const startNext = (): void => {
    for (const [key, tasks] of queues) {
      if (running >= atOnce) return;
      if ((runningOf.get(key) ?? 0) >= ofOne) continue;
      const [start] = tasks;
      // Set again, it comes last, and this loop reaches it again.
      queues.delete(key);
      if (!start) continue;
      tasks.delete(start);
      if (tasks.size) queues.set(key, tasks);
      count(key, 1);
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
        // A started task can't be cancelled.
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
          count(key, -1);
          startNext();
        });
      }
    },
    size: () => [...queues.values()].reduce((sum, tasks) => sum + tasks.size, running),
  };
};
