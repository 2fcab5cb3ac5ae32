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
  /** Waiting tasks per key. */
  readonly waiting: number;
}

/** Keys take turns; each key's tasks stay in order. A `pause` after each task lets other work in. */
export const createFairQueue = ({ atOnce, waiting }: Limits, pause: () => Promise<unknown>): FairQueue => {
  /** The next key comes first. */
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
          running -= 1;
          startNext();
        });
      }
    },
    size: () => [...queues.values()].reduce((sum, tasks) => sum + tasks.size, running),
  };
};
