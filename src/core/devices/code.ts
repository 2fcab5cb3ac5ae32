import { westernDigits } from '../../rules/number.ts';

/** The codes of `private.new_pairing_code()`: no look-alike characters, and no vowels to form words. */
const CODE = /^[CDFHJKMNPRTWXY2-9]{6}$/;

/** Look-alikes that may be typed for a code's characters. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  0: 'D',
  O: 'D',
  Q: 'D',
  Z: '2',
  S: '5',
  B: '8',
  G: '6',
};

const GROUP = 3;

/** Normalizes a typed code: case, spaces and look-alikes, such as O for D. */
export const typedCode = (typed: string): string =>
  westernDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[0OQZSBG]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
    .slice(0, 2 * GROUP);

/** Whether it has the form of a code. */
export const isCode = (text: string): boolean => CODE.test(text);

/** A code in two groups, for reading aloud. */
export const codeGroups = (code: string): readonly [string, string] => [
  code.slice(0, GROUP),
  code.slice(GROUP),
];
