/** Where a line must not end within, in whatever language it stands. */
const WHOLE = /8-Ball|Wi-Fi|un seul paiement|par jour/gi;

/**
 * `text` as a page shows it: with no-break spaces, and behind a hyphen a word joiner, which has no width; the typeface
 * has no hyphen of its own that doesn't break. What machines compare (titles, structured data) stays without them.
 */
export const unbroken = (text: string): string =>
  text.replace(WHOLE, (whole) => whole.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060'));
