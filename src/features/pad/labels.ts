import type { PlainKeyOf, TextsOf } from '../../i18n/texts.ts';
import { PADS } from '../../games/pads.ts';

/** Keys that have a symbol on every keyboard. */
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

/** A command, in words. */
export const commandLabel = (command: string, texts: TextsOf<'match' | 'pad'>): string => {
  const own = Object.values(PADS).map(({ keyboard }) => keyboard.label(command, texts));
  const { command: labels } = texts.pad.keyboard;
  return own.find((label) => label !== null) ?? labels[command as PlainKeyOf<typeof labels>];
};

/** A key's label, as on keyboards: `Ctrl+Shift+z` is "Ctrl ⇧ Z". */
export const keyLabel = (name: string, texts: TextsOf<'match' | 'pad'>): string => {
  const parts = name.split(/\+(?=.)/);
  return parts
    .map((part) => {
      if (part === 'Space') return texts.pad.keyboard.space;
      return SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    })
    .join(' ');
};
