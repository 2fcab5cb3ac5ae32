import { limitName } from './name.ts';
import type { Field } from './corrections.ts';
import type { Body } from './read.ts';

/** What every game has: the players' names, as shown on boards. */
export interface Named {
  readonly p1: string;
  readonly p2: string;
}

const nameField = <State extends Named>(name: keyof Named): Field<State> => ({
  read: (state) => state[name],
  write: (state, value) =>
    typeof value === 'string' && !limitName(value).cut
      ? { ...state, [name]: limitName(value).name }
      : undefined,
});

export const nameFields = <State extends Named>(): { p1: Field<State>; p2: Field<State> } => ({
  p1: nameField<State>('p1'),
  p2: nameField<State>('p2'),
});

/** Reads the names in a format; null if invalid. */
export const readNames = (format: Body): Named | null => {
  const { p1, p2 } = format;
  return typeof p1 === 'string' && typeof p2 === 'string'
    ? { p1: limitName(p1).name, p2: limitName(p2).name }
    : null;
};
