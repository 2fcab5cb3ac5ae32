/** While the server answers, and somebody looks at the list. */
const STEADY_MILLIS = 5000;
const LONGEST_MILLIS = 60_000;

/** Milliseconds to the next look after so many that failed in a row; nobody waits for it when nobody looks. */
export const nextLookMillis = (failures: number, isWatched = true): number =>
  failures === 0 && !isWatched
    ? LONGEST_MILLIS
    : Math.min(STEADY_MILLIS * 2 ** Math.max(0, failures - 1), LONGEST_MILLIS);
