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
export const isolated = (text: string, dir: Direction): string =>
  `${dir === 'rtl' ? '\u2067' : '\u2066'}${text}\u2069`;

/** Lines of at most `width`, as few as possible and as even as possible. */
export const wrap = (
  words: readonly string[],
  widthOf: (word: string) => number,
  width: number,
): string[] => {
  const space = widthOf('n n') - widthOf('nn');
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    let used = Infinity;
    for (const word of words) {
      used += space + widthOf(word);
      if (used <= limit) {
        lines.push(`${lines.pop() ?? ''} ${word}`);
      } else {
        lines.push(word);
        used = widthOf(word);
      }
    }
    return lines;
  };
  let best = fill(width);
  for (let limit = width; limit > width / 2; limit -= 4) {
    const lines = fill(limit);
    if (lines.length > best.length) break;
    best = lines;
  }
  return best;
};
