/**
 * The delay before retrying, the same everywhere: `first` milliseconds, doubled with each further failure in a row, at
 * most `most`.
 *
 * Self-contained on purpose: screens inline this function's source (`CannotRun.astro`).
 */
export const backOffMillis = (failures: number, first: number, most: number): number =>
  Math.min(first * 2 ** Math.max(0, failures - 1), most);

/** A delay spread by a fifth either way, so that devices don't ask together. `chance` is random, from 0 to 1. */
export const spreadMillis = (millis: number, chance: number): number => millis * (0.8 + 0.4 * chance);
