import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Property } from './broken.ts';
import type { Evening } from './evening.ts';

/** What came of the evening from a seed. */
export interface Played {
  readonly seed: number;
  readonly evening: Evening | null;
  /** The property is null where it was another error. */
  readonly broken: { readonly property: Property | null; readonly what: string } | null;
}

/** How evenings are played. */
export interface Playing {
  /** The name of a fault to put into the code. */
  readonly mutant?: string;
  /** Whether some devices have pages of the last release. */
  readonly isOld?: boolean;
}

/** Plays evenings on all processors, until one returns false. */
export const playAll = async (
  seeds: readonly number[],
  onPlayed: (played: Played) => boolean,
  { workers = availableParallelism(), ...playing }: Playing & { readonly workers?: number } = {},
): Promise<void> => {
  const left = [...seeds];
  const play = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('worker.ts', import.meta.url), {
        workerData: playing,
        // What most evenings make is gone soon.
        resourceLimits: { maxYoungGenerationSizeMb: 128 },
      });
      const next = (): void => {
        const seed = left.shift();
        if (seed === undefined) void worker.terminate().then(() => resolve());
        else worker.postMessage(seed);
      };
      worker.on('message', (played: Played) => {
        if (!onPlayed(played)) left.length = 0;
        next();
      });
      worker.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, play));
};
