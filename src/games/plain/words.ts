import type { Words } from '../../rules/game.ts';
import type { PlainMove } from './rules.ts';

export const words: Words<PlainMove, null> = {
  fields: { s1: 'scoreA', s2: 'scoreB', raceTo: 'raceTo' },
  // The only moves are corrections.
  move: (move) => move,
  short: (move) => move,
  outcome: () => [],
  instead: () => [],
};
