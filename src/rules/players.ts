import { limitName } from './name.ts';
import type { Field } from './corrections.ts';
import type { Body } from './read.ts';

/** What every game has: the players' names, as shown on boards. */
export interface Named {
  readonly p1: string;
  readonly p2: string;
}

/** A match's names: its players', and that of the event that it belongs to, such as a tournament and its round. */
export interface MatchNames extends Named {
  /** Default: none. */
  readonly event?: string;
}

const nameField = <State extends MatchNames>(name: keyof MatchNames): Field<State> => ({
  read: (state) => state[name] ?? '',
  write: (state, value) =>
    typeof value === 'string' && !limitName(value).cut
      ? { ...state, [name]: limitName(value).name }
      : undefined,
});

export const nameFields = <State extends MatchNames>(): Readonly<Record<keyof MatchNames, Field<State>>> => ({
  p1: nameField<State>('p1'),
  p2: nameField<State>('p2'),
  event: nameField<State>('event'),
});

/** A match's names alone. */
export const matchNames = ({ p1, p2, event = '' }: MatchNames): MatchNames => ({
  p1,
  p2,
  ...(event !== '' && { event }),
});

/** Reads the names in a format; null if invalid. */
export const readNames = ({ p1, p2, event }: Body): MatchNames | null =>
  typeof p1 === 'string' && typeof p2 === 'string'
    ? matchNames({
        p1: limitName(p1).name,
        p2: limitName(p2).name,
        ...(typeof event === 'string' && { event: limitName(event).name }),
      })
    : null;
