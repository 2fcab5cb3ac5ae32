import { distance } from 'fastest-levenshtein';
import { searchKey } from '../../rules/name-key.ts';
import { limitName } from '../../rules/name.ts';

/** Before each message of a chat that was copied or exported: `[20:15, 28/11/2026] Karim: `, `28/11/2026, 20:15 - Karim: `. */
const SENDER =
  /^(\[[^\]]*\d[:h.]\d{2}[^\]]*\]|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}[:h.]\d{2}(:\d{2})?( ?[AaPp]\.?[Mm]\.?)? [-–]) [^:]{1,60}: /u;
/** Marks that turn a line's direction, and those that no one sees but which join emoji. */
const UNSEEN = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
const SPACES = /\s+/gu;
const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u{FE0F}\u{200D}\u{20E3}]`;
const BULLET = String.raw`[-–—*•·▪◦‣○●■□►▶➤→>~_+=|]`;
/** A number that something follows: 7amza and 3bdou are names. */
const NUMBER = String.raw`[#(\[]?\p{Nd}{1,3}([.)\]:،,/°ـ–—-]|\u{FE0F}?\u{20E3}|(?=\s))`;
const BEFORE = new RegExp(String.raw`^(\s|${BULLET}|${EMOJI}|${NUMBER})+`, 'u');
const AFTER = new RegExp(String.raw`(\s|${BULLET}|${EMOJI}|[.,;:،؛])+$`, 'u');

/** The names of a list as people write it in a chat, one on each line, or all on one line with commas. */
export const namesPasted = (text: string): readonly string[] => {
  const lines = text.split(/[\r\n\u2028\u2029]+/u).filter((line) => line.trim() !== '');
  const parts = lines.length === 1 ? lines.flatMap((line) => line.split(/[,;،؛]/u)) : lines;
  return parts
    .map((part) => part.replace(UNSEEN, '').replace(SENDER, '').replace(BEFORE, '').replace(AFTER, ''))
    .map((name) => limitName(name.replace(SPACES, ' ')).name)
    .filter((name) => /\p{Letter}|\p{Nd}/u.test(name));
};

/** How many letters two spellings of a name may differ in, by the shorter one's length. */
const tolerance = (length: number): number => (length < 5 ? 0 : length < 10 ? 1 : 2);

/** A name's words in an order of their own, without what joins them. */
const wordsOf = (name: string): string =>
  searchKey(name)
    .split(/[^\p{Letter}\p{Nd}]+/u)
    .sort()
    .join('');

/** The names that may be one person's under two spellings, as pairs of indices. */
export const nearDoubles = (names: readonly string[]): readonly (readonly [number, number])[] => {
  const words = names.map(wordsOf);
  return words.flatMap((one, index) =>
    words.flatMap((other, later): (readonly [number, number])[] =>
      later > index && distance(one, other) <= tolerance(Math.min(one.length, other.length))
        ? [[index, later]]
        : [],
    ),
  );
};
