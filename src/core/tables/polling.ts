/** While the server answers: a list of tables is looked at, not watched. */
const STEADY_MILLIS = 5000;
const LONGEST_MILLIS = 60_000;

/** Milliseconds to the next look after so many that failed in a row. */
export const nextLookMillis = (failures: number): number =>
  Math.min(STEADY_MILLIS * 2 ** Math.max(0, failures - 1), LONGEST_MILLIS);
