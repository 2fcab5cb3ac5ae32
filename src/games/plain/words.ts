import type { Words } from '../game.ts';
import type { PlainMove } from './rules.ts';

export const words: Words<PlainMove, null> = {
  fields: { s1: 'scoreA', s2: 'scoreB', raceTo: 'raceTo' },
  // There are corrections and nothing else.
  move: (move) => move,
  short: (move) => move,
  outcome: () => [],
  instead: () => [],
};
