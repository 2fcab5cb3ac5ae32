import type { AnyGame } from '../../games/games.ts';
import type { Changes } from '../rules/corrections.ts';
import { limitName } from '../overlay/name.ts';

/** How a value is typed or chosen. */
export type CorrectionKind =
  | { readonly type: 'name' }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'side' }
  | { readonly type: 'flag' }
  /** One of some words, whose texts are under `texts`. */
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

/** Values that belong together, under a text of `correct`. */
export interface CorrectionGroup {
  readonly group: 'names' | 'match' | 'frame';
  readonly fields: readonly Correction[];
}

/** A number that is corrected by hand, from 0 unless `min` says otherwise. */
export const numberOf = (field: string, max: number, min = 0): Correction => ({
  field,
  kind: { type: 'number', min, max },
});

const NAMES: CorrectionGroup = {
  group: 'names',
  fields: ['p1', 'p2'].map((field) => ({ field, kind: { type: 'name' } })),
};

/** What can be corrected by hand now: what has no value, such as who plays a frame that is over, can't. */
export const corrections = (game: AnyGame, state: object): readonly CorrectionGroup[] =>
  [...game.corrections, NAMES].flatMap(({ group, fields }) => {
    const own = fields.filter(({ field }) => ![undefined, null].includes(game.shown(state, field) as null));
    return own.length > 0 ? [{ group, fields: own }] : [];
  });

/** What was typed for a field as its value: a number where the field has one, undefined where it isn't one. */
export const typedValue = ({ type }: CorrectionKind, typed: string): unknown => {
  if (type === 'name') return limitName(typed).name;
  if (type === 'flag') return typed === 'true';
  if (type !== 'number') return typed;
  return /^-?\d{1,4}(\.\d{1,2})?$/.test(typed.trim()) ? Number(typed) : undefined;
};

/**
 * What a correction changes: each value that was typed and differs from what the person saw. Null when nothing does, or
 * when something typed is no value of its field.
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
  if (changes.length === 0 || changes.some(([, { to }]) => to === undefined)) return null;
  return Object.fromEntries(changes);
};
