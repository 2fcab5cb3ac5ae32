import { elapsedSeconds, formatClock, type Clock } from './count-up.ts';

/** The clock of a match, and its length in minutes; null if the match isn't timed. */
export interface MatchTime {
  readonly clock: Clock;
  readonly minutes: number | null;
}

/** Whether the clock matters: it has run, or the match is timed. */
export const isClockUsed = ({ clock, minutes }: MatchTime): boolean =>
  minutes !== null || clock.running || clock.accumSeconds >= 1;

/** Seconds left at `nowMillis`, in server time, never negative; null if the match isn't timed. */
const leftSeconds = ({ clock, minutes }: MatchTime, nowMillis: number): number | null =>
  minutes === null ? null : Math.max(0, minutes * 60 - elapsedSeconds(clock, nowMillis));

/** Whether a match's time is up. The match only ends once the scorer confirms it. */
export const isTimeUp = (time: MatchTime, nowMillis: number): boolean => leftSeconds(time, nowMillis) === 0;

/**
 * The second that a match's clock shows: time played, or time left. Rounded so that 0 left means that the time is up.
 */
export const shownSecond = (time: MatchTime, nowMillis: number): number =>
  Math.ceil(leftSeconds(time, nowMillis) ?? Math.floor(elapsedSeconds(time.clock, nowMillis)));

/** The shown second as hh:mm:ss. */
export const matchTimeText = (time: MatchTime, nowMillis: number): string =>
  formatClock(shownSecond(time, nowMillis));

/** The time played, or left, as h:mm. A minute that has begun counts as left, so that 0:00 means that the time is up. */
export const matchMinutesText = (time: MatchTime, nowMillis: number): string => {
  const seconds = shownSecond(time, nowMillis);
  const minutes = time.minutes === null ? Math.floor(seconds / 60) : Math.ceil(seconds / 60);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
};

/** Milliseconds from `nowMillis` until the shown second changes; null if it doesn't. */
export const millisToNextShown = (time: MatchTime, nowMillis: number): number | null => {
  if (!time.clock.running) return null;
  const left = leftSeconds(time, nowMillis);
  if (left === null) return 1000 - ((elapsedSeconds(time.clock, nowMillis) * 1000) % 1000);
  return left === 0 ? null : (left * 1000) % 1000 || 1000;
};

/** The seconds counted by a clock that shows `second`; null if it can't show that. */
export const countedAt = ({ minutes }: Pick<MatchTime, 'minutes'>, second: number): number | null => {
  const counted = minutes === null ? second : minutes * 60 - second;
  return counted < 0 ? null : counted;
};
