import type { Position } from './fold.ts';
import { isAmendment, isClockKind, type Entry, type KnownAction } from '../../rules/log.ts';
import type { SentAction } from './protocol.ts';
import type { Refusal } from '../../rules/rules.ts';

/** A moment by both of a device's clocks: the adjustable one, and the page's monotonic one. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly wallMillis: number;
  /** Milliseconds since the page was loaded; never jumps. */
  readonly steadyMillis: number;
  /** Identifies the page load that `steadyMillis` counts from. */
  readonly life: string;
}

/** Milliseconds since a tap, even if the device's clock was set back meanwhile; never negative. */
export const agoMillis = (tap: Moment, now: Moment): number =>
  Math.max(
    0,
    now.wallMillis - tap.wallMillis,
    now.life === tap.life ? now.steadyMillis - tap.steadyMillis : 0,
  );

/**
 * Where an action was made, which decides how failures are handled. The pad asks about actions that no longer fit, and
 * retries failed requests. The desk gets its actions back and shows the failure, and the user tries again.
 */
export type Origin = 'pad' | 'desk';

/** An action of this device that isn't in its copy of the log yet. */
export interface PendingAction extends KnownAction {
  readonly seq: null;
  readonly own: true;
  readonly origin: Origin;
  readonly tap: Moment;
  /** Increases with every action, across all tabs of a browser. */
  readonly order: number;
  /** The log's last seq when the action was tapped, or when it was last found to fit. */
  readonly seqAtTap: number;
  /** The position that the user saw when tapping. Without strokes, any number of them fits. */
  readonly positionAtTap: Omit<Position, 'strokes'> & Partial<Position>;
}

/** The desk's actions are for the table, so they go to whichever match is current. */
export const isOfDesk = ({ origin }: PendingAction): boolean => origin === 'desk';

/** An action as it is sent at `now`. */
export const sentAction = (action: PendingAction, now: Moment): SentAction => {
  const { id, kind, body, tap } = action;
  return { id, kind, body, agoMillis: agoMillis(tap, now), onlyCurrent: isOfDesk(action) };
};

/** An entry as this device knows it. */
export interface LoggedAction extends Entry, KnownAction {
  readonly seq: number;
  readonly by: string | null;
}

/** Actions of this device that no longer fit, asked about as one question. */
export interface Question {
  /** The id of its first action. */
  readonly id: string;
  readonly actions: readonly PendingAction[];
  /** Why the first of them doesn't fit. */
  readonly reason: Refusal;
}

const deviceOf = (id: string): string => id.replaceAll('-', '').slice(0, 12).toLowerCase();

/** Notes whether `device` made an entry: its twelve hex digits start the ids of all its actions. */
export const logged = (entry: Entry, device: string): LoggedAction => ({
  ...entry,
  own: deviceOf(entry.id) === device,
});

/** Whether an action is tied to a position; corrections name the values that they replace instead. */
export const isMove = (kind: string): boolean => kind !== 'set' && !isAmendment(kind) && !isClockKind(kind);
