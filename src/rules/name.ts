import { NAME_LIMIT } from '../config/limits.ts';
import { graphemes } from './graphemes.ts';
import { nameKey } from './name-key.ts';

const codePoints = (text: string): number => Array.from(text).length;

/**
 * A player's name as the database accepts it: no control characters, broken surrogates or marks that turn the direction of
 * what is around it, and at most `NAME_LIMIT` code points, without splitting a grapheme (an emoji family, say).
 * `cut` tells whether it was shortened.
 */
export const limitName = (text: string): { name: string; cut: boolean } => {
  const clean = text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '').toWellFormed();
  if (codePoints(clean) <= NAME_LIMIT) return { name: clean, cut: false };
  let name = '';
  let length = 0;
  for (const character of graphemes(clean)) {
    length += codePoints(character);
    if (length > NAME_LIMIT) break;
    name += character;
  }
  return { name, cut: true };
};

/** What an overlay says where nobody has named a player. */
export const DEFAULT_NAMES = { p1: 'PLAYER A', p2: 'PLAYER B' } as const;

/**
 * A board's name as somebody gave it; empty where nobody did, as a default is no name: fields are empty then, and everything but an
 * overlay says in its own language which player it is. `private.player_key` has the same rule, by which results keep names.
 */
export const givenName = (name: string): string =>
  ['', ...Object.values(DEFAULT_NAMES).map(nameKey)].includes(nameKey(name)) ? '' : name;

/** A typed name as it is stored. */
export const storedName = (field: keyof typeof DEFAULT_NAMES, typed: string): string => {
  const { name } = limitName(typed);
  return name.trim() === '' ? DEFAULT_NAMES[field] : name;
};

/** Those of a board's names that screens show in another way than they are stored. */
export interface ScreenNames {
  readonly p1?: string;
  readonly p2?: string;
}

/** Parses what `private.screen_names` answers. */
export const parseScreenNames = (value: unknown): ScreenNames => {
  const { p1, p2 } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { ...(typeof p1 === 'string' && { p1 }), ...(typeof p2 === 'string' && { p2 }) };
};

export interface Named {
  readonly p1: string;
  readonly p2: string;
  readonly screenNames?: ScreenNames;
}

/** A player's name as screens show it: names are stored whole, and the server says which are shown short. */
export const screenName = ({ screenNames, ...stored }: Named, side: 'A' | 'B'): string => {
  const field = side === 'A' ? 'p1' : 'p2';
  return screenNames?.[field] ?? stored[field];
};
