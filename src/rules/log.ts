import type { Body } from './read.ts';

/** A single user action, as created by their device. */
export interface Action {
  /** Chosen by the device; an action sent twice is stored once. */
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
}

/** An action in the server's order. */
export interface Entry extends Action {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** When it happened, in server time: milliseconds since the epoch. */
  readonly atMillis: number;
  /**
   * The id of the account, device or scorer link that made it; null if that was deleted, or is hidden from this device.
   */
  readonly by: string | null;
  /** The venue's name for that device, sent only to the venue's own screens. */
  readonly byName?: string;
}

/** An action as this device knows it, stored or not. */
export interface KnownAction extends Action {
  /** Its place in the server's order; null while it is pending. */
  readonly seq: number | null;
  /** When it happened, in server time: milliseconds since the epoch. */
  readonly atMillis: number;
  /** The id of the account, device or scorer link that made it; null while it is pending, or if unknown. */
  readonly by: string | null;
  /** The venue's name for that device, sent only to the venue's own screens. */
  readonly byName?: string;
  /** Whether this device made it. */
  readonly own: boolean;
}

/** Actions that amend another one, whose id is `body.t`. */
export const AMENDMENTS = ['undo', 'redo', 'replace'] as const;
export type Amendment = (typeof AMENDMENTS)[number];

export const isAmendment = (kind: string): kind is Amendment =>
  (AMENDMENTS as readonly string[]).includes(kind);

/** Clock actions are folded by the server. They can't be undone, and never cause a refusal. */
export const isClockKind = (kind: string): boolean => kind.startsWith('clock.') || kind.startsWith('shot.');

/** The id of the action being amended; null if missing. */
export const targetOf = ({ body }: Pick<Action, 'body'>): string | null =>
  typeof body['t'] === 'string' ? body['t'] : null;

/** Splits a game's move into an action's kind and body. */
export const toAction = ({ kind, ...body }: { readonly kind: string }): Pick<Action, 'kind' | 'body'> => ({
  kind,
  body,
});
