import { isBody } from '../../../core/rules/read.ts';
import type { CommandGroup, Keys } from '../game-pad.ts';
import { DEFAULT_KEYS, TOGETHER } from './commands.ts';

/** What of a keyboard's event tells which key it was. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Dead', 'Process'];
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Period: ['.', ':'],
  Comma: [',', ';'],
  Slash: ['/', '?'],
  Equal: ['=', '+'],
  Minus: ['-', '_'],
};

/** The character of a key as a keyboard with Latin letters would have it. */
const latin = ({ key, code, shiftKey }: KeyPress): string => {
  // AZERTY has its digits behind Shift, where the keys are none without.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined && (!shiftKey || /\p{Nd}/u.test(key))) return digit;
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  if (key === '؟') return '?';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
};

/**
 * The name of a pressed key, the same on Latin, French and Arabic keyboards: letters and signs by what they write, and
 * by their place where they write nothing Latin. Null for modifiers and for what belongs to the browser or a layout.
 */
export const keyName = (press: KeyPress): string | null => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey || key === 'Tab' || key === 'Unidentified' || MODIFIERS.includes(key)) return null;
  const named = key === ' ' ? 'Space' : /^[A-Z][A-Za-z]+\d*$|^F\d+$/.test(key) ? key : null;
  const character = named ?? latin(press);
  const shift = shiftKey && (named !== null || /^[a-z]$/.test(character));
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${character}`;
};

/** The command that a key stands for where the first of `groups` comes before the next; null for none. */
export const commandOf = (keys: Keys, groups: readonly CommandGroup[], name: string): string | null => {
  for (const group of groups) {
    const found = Object.keys(group.keys).find((command) => keys[command]?.includes(name));
    if (found !== undefined) return found;
  }
  return null;
};

/** The other commands that a key of `command` stands for too, where both could be meant. */
export const conflictsOf = (keys: Keys, command: string): readonly string[] => {
  const others = new Set(TOGETHER.filter((commands) => commands.includes(command)).flat());
  others.delete(command);
  return [...others].filter((other) => keys[other]?.some((name) => keys[command]?.includes(name)));
};

const isCommand = (name: string): boolean => Object.hasOwn(DEFAULT_KEYS, name);

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 9 && value.every((name) => typeof name === 'string');

/** Keys as they were kept, over the defaults; what isn't readable is as it was at first. */
export const readKeys = (kept: string | null): Keys => {
  let changes: unknown;
  try {
    changes = JSON.parse(kept ?? '{}');
  } catch {
    return DEFAULT_KEYS;
  }
  const own = Object.entries(isBody(changes) ? changes : {}).filter(
    ([command, names]) => isCommand(command) && isNames(names),
  );
  return { ...DEFAULT_KEYS, ...(Object.fromEntries(own) as Keys) };
};

/** What is kept of keys: those that differ from the defaults, so that new defaults reach everybody else. */
export const writeKeys = (keys: Keys): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(keys).filter(([command, names]) => names.join(' ') !== DEFAULT_KEYS[command]?.join(' ')),
    ),
  );
