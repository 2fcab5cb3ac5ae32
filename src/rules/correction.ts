import type { Changes } from './corrections.ts';
import { westernNumber } from './number.ts';
import { limitName } from './name.ts';

/** How a value is entered. */
export type CorrectionKind =
  | { readonly type: 'name' }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'side' }
  | { readonly type: 'flag' }
  /** A fixed set of choices, with their texts under `texts`. */
  | {
      readonly type: 'choice';
      readonly texts: 'balls' | 'breaks' | 'sets';
      readonly choices: readonly string[];
    };

export interface Correction {
  /** The field's name in `set`. */
  readonly field: string;
  readonly kind: CorrectionKind;
}

/** A group of values, headed by a text of `correct`. */
export interface CorrectionGroup {
  readonly group: 'names' | 'match' | 'frame';
  readonly fields: readonly Correction[];
}

/** A number from `min` to `max` that can be corrected by hand. */
export const numberOf = (field: string, max: number, min = 0): Correction => ({
  field,
  kind: { type: 'number', min, max },
});

const NAMES: CorrectionGroup = {
  group: 'names',
  fields: ['p1', 'p2', 'event'].map((field) => ({ field, kind: { type: 'name' } })),
};

/** The part of a game with its correctable values. */
interface Correctable {
  readonly corrections: readonly CorrectionGroup[];
  readonly shown: (state: object, field: string) => unknown;
}

/**
 * The values that can be corrected now. Fields without a value, such as the player at the table after a frame, are left
 * out.
 */
export const corrections = (game: Correctable, state: object): readonly CorrectionGroup[] =>
  [...game.corrections, NAMES].flatMap(({ group, fields }) => {
    const own = fields.filter(({ field }) => ![undefined, null].includes(game.shown(state, field) as null));
    return own.length > 0 ? [{ group, fields: own }] : [];
  });

/** Parses the text typed in a field; undefined if it should be a number and isn't. */
export const typedValue = ({ type }: CorrectionKind, typed: string): unknown => {
  if (type === 'name') return limitName(typed).name;
  if (type === 'flag') return typed === 'true';
  if (type !== 'number') return typed;
  const number = westernNumber(typed);
  return /^-?\d{1,4}(\.\d{1,2})?$/.test(number) ? Number(number) : undefined;
};

/**
 * The changes in a correction: each typed value that differs from the one the scorer saw. Null if any value is invalid
 * for its field.
 */
export const changesOf = (
  groups: readonly CorrectionGroup[],
  seen: Readonly<Record<string, unknown>>,
  typed: Readonly<Record<string, string>>,
): Changes | null => {
  const fields = groups.flatMap((group) => group.fields);
  const changes = fields.flatMap(({ field, kind }) => {
    const text = typed[field];
    if (text === undefined) return [];
    const to = typedValue(kind, text);
    return to === seen[field] ? [] : [[field, { from: seen[field], to }] as const];
  });
  if (changes.some(([, { to }]) => to === undefined)) return null;
  return Object.fromEntries(changes);
};
