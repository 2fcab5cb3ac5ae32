import { setImmediate } from 'node:timers/promises';
import {
  createFairQueue as createQueue,
  type FairQueue,
  type Limits,
} from '../functions/snapshot/fair-queue.ts';

/**
 * The event loop turns after each task: PGlite answers within the microtasks of one turn, so without that, whoever does not
 * wait here would wait for the last task.
 */
export const createFairQueue = (limits: Limits): FairQueue => createQueue(limits, () => setImmediate());
