import { isObject } from '../../rules/read.ts';
import type { CommandGroup, Keys } from '../pad-parts/game-pad.ts';
import { DEFAULT_KEYS, TOGETHER } from './commands.ts';

/** The fields of a keyboard event that identify the key. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Dead', 'Process'];
const SIGNS: Readonly<Record<string, readonly [plain: string, shifted: string]>> = {
  Period: ['.', ':'],
  Comma: [',', ';'],
  Slash: ['/', '?'],
  Equal: ['=', '+'],
  Minus: ['-', '_'],
};

/** The character that a key has on a Latin keyboard. */
const latin = ({ key, code, shiftKey }: KeyPress): string => {
  // AZERTY needs Shift for digits.
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  if (digit !== undefined && (!shiftKey || /\p{Nd}/u.test(key))) return digit;
  if (/^[!-~]$/.test(key)) return key.toLowerCase();
  if (key === '؟') return '?';
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? SIGNS[code]?.[shiftKey ? 1 : 0] ?? key;
};

/**
 * The name of a pressed key, the same on Latin, French and Arabic keyboards: by its character, or by its position if that
 * isn't Latin. Null for modifiers and for combinations used by the browser or the keyboard layout.
 */
export const keyName = (press: KeyPress): string | null => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey || key === 'Tab' || key === 'Unidentified' || MODIFIERS.includes(key)) return null;
  const named = key === ' ' ? 'Space' : /^[A-Z][A-Za-z]+\d*$|^F\d+$/.test(key) ? key : null;
  const character = named ?? latin(press);
  const shift = shiftKey && (named !== null || /^[a-z]$/.test(character));
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${character}`;
};

/** The command for a key; earlier `groups` take precedence. Null if none. */
export const commandOf = (keys: Keys, groups: readonly CommandGroup[], name: string): string | null => {
  for (const group of groups) {
    const found = Object.keys(group.keys).find((command) => keys[command]?.includes(name));
    if (found !== undefined) return found;
  }
  return null;
};

/** Other commands with the same key as `command`, if both can be active together. */
export const conflictsOf = (keys: Keys, command: string): readonly string[] => {
  const others = new Set(TOGETHER.filter((commands) => commands.includes(command)).flat());
  others.delete(command);
  return [...others].filter((other) => keys[other]?.some((name) => keys[command]?.includes(name)));
};

const isCommand = (name: string): boolean => Object.hasOwn(DEFAULT_KEYS, name);

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 9 && value.every((name) => typeof name === 'string');

/** Stored keys merged over the defaults; anything unreadable gets its default. */
export const readKeys = (kept: string | null): Keys => {
  let changes: unknown;
  try {
    changes = JSON.parse(kept ?? '{}');
  } catch {
    return DEFAULT_KEYS;
  }
  const own = Object.entries(isObject(changes) ? changes : {}).filter(
    ([command, names]) => isCommand(command) && isNames(names),
  );
  return { ...DEFAULT_KEYS, ...(Object.fromEntries(own) as Keys) };
};

/** Serializes only the keys that differ from the defaults, so that new defaults take effect. */
export const writeKeys = (keys: Keys): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(keys).filter(([command, names]) => names.join(' ') !== DEFAULT_KEYS[command]?.join(' ')),
    ),
  );
