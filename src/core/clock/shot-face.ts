import type { ShotClock } from './shot.ts';

/** What is read off a shot clock at one moment. */
export interface ShotFace {
  /** Whole seconds left, as its digits say them: a shot begins with all of its seconds, and 0 means that it is over. */
  readonly seconds: number;
  /** How much of the shot these seconds are, 0 to 1: the length of a bar. */
  readonly part: number;
  readonly running: boolean;
  /** No more is left than it warns with. */
  readonly low: boolean;
  /** Its time has run out. */
  readonly over: boolean;
}

const leftMillis = ({ endsAtMillis, leftSeconds }: ShotClock, nowMillis: number): number =>
  Math.max(0, endsAtMillis === null ? (leftSeconds ?? 0) * 1000 : endsAtMillis - nowMillis);

/** A shot clock at `nowMillis`, in server time. */
export const shotFace = (shot: ShotClock, nowMillis: number): ShotFace => {
  const seconds = Math.ceil(leftMillis(shot, nowMillis) / 1000);
  return {
    seconds,
    part: shot.seconds > 0 ? Math.min(1, seconds / shot.seconds) : 0,
    running: shot.endsAtMillis !== null,
    low: seconds <= shot.warnSeconds,
    over: seconds === 0,
  };
};

/** Milliseconds from `nowMillis` until the face changes; null while it stands still. */
export const millisToNextFace = (shot: ShotClock, nowMillis: number): number | null => {
  const left = leftMillis(shot, nowMillis);
  return shot.endsAtMillis === null || left === 0 ? null : left - (Math.ceil(left / 1000) - 1) * 1000;
};
