import { LOCALES, type Locale } from '../../i18n/locales.ts';

/** A table for spreadsheets. */

type Cell = string | number;
export type Rows = readonly (readonly Cell[])[];

/** The decimal mark that spreadsheets expect. */
const pointIn = (locale: Locale): string =>
  new Intl.NumberFormat(`${LOCALES[locale].tag}-u-nu-latn`)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

/**
 * Invisible characters that would break comparisons in formulas: direction marks, and those that prevent line breaks.
 */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Where a spreadsheet may see the start of a formula, even if it splits at the other separator
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /(^|[,;])(?=[" ]*[=+\-@＝＋－＠])/g;

const textOf = (cell: string): string => {
  const text = cell
    .replaceAll(UNSEEN, '')
    .replaceAll(/[\s\p{Cc}]/gu, ' ')
    .trim()
    .replaceAll(FORMULA, `$1'`);
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows of cells as CSV (RFC 4180, with semicolons where Excel expects them). Starts with a byte order mark, because
 * Excel wouldn't recognise UTF-8 otherwise. A text that a spreadsheet would run as a formula gets an apostrophe. Texts
 * are trimmed to one line, without invisible characters.
 */
export const csv = (rows: Rows, locale: Locale): string => {
  const point = pointIn(locale);
  // As Excel does.
  const separator = point === ',' ? ';' : ',';
  const written = (cell: Cell): string =>
    typeof cell === 'number' ? String(cell).replace('.', point) : textOf(cell);
  return `\uFEFF${rows.map((row) => `${row.map(written).join(separator)}\r\n`).join('')}`;
};
