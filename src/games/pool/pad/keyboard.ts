import type { Side } from '../../../core/rules/rules.ts';
import type { Keys } from '../../../ui/pad/game-pad.ts';

/** The keys that all pool games share: each hand has the keys of one side of the board. */
export const RACK_COMMANDS: Keys = {
  rackA: ['a', 'ArrowLeft', 'PageUp'],
  rackB: ['l', 'ArrowRight', 'PageDown'],
  how: ['w'],
  foulA: ['s'],
  foulB: ['k'],
  extendA: ['d'],
  extendB: ['j'],
  time: ['e'],
};

/** The commands for how a rack ended, in the order of its sheet. */
export const endingCommands = (endings: readonly string[]): Keys =>
  Object.fromEntries(endings.map((how, index) => [`how.${how}`, [String(index + 1)]]));

type RackMove =
  | { readonly kind: 'rack'; readonly side: Side; readonly how?: string }
  | { readonly kind: 'foul' | 'extend'; readonly side: Side }
  | { readonly kind: 'time' };

/** The sequence of commands that leads to a move. */
export const rackPath = (move: RackMove): readonly string[] => {
  if (move.kind === 'time') return [move.kind];
  const sided = `${move.kind}${move.side}`;
  return move.kind === 'rack' && move.how !== undefined && move.how !== 'plain'
    ? [sided, 'how', `how.${move.how}`]
    : [sided];
};
