import { isAmendment, isClockKind, type Entry, type KnownAction } from '../match/log.ts';
import type { SentAction } from '../match/protocol.ts';
import type { Refusal, Side } from '../rules/rules.ts';

/** A moment by both clocks of a device: one that people set, and one that counts while this page lives. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly wallMillis: number;
  /** Milliseconds since some beginning, which never jump. */
  readonly steadyMillis: number;
  /** Names the page that counts `steadyMillis`. */
  readonly life: string;
}

/** How long ago something was tapped, whatever was done to the device's clock meanwhile: never less than nothing. */
export const agoMillis = (tap: Moment, now: Moment): number =>
  Math.max(
    0,
    now.wallMillis - tap.wallMillis,
    now.life === tap.life ? now.steadyMillis - tap.steadyMillis : 0,
  );

/** Where in a match a move belongs. */
export interface Position {
  /** Racks or frames that were given. */
  readonly given: number;
  /** Who was at the table. */
  readonly turn: Side | null;
}

/**
 * Where an action was made, which is where it goes back to: the pad asks the person what to do with one that no longer
 * fits, and sends what was refused later; the desk shows at once what wasn't done, and has the person press again.
 */
export type Origin = 'pad' | 'desk';

/** An action of this device that the server has not, as far as this device knows. */
export interface PendingAction extends KnownAction {
  readonly seq: null;
  readonly own: true;
  readonly origin: Origin;
  readonly tap: Moment;
  /** Increases from one to the next, across a browser's tabs. */
  readonly order: number;
  /** The last entry that this device had when it was tapped, or that it was found to fit after since. */
  readonly seen: number;
  /** The place that the person saw when they tapped. */
  readonly saw: Position;
}

/** The desk's actions are meant for the table, whichever match is the current one there. */
export const isOfDesk = ({ origin }: PendingAction): boolean => origin === 'desk';

/** An action as it's sent. */
export const sentAction = (action: PendingAction, now: Moment): SentAction => {
  const { id, kind, body, tap } = action;
  return { id, kind, body, agoMillis: agoMillis(tap, now), onlyCurrent: isOfDesk(action) };
};

/** An entry as a history shows it. */
export interface LoggedAction extends Entry, KnownAction {
  readonly seq: number;
  readonly by: string | null;
}

/** Actions of this device that no longer fit what happened meanwhile: one question to the person. */
export interface Question {
  /** The id of its first action. */
  readonly id: string;
  readonly actions: readonly PendingAction[];
  /** Why they don't fit: a key of the texts with values. */
  readonly reason: Refusal;
}

const deviceOf = (id: string): string => id.replaceAll('-', '').slice(0, 12).toLowerCase();

/** An entry with whether `device` made it: its twelve hex digits begin the ids of all that it makes. */
export const logged = (entry: Entry, device: string): LoggedAction => ({
  ...entry,
  own: deviceOf(entry.id) === device,
});

/** Whether an action is a move at one place of a match; a correction names the values that it was meant for instead. */
export const isMove = (kind: string): boolean => kind !== 'set' && !isAmendment(kind) && !isClockKind(kind);
