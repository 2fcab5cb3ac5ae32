/** How a player's name is fitted into its place on a board: the overlays and the server's drawings take the same steps. */

/** A name on one line is at least this large, as a share of the other player's. */
export const LEAST_SHARE = 0.75;

/** The sizes of a player's name, in pixels. */
export interface NameSizes {
  readonly largest: number;
  /** The least for a name on more than one line, before it is shortened. */
  readonly smallestUnbroken: number;
  /** The least for any name. */
  readonly smallest: number;
}

/** One way to set a name, at the largest fitting size of a range. */
export interface NameStep {
  readonly text: string;
  /** In the narrow cut of the typeface. */
  readonly narrow: boolean;
  /** Where lines break: nowhere, between words, or inside words too. */
  readonly breaks: 'none' | 'words' | 'anywhere';
  /** The most lines, however many have room. */
  readonly lines: number;
  readonly from: number;
  readonly to: number;
}

/** Words that belong to the next one, such as those before a family's name, and initials. */
const PARTICLE = /^(?:el|al|ben|a[iï]t|oulad|bou|van|del?|la|بن|[آأ]يت|أ?بو|.+\.)$/iu;
const FAMILY = /^ال\p{L}+$/u;

/** What the next word belongs to, as in "Abd El Rahman", "Abdel Rahman", عبد الرحمن and "Benmoussa-El Idrissi". */
const JOINED = /(?:^|بن)عبد$|^abd(?:[eu]l| e[lr]| al)?$|-(?:el|al|ben|a[iï]t)$/iu;

/** A name's words, with those that are one name, such as a servant's and فاطمة الزهراء, as one. */
const partsOf = (name: string): readonly string[] => {
  const parts: string[] = [];
  let last = '';
  for (const word of name.trim().split(/\s+/u)) {
    const isOne = JOINED.test(last) || (last === 'فاطمة' && word === 'الزهراء');
    last = isOne ? `${last} ${word}` : word;
    if (isOne) parts.pop();
    parts.push(last);
  }
  return parts;
};

/** A given name's initial; undefined if it doesn't begin with a letter. */
const initialOf = (given: string): string | undefined =>
  /^(?:ال(?=\p{L}{2}))?(\p{L}\p{M}*)/u.exec(given)?.[1]?.toUpperCase();

const isInitial = (word: string): boolean => /^.\p{M}*\.?$/u.test(word);

/** Shorter forms of a name: its first word as an initial, then all given names. None for a single word. */
const formsOf = (name: string): readonly string[] => {
  const [first = '', ...rest] = partsOf(name);
  const initial = initialOf(first);
  // A name that is already short would lose the rest.
  if (initial === undefined || isInitial(first) || rest.every(isInitial)) return [];
  const family = rest.findIndex((word) => PARTICLE.test(word) || FAMILY.test(word));
  const given = family === -1 ? Math.floor(rest.length / 2) : family;
  const initials = rest.map((word, index) => (index < given ? `${initialOf(word) ?? word}.` : word));
  return [...new Set([rest, initials].map((words) => `${initial}. ${words.join(' ')}`))];
};

/** Shorter forms of a name, none of which could be the other player's. */
export const shortNames = (name: string, other: string): readonly string[] => {
  const others = [other, ...formsOf(other)];
  return formsOf(name).filter((form) => !others.includes(form));
};

/** A name whose lines don't break between words that belong together. */
const kept = (name: string): string =>
  partsOf(name)
    .map((part) => part.replaceAll(' ', '\u00a0') + (PARTICLE.test(part) ? '\u00a0' : ' '))
    .join('')
    .trim();

/** A form of a name as it reads, without the characters that only guide line breaks. */
export const asRead = (text: string): string => text.replaceAll('\u00ad', '').replaceAll('\u00a0', ' ');

/** A word of this many letters is broken rather than set small. */
const LONG_WORD = 16;

/** A word with soft hyphens, unless short. Letters that join, and signs for syllables or words, break without a hyphen. */
const hyphenated = (word: string): string =>
  word.length < 10 || /\p{Lo}/u.test(word) ? word : word.replaceAll(/(?!^)\p{L}(?=\p{L}{2})/gu, '\u00ad$&');

/** The most lines of a name that is read at a glance. */
const GLANCE = 2;

/**
 * The ways to set a name, in order of preference: on one line, in two, then both in the narrow cut, in more lines, then
 * shortened, then the whole name small, and last with words broken. A name with a very long word is small and short
 * before that word is broken; others are only where nothing else has room.
 */
export const nameSteps = (
  name: string,
  other: string,
  { largest, smallestUnbroken, smallest }: NameSizes,
): readonly NameStep[] => {
  const step = (
    text: string,
    narrow: boolean,
    breaks: NameStep['breaks'],
    from: number,
    to: number,
    lines = Infinity,
  ): NameStep => ({ text, narrow, breaks, lines, from, to });
  const inWords = (text: string, narrow: boolean, lines?: number): NameStep =>
    step(text, narrow, 'words', largest, smallestUnbroken, lines);
  const share = Math.max(smallestUnbroken, Math.ceil(LEAST_SHARE * largest));
  const short = shortNames(name, other);
  const words = name.split(/([ -])/);
  const broken = words.map(hyphenated).join('');
  const isLong = words.some(({ length }) => length >= LONG_WORD);
  return [
    ...[name, ...short].flatMap((text) => {
      const isWhole = text === name;
      return [
        ...[false, true].flatMap((narrow) => [
          step(text, narrow, 'none', largest, share),
          inWords(kept(text), narrow, GLANCE),
          ...(isWhole ? [inWords(text, narrow, GLANCE)] : []),
        ]),
        ...(isWhole ? [inWords(text, false), inWords(text, true)] : []),
      ];
    }),
    ...(isLong ? [step(broken, true, 'anywhere', largest, smallestUnbroken)] : []),
    ...short.map((text) => step(text, true, 'none', share, smallestUnbroken)),
    step(name, true, 'words', smallestUnbroken, smallest),
    // A short name in one line is read sooner than pieces of a very long word.
    ...(isLong ? short.map((text) => step(text, true, 'none', smallestUnbroken, smallest)) : []),
    step(broken, true, 'anywhere', smallestUnbroken, smallest),
    ...short.map((text) => step(kept(text), true, 'words', largest, smallest)),
    ...short.slice(-1).map((text) => step(text.replace(/ .* /u, '\u00a0'), true, 'words', largest, smallest)),
  ];
};
