import { NAME_LIMIT } from '../config/limits.ts';
import { graphemes } from './graphemes.ts';
import { nameKey } from './name-key.ts';

const codePoints = (text: string): number => Array.from(text).length;

/**
 * A player's name as the database accepts it: without control characters, broken surrogates or direction marks that
 * would affect the surrounding text. At most `limit` code points, without splitting a grapheme such as an emoji family.
 * `cut` is whether it was shortened.
 */
export const limitName = (text: string, limit = NAME_LIMIT): { name: string; cut: boolean } => {
  const clean = text.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '').toWellFormed();
  if (codePoints(clean) <= limit) return { name: clean, cut: false };
  let name = '';
  let length = 0;
  for (const character of graphemes(clean)) {
    length += codePoints(character);
    if (length > limit) break;
    name += character;
  }
  return { name, cut: true };
};

/** The names on an overlay until players are named. */
export const DEFAULT_NAMES = { p1: 'PLAYER A', p2: 'PLAYER B' } as const;

/**
 * The name that was typed for a player; empty for a default name. Everything except overlays then names the side in its
 * own language. `private.player_key` has the same rule for results.
 */
export const givenName = (name: string): string =>
  ['', ...Object.values(DEFAULT_NAMES).map(nameKey)].includes(nameKey(name)) ? '' : name;

/** A typed name in its stored form. */
export const storedName = (field: keyof typeof DEFAULT_NAMES, typed: string): string => {
  const { name } = limitName(typed);
  return name.trim() === '' ? DEFAULT_NAMES[field] : name;
};

/** The names of a board that screens show in another form. */
export interface ScreenNames {
  readonly p1?: string;
  readonly p2?: string;
}

/** Parses the output of `private.screen_names`. */
export const parseScreenNames = (value: unknown): ScreenNames => {
  const { p1, p2 } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return { ...(typeof p1 === 'string' && { p1 }), ...(typeof p2 === 'string' && { p2 }) };
};

export interface OnScreen {
  readonly p1: string;
  readonly p2: string;
  readonly screenNames?: ScreenNames;
}

/** A player's name as shown on screens. Names are stored in full, and the server decides which ones to shorten. */
export const screenName = ({ screenNames, ...stored }: OnScreen, side: 'A' | 'B'): string => {
  const field = side === 'A' ? 'p1' : 'p2';
  return screenNames?.[field] ?? stored[field];
};
