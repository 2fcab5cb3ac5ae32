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

const moved = (clock: Clock, { kind, body }: Action, at: number): Clock => {
  switch (kind) {
    case 'clock.start':
      return clock.running ? clock : { ...clock, running: true, startedAtMillis: at };
    case 'clock.stop':
      return clock.running
        ? { ...STOPPED, accumSeconds: Math.min(YEAR_SECONDS, Math.floor(elapsedSeconds(clock, at))) }
        : clock;
    case 'clock.reset':
      return clock.running || clock.accumSeconds > 0 ? STOPPED : clock;
    case 'clock.set':
      return { ...clock, accumSeconds: Number(body['n']), startedAtMillis: clock.running ? at : null };
    default:
      return clock;
  }
};

const shotMoved = (shot: ShotClock | null, { kind, body }: Action, at: number): ShotClock | null => {
  const n = Number(body['n']);
  switch (kind) {
    case 'shot.start':
      return {
        seconds: n,
        warnSeconds: Number(body['warn']),
        endsAtMillis: at + n * 1000,
        leftSeconds: null,
      };
    case 'shot.stop':
      return shot?.endsAtMillis == null
        ? shot
        : { ...shot, endsAtMillis: null, leftSeconds: Math.max(0, shot.endsAtMillis - at) / 1000 };
    case 'shot.extend':
      return (
        shot && {
          ...shot,
          seconds: shot.seconds + n,
          endsAtMillis: shot.endsAtMillis === null ? null : shot.endsAtMillis + n * 1000,
          leftSeconds: shot.leftSeconds === null ? null : shot.leftSeconds + n,
        }
      );
    default:
      return null;
  }
};

/** The clocks after an action that was tapped at a time. */
export const foldClocks = (before: Clocks, action: Action, atMillis: number): Clocks => {
  if (action.kind.startsWith('clock.')) {
    if (atMillis < before.clockAtMillis - LATE_MILLIS) return before;
    const at = Math.max(atMillis, before.clockAtMillis);
    const clock = moved(before.clock, action, at);
    return clock === before.clock ? before : { ...before, clock, clockAtMillis: at };
  }
  if (action.kind.startsWith('shot.')) {
    if (atMillis < before.shotAtMillis - LATE_MILLIS) return before;
    const at = Math.max(atMillis, before.shotAtMillis);
    const shot = shotMoved(before.shot, action, at);
    return shot === before.shot ? before : { ...before, shot, shotAtMillis: at };
  }
  return before;
};
