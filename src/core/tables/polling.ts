import { backOffMillis } from '../back-off.ts';

/** While the server answers and the list is on screen. */
const STEADY_MILLIS = 5000;
const LONGEST_MILLIS = 60_000;

/** Milliseconds to the next poll after a number of consecutive failures; longer while the list is not on screen. */
export const nextLookMillis = (failures: number, isWatched = true): number =>
  failures === 0 && !isWatched ? LONGEST_MILLIS : backOffMillis(failures, STEADY_MILLIS, LONGEST_MILLIS);
