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
/** A number or a bullet before a line, after any emoji. */
const MARKED = new RegExp(String.raw`^(\s|${EMOJI})*(${BULLET}|${NUMBER})`, 'u');
const AFTER = new RegExp(String.raw`(\s|${BULLET}|${EMOJI}|[.,;:،؛])+$`, 'u');

/** A line between signs that make it bold or slanted in a chat: these are no bullets. */
const STRESSED = /^([*_~]+)(.+)\1$/u;

/** Words that are in headings, and in no name. */
const HEADINGS = new Set(
  `list liste listes lista inscrit inscrits inscrites inscription inscriptions participants participantes joueurs noms
  tournoi tournois coupe championnat remplaçants tournament players names entries tornoi tounoi l3aba la3aba
  لائحة اللائحة قائمة القائمة لاعبين اللاعبين اللاعبون المشاركين المشاركون المسجلين المسجلون الأسماء بطولة البطولة كأس
  الاحتياط`.split(/\s+/u),
);
const DAYS = `lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|monday|tuesday|wednesday|thursday|friday|saturday|sunday|الاثنين|الإثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد`;
const MONTHS = `janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|january|february|march|april|may|june|july|august|september|october|november|december|يناير|فبراير|مارس|أبريل|ماي|مايو|يونيو|يوليوز|يوليو|غشت|أغسطس|شتنبر|سبتمبر|أكتوبر|نونبر|نوفمبر|دجنبر|ديسمبر`;
/** Days and dates at the beginning of a line; times and prices. */
const WHEN = [
  String.raw`^(يوم\s+)?(${DAYS})(?!\p{Letter})`,
  String.raw`^\p{Nd}{1,2}[/.-]\p{Nd}{1,2}([/.-]\p{Nd}{2,4})?(?![\p{Letter}\p{Nd}])`,
  String.raw`^\p{Nd}{1,2}(er|st|nd|rd|th)?\s(${MONTHS})(?!\s*\p{Letter})`,
  String.raw`(^|[^\p{Letter}\p{Nd}])\p{Nd}{1,2}\s?(h(\p{Nd}{2})?|:\p{Nd}{2})(?![\p{Letter}\p{Nd}])`,
  String.raw`(^|[^\p{Letter}\p{Nd}])\p{Nd}+\s?(dhs?|mad|درهم|€|euros?)(?!\p{Letter})`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** Notes in brackets, such as that somebody comes at 20h, and emoji. */
const BESIDE = new RegExp(String.raw`[([][^)\]]*[)\]]|${EMOJI}`, 'gu');

const isWhen = (line: string): boolean => WHEN.some((when) => when.test(line));

const isHeading = (line: string): boolean =>
  line.endsWith(':') || line.split(/[^\p{Letter}\p{Nd}]+/u).some((word) => HEADINGS.has(word.toLowerCase()));

/** A first line that an empty one parts from lines that none parts. */
const APART = /^\n*([^\n]+?)([*_~]*)(?=\n{2,}[^\n]+\n[^\n])/u;

/** The lines of a list. One on a single line is divided at its commas, and after the colon of its heading. */
const partsOf = (text: string): readonly string[] => {
  const lines = text
    .split(/\r\n|[\r\n\u2028\u2029]/u)
    .map((line) => line.replace(UNSEEN, '').replace(SPACES, ' ').trim().replace(SENDER, ''))
    .join('\n')
    // It is a heading, whose colon was left out.
    .replace(APART, '$1:$2')
    .split('\n')
    .filter((line) => line !== '');
  return lines.length > 1 ? lines : lines.flatMap((line) => line.replace(/: /gu, ':\n').split(/[\n,;،؛]/u));
};

/** A line of a list without its number and its signs. What isn't taken for a name may still be one. */
export interface PastedLine {
  readonly text: string;
  readonly isName: boolean;
}

/**
 * The lines of a list as people write it in a chat: one name on each line, or all on one line with commas. No names are
 * lines that end with a colon, those with a heading's word, a date, a time or a price, a first one that stands apart,
 * those that end with an exclamation mark without a number or bullet, and those before the first number or bullet where
 * most lines have one.
 */
export const linesPasted = (text: string): readonly PastedLine[] => {
  const lines = partsOf(text)
    .map((part) => {
      const line = part.trim().replace(STRESSED, '$2');
      const plain = line.replace(BESIDE, ' ').trim();
      const said = isWhen(plain);
      const isMarked = !said && MARKED.test(line);
      return {
        text: limitName((said ? plain : line.replace(BEFORE, '')).replace(AFTER, '')).name,
        isMarked,
        isHeading: said || isHeading(plain) || (!isMarked && plain.endsWith('!')),
      };
    })
    .filter((line) => /\p{Letter}|\p{Nd}/u.test(line.text));
  const areMarked = lines.filter(({ isMarked }) => isMarked).length * 2 > lines.length;
  const first = areMarked ? lines.findIndex(({ isMarked }) => isMarked) : 0;
  return lines.map(({ text, isHeading }, index) => ({ text, isName: index >= first && !isHeading }));
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
