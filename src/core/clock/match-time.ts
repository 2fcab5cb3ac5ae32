import { elapsedSeconds, formatClock, type Clock } from './count-up.ts';

/** The clock of a match, and the minutes it is played for; null if it doesn't end by time. */
export interface MatchTime {
  readonly clock: Clock;
  readonly minutes: number | null;
}

/** Whether its clock says anything: it has run, or there is time to play. */
export const isClockUsed = ({ clock, minutes }: MatchTime): boolean =>
  minutes !== null || clock.running || clock.accumSeconds >= 1;

/** Seconds left at `nowMillis`, in server time; null if the match doesn't end by time, never negative. */
const leftSeconds = ({ clock, minutes }: MatchTime, nowMillis: number): number | null =>
  minutes === null ? null : Math.max(0, minutes * 60 - elapsedSeconds(clock, nowMillis));

/** Whether a match's time is up; it ends only when somebody says so. */
export const isTimeUp = (time: MatchTime, nowMillis: number): boolean => leftSeconds(time, nowMillis) === 0;

/** The whole second that a match's clock shows: time played, or time left, which is 0 only when it is up. */
export const shownSecond = (time: MatchTime, nowMillis: number): number =>
  Math.ceil(leftSeconds(time, nowMillis) ?? Math.floor(elapsedSeconds(time.clock, nowMillis)));

/** The same as hh:mm:ss. */
export const matchTimeText = (time: MatchTime, nowMillis: number): string =>
  formatClock(shownSecond(time, nowMillis));

/** Milliseconds from `nowMillis` until the shown second changes; null if it doesn't. */
export const millisToNextShown = (time: MatchTime, nowMillis: number): number | null => {
  if (!time.clock.running) return null;
  const left = leftSeconds(time, nowMillis);
  if (left === null) return 1000 - ((elapsedSeconds(time.clock, nowMillis) * 1000) % 1000);
  return left === 0 ? null : (left * 1000) % 1000 || 1000;
};

/** The seconds that a clock has counted when it shows `second`; null if it can't show that. */
export const countedAt = ({ minutes }: Pick<MatchTime, 'minutes'>, second: number): number | null => {
  const counted = minutes === null ? second : minutes * 60 - second;
  return counted < 0 ? null : counted;
};
