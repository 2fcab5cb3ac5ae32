import type { RackEnding } from '../../../games/eight-ball/rules.ts';
import { VALUE, type Ball } from '../../../games/snooker/balls.ts';
import { say } from '../../say.ts';
import type { PadTexts } from '../texts.ts';
import type { Command } from './commands.ts';

const BALLS = Object.keys(VALUE) as Ball[];
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
export const commandLabel = (command: Command, texts: PadTexts): string => {
  const ball = /^ball(\d)$/.exec(command)?.[1];
  if (ball !== undefined) return texts[`ball.${BALLS.find((name) => VALUE[name] === Number(ball)) ?? 'red'}`];
  const points = /^foul(\d)$/.exec(command)?.[1];
  if (points !== undefined) return say(texts['keyboard.command.points'], { n: points });
  if (command.startsWith('how.')) return texts[`pool.ending.${command.slice('how.'.length) as RackEnding}`];
  return texts[`keyboard.command.${command}` as keyof PadTexts];
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
