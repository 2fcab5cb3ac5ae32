import type { FairQueue } from '../_shared/fair-queue.ts';
import { tooMany } from '../_shared/refusal.ts';

/** Concurrent requests of one key or button: as many as its moves in ten seconds. */
const MOST_OPEN = 60;

/** The refusal of a key or button that is used too often. */
export const waitFor = (seconds: number): Error =>
  tooMany(seconds, 'Too many requests with this key: wait a moment.');

/** The refusal of a key or button that reached its storage limit for a day. */
export const fullDay = (seconds: number): Error =>
  tooMany(seconds, 'This key stored as much as it may in a day: Retry-After says when it can go on.');

/** Runs a task when its sender's turn comes. If the signal aborts first, rejects with its reason. */
export interface Turns {
  readonly run: <Result>(
    sender: string,
    signal: AbortSignal,
    task: () => Promise<Result>,
    /** The asking key or button. Throws a 429 if too many of its tasks are waiting. */
    secret?: string,
  ) => Promise<Result>;
}

/** Senders take turns. A sender with many secrets gets no more turns than others. */
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
