/** Stand-in until the drawing is there. */
import type { Detail } from '../../../../src/core/overlay/detail.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';
interface Input {
  readonly board: { p1: string; p2: string; s1: number; s2: number; raceTo: number; detail: Detail | null };
  readonly title: string;
  readonly capturedAtMillis: number;
  readonly locale: Locale;
}
const draw = (width: number, height: number, { board }: Input): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#123"/><rect width="${100 + board.s1 * 50}" height="100" fill="#fff"/></svg>`;
export const drawBoard = (input: Input): string => draw(1920, 1080, input);
export const drawPreview = (input: Input): string => draw(1200, 630, input);
