import { tableNumber } from '../branding/branding.ts';

/** How a table's name appears on a printed sign. */
export type SignName =
  /** A number, with the word for "table" on either side. */
  | { readonly kind: 'number'; readonly number: string; readonly sizeMillimetres: number }
  | { readonly kind: 'name'; readonly name: string; readonly sizeMillimetres: number };

/** By number of digits: leaves room for the word for "table" on both sides. */
const NUMBER_MILLIMETRES = [34, 29, 22] as const;

/** The width for a name on the sign. */
const WIDTH_MILLIMETRES = 91;
const HEIGHT_MILLIMETRES = 27;
const LINE_HEIGHT = 1.25;
const LARGEST_MILLIMETRES = 19;
const SMALLEST_MILLIMETRES = 4;
const STEP_MILLIMETRES = 0.5;
/** Wrapped lines aren't completely filled. */
const FULL = 0.75;

/** The width of a letter in ems: that of the widest letter of its kind in the typeface. */
const widthOf = (letter: string): number => {
  if (/[\p{Extended_Pictographic}\p{Script=Han}]/u.test(letter)) return 1.3;
  if (/\p{M}/u.test(letter)) return 0;
  if (/[MWmw@]/u.test(letter)) return 0.95;
  if (/\p{Lu}/u.test(letter)) return 0.74;
  return /[\s.,:;'’|ijl]/u.test(letter) ? 0.33 : 0.62;
};

const fits = (width: number, size: number): boolean => {
  const lines = Math.floor(HEIGHT_MILLIMETRES / (size * LINE_HEIGHT));
  return width * size <= (lines === 1 ? 1 : lines * FULL) * WIDTH_MILLIMETRES;
};

const widthIn = (name: string): number => Array.from(name).reduce((sum, letter) => sum + widthOf(letter), 0);

/** The largest size at which a venue's name fits its line or, if it is long, two. */
export const venueMillimetres = (name: string): number =>
  Math.min(6, Math.max(3, WIDTH_MILLIMETRES / widthIn(name)));

/** Sizes a table's name for a sign: numbers for reading across a room, names as large as fits. */
export const signName = (title: string): SignName => {
  const name = title.trim();
  const number = tableNumber(name);
  if (number !== null)
    return { kind: 'number', number, sizeMillimetres: NUMBER_MILLIMETRES[number.length - 1] ?? 22 };
  const width = widthIn(name);
  let size = LARGEST_MILLIMETRES;
  while (size > SMALLEST_MILLIMETRES && !fits(width, size)) size -= STEP_MILLIMETRES;
  return { kind: 'name', name, sizeMillimetres: size };
};
