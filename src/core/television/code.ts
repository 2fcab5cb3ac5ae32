/** What `private.new_pairing_code()` draws codes of: nothing in it looks like another, and no code is a word. */
const CODE = /^[CDFHJKMNPRTWXY2-9]{6}$/;

/** What is typed for a character that no code has and that looks like one. */
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

/** Arabic and Persian digits as Western ones. */
const western = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** A code as it was meant, however it was typed: in small letters, in groups, with a letter O for a D. */
export const typedCode = (typed: string): string =>
  western(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[0OQZSBG]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
    .slice(0, 2 * GROUP);

/** Whether any screen could show it. */
export const isCode = (text: string): boolean => CODE.test(text);

/** A code in two groups, as it is read aloud. */
export const codeGroups = (code: string): readonly [string, string] => [
  code.slice(0, GROUP),
  code.slice(GROUP),
];
