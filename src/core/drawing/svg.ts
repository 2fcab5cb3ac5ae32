/** SVG for resvg, which doesn't wrap text: each text element is one line. */

/** Escapes text for XML and drops the characters that XML cannot represent. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- Stripping them is the point.
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
  /** The baseline. */
  readonly y: number;
  /** `start` is always the left edge, even in right-to-left text. */
  readonly anchor: Anchor;
  readonly fill: string;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** One line of text in one typeface. */
export const textElement = ({ text, family, weight, size, x, y, anchor, fill }: TextLine): string =>
  `<text xml:space="preserve" x="${round(x)}" y="${round(y)}" font-family="${family}" font-weight="${weight}" ` +
  `font-size="${round(size)}" text-anchor="${anchor}" fill="${fill}">${escapeXml(text)}</text>`;

type Direction = 'ltr' | 'rtl';

/** Text wrapped in its own direction marks: resvg lays out every paragraph from left to right. */
export const directed = (text: string, dir: Direction): string =>
  `${dir === 'rtl' ? '\u2067' : '\u2066'}${text}\u2069`;

/** Breaks words into `lines` lines so that the widest is as narrow as possible; fewer lines if there are fewer words. */
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
    // Beyond this, first lines only get longer.
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
