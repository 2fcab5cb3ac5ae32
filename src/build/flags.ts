import * as drawings from 'country-flag-icons/string/3x2';

/** Western Sahara's: no venue in Morocco would show it. */
const LEFT_OUT = ['EH'];

const TWO_LETTERS = /^[A-Z]{2}$/;

/** The countries' flags as SVG, by the two letters of ISO 3166-1. */
export const FLAGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(drawings).filter(([code]) => TWO_LETTERS.test(code) && !LEFT_OUT.includes(code)),
);
