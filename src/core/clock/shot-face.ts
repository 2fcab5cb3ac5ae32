import { isExpired, shotSecond, type ShotClock } from '../../rules/shot.ts';

/** A shot clock's display at one moment. */
export interface ShotFace {
  /** Whole seconds left, as displayed: a shot starts at its full time, and 0 means that time is up. */
  readonly seconds: number;
  /** The fraction of the shot that is left, 0 to 1: the length of a bar. */
  readonly part: number;
  readonly running: boolean;
  /** Whether it is within its warning time. */
  readonly low: boolean;
  /** Whether its time has run out. */
  readonly over: boolean;
}

/** A shot clock's display at `nowMillis`, in server time. */
export const shotFace = (shot: ShotClock, nowMillis: number): ShotFace => {
  const seconds = shotSecond(shot, nowMillis);
  return {
    seconds,
    part: shot.seconds > 0 ? Math.min(1, seconds / shot.seconds) : 0,
    running: shot.endsAtMillis !== null,
    // Based on the displayed second, so that colour and digits change together.
    low: seconds <= shot.warnSeconds,
    over: isExpired(shot, nowMillis),
  };
};
