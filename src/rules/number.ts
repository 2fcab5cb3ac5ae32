import type { Range } from './format.ts';

/** Replaces the digits of Arabic (٠–٩) and Persian (۰–۹) keyboards with Western ones. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** A typed number as `Number()` takes it. Keyboards also write commas (`,` `٫`), minuses and direction marks. */
export const westernNumber = (text: string): string =>
  westernDigits(text)
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replace(/[,\u066b]/g, '.')
    .replaceAll('\u2212', '-')
    .trim();

/** A decimal number; `Number()` alone would accept '' and '0x10' too. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Parses a typed number, in any of those digits; null for anything but a finite number. */
export const parseNumber = (text: string): number | null => {
  const number = westernNumber(text);
  const value = DECIMAL.test(number) ? Number(number) : Number.NaN;
  // Adding 0 turns −0 into 0.
  return Number.isFinite(value) ? value + 0 : null;
};

/** The same, with 0 for anything but a finite number. */
export const numberOrZero = (text: string): number => parseNumber(text) ?? 0;

/** Whether the text is neither empty nor a number. */
export const isNotNumber = (text: string): boolean => text.trim() !== '' && parseNumber(text) === null;

/** The nearest number in a range. */
export const within = (value: number, { min, max }: Range): number => Math.min(max, Math.max(min, value));

/** A typed number plus `by`, kept within its range. */
export const stepped = (text: string, by: number, range: Range): string =>
  String(within(numberOrZero(text) + by, range));
