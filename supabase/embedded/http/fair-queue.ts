import { setImmediate } from 'node:timers/promises';
import {
  createFairQueue as createQueue,
  type FairQueue,
  type Limits,
} from '../../functions/_shared/fair-queue.ts';

/** Yields to the event loop after each task, so tasks that never await don't block requests that don't queue. */
export const createFairQueue = (limits: Limits): FairQueue => createQueue(limits, () => setImmediate());
