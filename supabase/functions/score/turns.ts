import type { FairQueue } from '../_shared/fair-queue.ts';
import { tooMany } from '../_shared/refusal.ts';

/** Requests of one key or button that may be under way: as many as it may make moves in ten seconds. */
const MOST_OPEN = 60;

/** The refusal of a key or button that is used too often. */
export const waitFor = (seconds: number): Error =>
  tooMany(seconds, 'Too many requests with this key: wait a moment.');

/** The refusal of a key or button that stored as much as it may in a day. */
export const fullDay = (seconds: number): Error =>
  tooMany(seconds, 'This key stored as much as it may in a day: Retry-After says when it can go on.');

/** Runs a task when its sender's turn comes. The signal's abortion takes a waiting one out, with the signal's reason. */
export interface Turns {
  readonly run: <Result>(
    sender: string,
    signal: AbortSignal,
    task: () => Promise<Result>,
    /** The key or button that asks: of its tasks, only a few wait. Throws a 429. */
    secret?: string,
  ) => Promise<Result>;
}

/** Senders take turns, and one with many secrets has no more of them. */
export const createTurns = (queue: FairQueue, mostOpen = MOST_OPEN): Turns => {
  const open = new Map<string, number>();
  return {
    run: async (sender, signal, task, secret) => {
      if (secret === undefined) return queue.run(sender, task, signal);
      const count = open.get(secret) ?? 0;
      if (count >= mostOpen) throw waitFor(1);
      open.set(secret, count + 1);
      try {
        return await queue.run(sender, task, signal);
      } finally {
        const left = (open.get(secret) ?? 1) - 1;
        if (left) open.set(secret, left);
        else open.delete(secret);
      }
    },
  };
};
