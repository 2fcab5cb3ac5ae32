import { isExpired, shotSecond, type ShotClock } from './shot.ts';

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

/** A shot clock at `nowMillis`, in server time. */
export const shotFace = (shot: ShotClock, nowMillis: number): ShotFace => {
  const seconds = shotSecond(shot, nowMillis);
  return {
    seconds,
    part: shot.seconds > 0 ? Math.min(1, seconds / shot.seconds) : 0,
    running: shot.endsAtMillis !== null,
    // By the second that is shown, so that colour and digits change together.
    low: seconds <= shot.warnSeconds,
    over: isExpired(shot, nowMillis),
  };
};
