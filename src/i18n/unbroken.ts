/** Phrases that must not break across lines, in any language. */
const WHOLE = /8-Ball|Wi-Fi|un seul paiement|par jour/gi;

/**
 * `text` for display: with no-break spaces, and a zero-width word joiner after hyphens, because the typeface has no
 * non-breaking hyphen. Not needed in text for machines (titles, structured data).
 */
export const unbroken = (text: string): string =>
  text.replace(WHOLE, (whole) => whole.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060'));
