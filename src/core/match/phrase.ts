import type { Named } from '../rules/players.ts';
import type { Side } from '../rules/rules.ts';

/** A player's name, as it was typed. */
export interface Name {
  readonly name: string;
}

/**
 * Something to be said in whatever language: a key of the texts, with what stands in its places. A key whose text has
 * forms for counts is said by `values.count`.
 */
export interface Phrase {
  readonly key: string;
  readonly values?: Readonly<Record<string, number | Name | Phrase>>;
  /** What is added to it, in a row. */
  readonly also?: readonly Phrase[];
}

export const phrase = (key: string, values?: Phrase['values'], also: readonly Phrase[] = []): Phrase => ({
  key,
  ...(values && { values }),
  ...(also.length > 0 && { also }),
});

/** A side by its player's name, or by its letter where there is none. */
export const playerOf = (names: Named, side: Side): Name | Phrase => {
  const name = side === 'A' ? names.p1 : names.p2;
  return name.trim() ? { name } : phrase(`sides.${side}`);
};

/** Phrases in a row. */
export const joined = ([first, ...more]: readonly Phrase[]): Phrase =>
  first ? { ...first, also: [...(first.also ?? []), ...more] } : phrase('told.nothing');
