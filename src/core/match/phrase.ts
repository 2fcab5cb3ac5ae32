import type { MatchText } from '../../i18n/texts.ts';
import { givenName } from '../overlay/name.ts';
import type { Named } from '../rules/players.ts';
import type { Side } from '../rules/rules.ts';

/** A player's name, as typed. */
export interface Name {
  readonly name: string;
}

/**
 * Something to be said in any language: a text of `match.json` and the values to fill in. Where a text has plural
 * forms, `values.count` selects one.
 */
export interface Phrase {
  readonly key: MatchText;
  readonly values?: Readonly<Record<string, number | Name | Phrase>>;
  /** Further phrases to append. */
  readonly also?: readonly Phrase[];
}

export const phrase = (key: MatchText, values?: Phrase['values'], also: readonly Phrase[] = []): Phrase => ({
  key,
  ...(values && { values }),
  ...(also.length > 0 && { also }),
});

/** A side's player name, or its letter if unnamed. */
export const playerOf = (names: Named, side: Side): Name | Phrase => {
  const name = givenName(side === 'A' ? names.p1 : names.p2);
  return name ? { name } : phrase(`sides.${side}`);
};

/** Joins phrases into one. */
export const joined = ([first, ...more]: readonly Phrase[]): Phrase =>
  first ? { ...first, also: [...(first.also ?? []), ...more] } : phrase('told.nothing');
