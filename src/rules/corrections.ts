import { refuse, type Change, type Refusal } from './rules.ts';

/** Corrections by field name. `{"s1": {"from": 3, "to": 4}}` */
export type Changes = Readonly<Record<string, Change<unknown>>>;

/** How a correctable value is read and written. */
export interface Field<State> {
  readonly read: (state: State) => unknown;
  /** The state with the new value; undefined if the value is invalid. */
  readonly write: (state: State, value: unknown) => State | undefined;
}

/**
 * Corrects values by hand, even against the rules, because the scorer can see the table. If a value is neither the one
 * the scorer saw nor the one they want, another device changed it, and the correction is refused.
 */
export const correct = <State>(
  state: State,
  changes: Changes,
  fields: Readonly<Record<string, Field<State>>>,
): State | Refusal => {
  let next = state;
  for (const [name, { from, to }] of Object.entries(changes)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return refuse('unknownField', { field: name });
    const shown = field.read(state);
    if (shown !== from && shown !== to) return refuse('changedElsewhere', { field: name });
    const written = field.write(next, to);
    if (written === undefined) return refuse('outOfRange', { field: name });
    next = written;
  }
  return next;
};

/** The value of a field; undefined for an unknown field. */
export const shownIn =
  <State>(fields: Readonly<Record<string, Field<State>>>) =>
  (state: State, name: string): unknown =>
    Object.hasOwn(fields, name) ? fields[name]?.read(state) : undefined;

/** A field for a number within limits. */
export const numberField = <State>(
  { min, max, whole = true }: { readonly min: number; readonly max: number; readonly whole?: boolean },
  read: (state: State) => number,
  write: (state: State, value: number) => State,
): Field<State> => ({
  read,
  write: (state, value) =>
    typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value))
      ? write(state, value)
      : undefined,
});

/** A field for one of a fixed set of choices. */
export const choiceField = <State, Choice>(
  choices: readonly Choice[],
  read: (state: State) => Choice,
  write: (state: State, value: Choice) => State,
): Field<State> => ({
  read,
  write: (state, value) => {
    const choice = choices.find((one) => one === value);
    return choice === undefined ? undefined : write(state, choice);
  },
});
