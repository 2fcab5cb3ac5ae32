/** A table as spreadsheets read it. */

type Cell = string | number;

/** What programs for spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

const written = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows of cells as CSV (RFC 4180). Begins with a byte order mark, because Excel takes anything else for another encoding
 * than UTF-8. A text that a spreadsheet would run as a formula gets an apostrophe (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const csv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(written).join(',')}\r\n`).join('')}`;
