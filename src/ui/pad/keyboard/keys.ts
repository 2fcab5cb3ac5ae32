import { isBody } from '../../../core/rules/read.ts';
import { COMMANDS, type Command, type Context } from './commands.ts';

/** What of a keyboard's event tells which key it was. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The keys of each command, by their names: `a`, `7`, `Shift+a`, `Ctrl+z`, `PageDown`, `?`. */
export type Keys = Readonly<Record<Command, readonly string[]>>;

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

/** A keyboard's two hands play the two sides of a board; a presenter's remote has PageUp, PageDown, F5 and a dot or b. */
export const DEFAULT_KEYS: Keys = {
  undo: ['u', 'Ctrl+z', 'b', '.', ':'],
  redo: ['y', 'Ctrl+Shift+z', 'Ctrl+y'],
  history: ['h'],
  more: ['m'],
  hold: ['o'],
  newShot: ['n', 'F5', 'Shift+F5'],
  pauseShot: ['Space'],
  shotClock: ['t'],
  clock: ['c'],
  help: ['?'],
  close: ['Escape'],
  rackA: ['a', 'ArrowLeft', 'PageUp'],
  rackB: ['l', 'ArrowRight', 'PageDown'],
  how: ['w'],
  foulA: ['s'],
  foulB: ['k'],
  extendA: ['d'],
  extendB: ['j'],
  eightOnBreak: ['8'],
  time: ['e'],
  'how.plain': ['1'],
  'how.runOut': ['2'],
  'how.breakAndRun': ['3'],
  'how.earlyEight': ['4'],
  'how.scratchOnEight': ['5'],
  'how.wrongPocket': ['6'],
  'how.threeFouls': ['7'],
  'how.conceded': ['8'],
  'how.forfeit': ['9'],
  ball1: ['1'],
  ball2: ['2'],
  ball3: ['3'],
  ball4: ['4'],
  ball5: ['5'],
  ball6: ['6'],
  ball7: ['7'],
  ballOn: ['PageDown'],
  moreReds: ['+', '='],
  goOn: ['e', 'Enter', 'PageUp'],
  foul: ['f'],
  playAgain: ['p'],
  replay: ['r'],
  claim: ['w'],
  respotA: ['a'],
  respotB: ['l'],
  concedeA: ['Shift+s'],
  concedeB: ['Shift+k'],
  awardA: ['Shift+a'],
  awardB: ['Shift+l'],
  rerack: ['Shift+r'],
  foul4: ['4'],
  foul5: ['5'],
  foul6: ['6'],
  foul7: ['7'],
  miss: ['m'],
  freeBall: ['b'],
  redsGoneMore: ['+', '='],
  redsGoneLess: ['-'],
  'next.playsOn': ['o'],
  'next.playsAgain': ['p'],
  'next.replay': ['r'],
};

const GAMES: readonly Context[] = ['eight-ball', 'snooker'];

/** The command that a key stands for where the first of `contexts` comes before the next; null for none. */
export const commandOf = (keys: Keys, contexts: readonly Context[], name: string): Command | null => {
  for (const context of contexts) {
    const found = COMMANDS[context].find((command) => keys[command].includes(name));
    if (found) return found;
  }
  return null;
};

/** Commands that can be meant by one press: those of a context, and of a game those that work always. */
const together = (context: Context): readonly Command[] =>
  GAMES.includes(context) ? [...COMMANDS[context], ...COMMANDS.always] : COMMANDS[context];

/** The other commands that a key of `command` stands for too, where both could be meant. */
export const conflictsOf = (keys: Keys, command: Command): readonly Command[] => {
  const contexts = (Object.keys(COMMANDS) as Context[]).filter((context) =>
    together(context).includes(command),
  );
  const others = new Set(contexts.flatMap(together));
  others.delete(command);
  return [...others].filter((other) => keys[other].some((name) => keys[command].includes(name)));
};

const isCommand = (name: string): name is Command => Object.hasOwn(DEFAULT_KEYS, name);

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
  return { ...DEFAULT_KEYS, ...(Object.fromEntries(own) as Partial<Keys>) };
};

/** What is kept of keys: those that differ from the defaults, so that new defaults reach everybody else. */
export const writeKeys = (keys: Keys): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(keys).filter(
        ([command, names]) => names.join(' ') !== DEFAULT_KEYS[command as Command].join(' '),
      ),
    ),
  );
