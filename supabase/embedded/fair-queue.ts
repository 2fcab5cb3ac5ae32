import { setImmediate } from 'node:timers/promises';
import {
  createFairQueue as createQueue,
  type FairQueue,
  type Limits,
} from '../functions/snapshot/fair-queue.ts';

/** The event loop turns after each task: whoever does not wait here would wait for all of those that never wait themselves. */
export const createFairQueue = (limits: Limits): FairQueue => createQueue(limits, () => setImmediate());
