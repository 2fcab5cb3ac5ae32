/** How far server time is ahead of this device's, with the largest error that the measurement allows. */
export interface ServerOffset {
  readonly offsetMillis: number;
  readonly errorMillis: number;
  /** When it was measured, in device time. */
  readonly atMillis: number;
}

/** Ordinary quartz clocks drift apart by less than this part of the time that passes. */
const DRIFT = 1e-4;

/**
 * The offset that one round trip shows: the server read its clock at some moment between sending and
 * receiving, so half the round trip is the largest error (Cristian's algorithm).
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
 * The better of a known offset and a fresh one: the one with the smaller error, where an old one's error
 * grows by drift. When the two contradict each other the device slept or its clock was set: the fresh one.
 */
export const betterOffset = (known: ServerOffset | null, fresh: ServerOffset): ServerOffset => {
  if (!known) return fresh;
  const knownError = known.errorMillis + Math.max(0, fresh.atMillis - known.atMillis) * DRIFT;
  const contradicts = Math.abs(known.offsetMillis - fresh.offsetMillis) > knownError + fresh.errorMillis + 1;
  return contradicts || fresh.errorMillis <= knownError ? fresh : known;
};
