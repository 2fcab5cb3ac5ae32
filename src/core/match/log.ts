import type { Body } from '../rules/read.ts';

/** One thing that somebody did, as their device makes it. */
export interface Action {
  /** Made by the device; the same action sent twice is stored once. */
  readonly id: string;
  readonly kind: string;
  readonly body: Body;
}

/** An action in the server's order. */
export interface Entry extends Action {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** When it was done, in server time: milliseconds since the epoch. */
  readonly atMillis: number;
  /** Who did it: an account's or a scorer link's id; null when neither is known any more. */
  readonly by: string | null;
}

/** What was done to another action. `body.t` is that action's id. */
export const AMENDMENTS = ['undo', 'redo', 'replace'] as const;
export type Amendment = (typeof AMENDMENTS)[number];

export const isAmendment = (kind: string): kind is Amendment =>
  (AMENDMENTS as readonly string[]).includes(kind);

/** Clocks are folded by the server, and are neither undone nor a reason to refuse anything. */
export const isClockKind = (kind: string): boolean => kind.startsWith('clock.') || kind.startsWith('shot.');

/** The id that an amendment names; null when it names none. */
export const targetOf = ({ body }: Pick<Action, 'body'>): string | null =>
  typeof body['t'] === 'string' ? body['t'] : null;

/** A move of a game as an action has it. */
export const toAction = ({ kind, ...body }: { readonly kind: string }): Pick<Action, 'kind' | 'body'> => ({
  kind,
  body,
});
