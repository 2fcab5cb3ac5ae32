import { PADS } from '../../../games/pads.ts';
import type { PadTexts } from '../texts.ts';

/** Keys that keyboards of every language mark with a sign. */
const SIGNS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
  Enter: '↵',
  Shift: '⇧',
  Escape: 'Esc',
  Backspace: '⌫',
};

/** What a command does, in words. */
export const commandLabel = (command: string, texts: PadTexts): string => {
  const own = Object.values(PADS).map(({ keyboard }) => keyboard.label(command, texts));
  return own.find((label) => label !== null) ?? texts[`keyboard.command.${command}` as keyof PadTexts];
};

/** A key as it is printed on keyboards: `Ctrl+Shift+z` as "Ctrl ⇧ Z". */
export const keyLabel = (name: string, texts: PadTexts): string => {
  const parts = name === '+' ? ['+'] : name.split(/(?<=.)\+/);
  return parts
    .map((part) => {
      if (part === 'Space') return texts['keyboard.space'];
      return SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    })
    .join(' ');
};
