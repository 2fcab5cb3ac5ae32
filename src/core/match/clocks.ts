import { elapsedSeconds, type Clock } from '../clock/count-up.ts';
import type { ShotClock } from '../../rules/shot.ts';
import { isClockKind, type Action } from '../../rules/log.ts';
import { seqOf, type MatchState } from './state.ts';

/* Folds clocks like the server's `private.fold_clock`, so that this device's own actions show at once. */

export interface Clocks {
  readonly clock: Clock;
  /** When the clock last moved, in server time. */
  readonly clockAtMillis: number;
  readonly shot: ShotClock | null;
  readonly shotAtMillis: number;
}

const YEAR_SECONDS = 365 * 86_400;
/** An action tapped this long before the last one applied is ignored: the latest tap wins. */
const OUTDATED_MILLIS = 5000;

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const movedClock = (clock: Clock, { kind, body }: Pick<Action, 'kind' | 'body'>, atMillis: number): Clock => {
  switch (kind) {
    case 'clock.start':
      return clock.running ? clock : { ...clock, running: true, startedAtMillis: atMillis };
    case 'clock.stop':
      return clock.running
        ? {
            running: false,
            startedAtMillis: null,
            accumSeconds: Math.min(YEAR_SECONDS, Math.floor(elapsedSeconds(clock, atMillis))),
          }
        : clock;
    case 'clock.reset':
      return { running: false, startedAtMillis: null, accumSeconds: 0 };
    case 'clock.set': {
      const accumSeconds = numberIn(body['n']);
      if (accumSeconds === null) return clock;
      return { ...clock, accumSeconds, startedAtMillis: clock.running ? atMillis : null };
    }
    default:
      return clock;
  }
};

/** The shot clock after an action; undefined if that has no effect. */
const movedShot = (
  shot: ShotClock | null,
  { kind, body }: Pick<Action, 'kind' | 'body'>,
  atMillis: number,
): ShotClock | null | undefined => {
  if (kind === 'shot.off') return null;
  const n = numberIn(body['n']);
  if (kind === 'shot.start') {
    const warnSeconds = numberIn(body['warn']) ?? 0;
    return n === null
      ? undefined
      : { seconds: n, warnSeconds, endsAtMillis: atMillis + n * 1000, leftSeconds: null };
  }
  if (!shot) return undefined;
  const { seconds, endsAtMillis, leftSeconds } = shot;
  if (kind === 'shot.stop') {
    return endsAtMillis === null
      ? undefined
      : { ...shot, endsAtMillis: null, leftSeconds: Math.max(0, endsAtMillis - atMillis) / 1000 };
  }
  if (kind !== 'shot.extend' || n === null) return undefined;
  return {
    ...shot,
    seconds: seconds + n,
    // An expired clock is extended from now.
    endsAtMillis: endsAtMillis === null ? null : Math.max(endsAtMillis, atMillis) + n * 1000,
    leftSeconds: leftSeconds === null ? null : leftSeconds + n,
  };
};

/** The clocks after an action made at `atMillis`, in server time. Other kinds of actions change nothing. */
export const foldClocks = (
  clocks: Clocks,
  action: Pick<Action, 'kind' | 'body'>,
  atMillis: number,
): Clocks => {
  const { clock, clockAtMillis, shot, shotAtMillis } = clocks;
  if (action.kind.startsWith('clock.')) {
    if (atMillis < clockAtMillis - OUTDATED_MILLIS) return clocks;
    const effectiveMillis = Math.max(atMillis, clockAtMillis);
    const moved = movedClock(clock, action, effectiveMillis);
    return moved === clock ? clocks : { ...clocks, clock: moved, clockAtMillis: effectiveMillis };
  }
  if (!action.kind.startsWith('shot.') || atMillis < shotAtMillis - OUTDATED_MILLIS) return clocks;
  const effectiveMillis = Math.max(atMillis, shotAtMillis);
  const moved = movedShot(shot, action, effectiveMillis);
  return moved === undefined ? clocks : { ...clocks, shot: moved, shotAtMillis: effectiveMillis };
};

export const STOPPED: Clock = { running: false, startedAtMillis: null, accumSeconds: 0 };

/** A match's clocks, including this device's own actions; in server time. */
export const clocksOf = (state: MatchState): Pick<Clocks, 'clock' | 'shot'> => {
  const { board, record, log, clocks } = state;
  const began = record?.startedAtMillis ?? 0;
  const shown = board?.seq ?? 0;
  // Actions that the board already includes only show when the clocks last moved.
  let folded: Clocks = { clock: STOPPED, clockAtMillis: began, shot: null, shotAtMillis: began };
  for (const { kind, body, atMillis } of log.actions.slice(0, shown)) {
    if (isClockKind(kind)) folded = foldClocks(folded, { kind, body }, atMillis);
  }
  if (board) folded = { ...folded, clock: board.clock, shot: board.shot };
  for (const action of [...(seqOf(state) > shown ? log.actions.slice(shown) : []), ...clocks]) {
    if (isClockKind(action.kind)) folded = foldClocks(folded, action, Math.max(began, action.atMillis));
  }
  return { clock: folded.clock, shot: folded.shot };
};
