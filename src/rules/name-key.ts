/**
 * Names in the form used for comparisons, as in `private.name_key` and `private.search_key` of the database.
 * `01_helpers.sql` explains both, and `tests/embedded/name-keys.test.ts` compares them.
 */

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u0640]/gu;
const SPACES = /[ \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u2800\u3000]+/gu;

/** The form of a player's name for comparisons: equal keys mean the same player. */
export const nameKey = (name: string): string =>
  name
    .replace(UNSEEN, '')
    .replace(SPACES, ' ')
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replace(/^ +| +$/g, '');

const MARKS =
  /[\u0300-\u036F\u0591-\u05BD\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F]/g;
/** Letters without a Unicode decomposition, each before its search form. */
const LETTERS = new Map(
  `ٱا ىي یي ةه ھه کك ςσ ıi øo łl đd ðd ħh æae œoe ßss ’' ‘' ʼ'`
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);
const FOLDED = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** The form of a name for searching: Zoe finds Zoé, احمد finds أحمد, and حمزه finds حمزة. */
export const searchKey = (name: string): string =>
  nameKey(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(FOLDED, (letter) => LETTERS.get(letter) ?? letter);
