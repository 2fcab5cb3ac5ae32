/** What resvg is given: SVG with one line of words in each text element. */

/** Text as it stands in XML, without the characters that XML has no way to write. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // eslint-disable-next-line no-control-regex -- They are what is to go.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

export type Anchor = 'start' | 'middle' | 'end';

interface TextLine {
  readonly text: string;
  readonly family: string;
  readonly weight: number;
  /** Pixels. */
  readonly size: number;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  /** `start` is the left edge, whatever the words' direction. */
  readonly anchor: Anchor;
  readonly fill: string;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** One line of words in one face. */
export const textElement = ({ text, family, weight, size, x, y, anchor, fill }: TextLine): string =>
  `<text xml:space="preserve" x="${round(x)}" y="${round(y)}" font-family="${family}" font-weight="${weight}" ` +
  `font-size="${round(size)}" text-anchor="${anchor}" fill="${fill}">${escapeXml(text)}</text>`;

type Direction = 'ltr' | 'rtl';

/** Words that order themselves by a direction of their own: resvg lays every paragraph out from left to right. */
export const directed = (text: string, dir: Direction): string =>
  `${dir === 'rtl' ? '\u2067' : '\u2066'}${text}\u2069`;

/** Words in so many lines that the widest is as narrow as can be; fewer lines where there are fewer words. */
export const balance = (
  words: readonly string[],
  widthOf: (line: string) => number,
  lines: number,
): readonly string[] => {
  const whole = words.join(' ');
  if (lines <= 1 || words.length <= 1) return [whole];
  const widest = (candidate: readonly string[]): number => Math.max(...candidate.map(widthOf));
  let best: readonly string[] = [whole];
  for (let count = 1; count < words.length; count += 1) {
    const first = words.slice(0, count).join(' ');
    const candidate = [first, ...balance(words.slice(count), widthOf, lines - 1)];
    if (widest(candidate) < widest(best)) best = candidate;
    // What follows has only longer first lines.
    if (widthOf(first) >= widest(best)) break;
  }
  return best;
};

/** Lines of at most `width`, as few as possible and as even as possible. */
export const wrap = (
  words: readonly string[],
  widthOf: (line: string) => number,
  width: number,
): readonly string[] => {
  for (let count = 1; count < words.length; count += 1) {
    const lines = balance(words, widthOf, count);
    if (lines.every((line) => widthOf(line) <= width)) return lines;
  }
  return words;
};
