import { elapsedSeconds, type Clock } from '../../src/core/clock/count-up.ts';
import type { ShotClock } from '../../src/core/clock/shot.ts';
import type { Action } from '../../src/core/match/log.ts';

/** A table's clocks as the server folds them, and when each was moved last. */
export interface Clocks {
  readonly clock: Clock;
  readonly clockAtMillis: number;
  readonly shot: ShotClock | null;
  readonly shotAtMillis: number;
}

export const YEAR_SECONDS = 365 * 86_400;
export const STOPPED: Clock = { running: false, startedAtMillis: null, accumSeconds: 0 };

/** What was tapped so long before the last tap of its clock does nothing: the last one wins. */
const LATE_MILLIS = 5000;

/** The clock after an action; null when it has no effect. */
const moved = (clock: Clock, { kind, body }: Action, at: number): Clock | null => {
  switch (kind) {
    case 'clock.start':
      return clock.running ? null : { ...clock, running: true, startedAtMillis: at };
    case 'clock.stop':
      return clock.running
        ? { ...STOPPED, accumSeconds: Math.min(YEAR_SECONDS, Math.floor(elapsedSeconds(clock, at))) }
        : null;
    case 'clock.reset':
      return STOPPED;
    case 'clock.set':
      return { ...clock, accumSeconds: Number(body['n']), startedAtMillis: clock.running ? at : null };
    default:
      return null;
  }
};

/** The shot clock after an action; null when it has no effect. */
const shotMoved = (
  shot: ShotClock | null,
  { kind, body }: Action,
  at: number,
): { readonly shot: ShotClock | null } | null => {
  const n = Number(body['n']);
  switch (kind) {
    case 'shot.start': {
      const warnSeconds = Number(body['warn']);
      return { shot: { seconds: n, warnSeconds, endsAtMillis: at + n * 1000, leftSeconds: null } };
    }
    case 'shot.stop':
      return shot?.endsAtMillis == null
        ? null
        : {
            shot: {
              ...shot,
              endsAtMillis: null,
              leftSeconds: Math.max(0, shot.endsAtMillis - at) / 1000,
            },
          };
    case 'shot.extend':
      return (
        shot && {
          shot: {
            ...shot,
            seconds: shot.seconds + n,
            // What has run out is extended from now.
            endsAtMillis: shot.endsAtMillis === null ? null : Math.max(shot.endsAtMillis, at) + n * 1000,
            leftSeconds: shot.leftSeconds === null ? null : shot.leftSeconds + n,
          },
        }
      );
    case 'shot.off':
      return { shot: null };
    default:
      return null;
  }
};

/** The clocks after an action that was tapped at a time. */
export const foldClocks = (before: Clocks, action: Action, atMillis: number): Clocks => {
  const isShot = action.kind.startsWith('shot.');
  const last = isShot ? before.shotAtMillis : before.clockAtMillis;
  if (atMillis < last - LATE_MILLIS) return before;
  const at = Math.max(atMillis, last);
  if (isShot) {
    const after = shotMoved(before.shot, action, at);
    return after ? { ...before, ...after, shotAtMillis: at } : before;
  }
  const clock = moved(before.clock, action, at);
  return clock ? { ...before, clock, clockAtMillis: at } : before;
};
