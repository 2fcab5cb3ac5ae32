import { westernNumber } from '../../rules/number.ts';

/** A match clock: the seconds counted before the current run, and when that run began, in server time. */
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

/** The longest time a clock can show: a year, in seconds. */
const MOST_SECONDS = 31_536_000;

/** Parses a typed time, hours:minutes:seconds or minutes:seconds, into seconds; null for anything else. */
export const parseClock = (text: string): number | null => {
  const parts = /^(?:(?<hours>\d{1,4}):)?(?<minutes>\d{1,4}):(?<seconds>[0-5]\d)$/.exec(
    westernNumber(text),
  )?.groups;
  if (!parts || (parts['hours'] !== undefined && Number(parts['minutes']) > 59)) return null;
  const total = Number(parts['hours'] ?? 0) * 3600 + Number(parts['minutes']) * 60 + Number(parts['seconds']);
  return total <= MOST_SECONDS ? total : null;
};
