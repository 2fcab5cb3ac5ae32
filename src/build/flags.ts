import * as drawings from 'country-flag-icons/string/3x2';

/** Western Sahara: venues in Morocco don't show its flag. */
const LEFT_OUT = ['EH'];

const TWO_LETTERS = /^[A-Z]{2}$/;

/** Country flags as SVG, by ISO 3166-1 alpha-2 code. */
export const FLAGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(drawings).filter(([code]) => TWO_LETTERS.test(code) && !LEFT_OUT.includes(code)),
);
