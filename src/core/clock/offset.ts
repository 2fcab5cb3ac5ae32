/** How far server time is ahead of this device's, with the largest error that the measurement allows. */
export interface ServerOffset {
  readonly offsetMillis: number;
  readonly errorMillis: number;
  /** When it was measured, in device time. */
  readonly atMillis: number;
}

/** Upper bound on the relative drift between two ordinary quartz clocks. */
const DRIFT = 1e-4;

/**
 * Estimates the offset from one round trip: the server read its clock at some moment between sending and
 * receiving, so the error is at most half the round trip (Cristian's algorithm).
 */
export const measureOffset = (
  sentMillis: number,
  receivedMillis: number,
  serverMillis: number,
): ServerOffset => ({
  offsetMillis: serverMillis - (sentMillis + receivedMillis) / 2,
  errorMillis: Math.max(0, receivedMillis - sentMillis) / 2,
  atMillis: receivedMillis,
});

/**
 * Picks the offset with the smaller error; an older one's error grows with drift. If the two contradict each
 * other, the device slept or its clock was changed, so the fresh one wins.
 */
export const betterOffset = (known: ServerOffset | null, fresh: ServerOffset): ServerOffset => {
  if (!known) return fresh;
  const knownError = known.errorMillis + Math.max(0, fresh.atMillis - known.atMillis) * DRIFT;
  const contradicts = Math.abs(known.offsetMillis - fresh.offsetMillis) > knownError + fresh.errorMillis + 1;
  return contradicts || fresh.errorMillis <= knownError ? fresh : known;
};
