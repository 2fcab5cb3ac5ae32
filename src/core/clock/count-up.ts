/** A match clock: seconds counted before the current run, and when that run began in server time. */
export interface Clock {
  readonly running: boolean;
  /** Milliseconds since the epoch; null exactly while the clock is stopped. */
  readonly startedAtMillis: number | null;
  readonly accumSeconds: number;
}

/** Seconds on the clock at `nowMillis`, in server time; never negative. */
export const elapsedSeconds = (clock: Clock, nowMillis: number): number =>
  Math.max(
    0,
    clock.accumSeconds +
      (clock.startedAtMillis === null ? 0 : Math.max(0, nowMillis - clock.startedAtMillis) / 1000),
  );

/** Whole seconds as hh:mm:ss; hours grow beyond two digits. */
export const formatClock = (seconds: number): string => {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
};

/** Milliseconds from `nowMillis` until the displayed text changes; null while the clock stands still. */
export const millisToNextSecond = (clock: Clock, nowMillis: number): number | null =>
  clock.running ? 1000 - ((elapsedSeconds(clock, nowMillis) * 1000) % 1000) : null;

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
