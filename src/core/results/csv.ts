import type { Locale } from '../../i18n/locales.ts';

/** A table as spreadsheets read it. */

type Cell = string | number;
export type Rows = readonly (readonly Cell[])[];

/** As Excel separates cells and writes numbers where a language is spoken: France, Morocco. */
const WRITTEN = {
  en: { separator: ',', point: '.' },
  fr: { separator: ';', point: ',' },
  ar: { separator: ';', point: ',' },
} as const satisfies Record<Locale, object>;

/** Marks that nobody sees, but that formulas compare: of directions, and those that keep words on one line. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/**
 * Where programs for spreadsheets may see a formula begin, also if they take the other separator for the one in use
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
 * Rows of cells as CSV (RFC 4180, with semicolons where Excel expects them). Begins with a byte order mark, because Excel
 * takes anything else for another encoding than UTF-8. A text that a spreadsheet would run as a formula gets an
 * apostrophe; texts are one line, without marks that nobody sees and the space around them.
 */
export const csv = (rows: Rows, locale: Locale): string => {
  const { separator, point } = WRITTEN[locale];
  const written = (cell: Cell): string =>
    typeof cell === 'number' ? String(cell).replace('.', point) : textOf(cell);
  return `\uFEFF${rows.map((row) => `${row.map(written).join(separator)}\r\n`).join('')}`;
};
