import type { Named } from '../../core/rules/players.ts';
import type { Side } from '../../core/rules/rules.ts';
import type { Scored } from '../../stores/match/scoring.ts';
import { isolated } from '../match/words.ts';
import type { PadTexts } from './texts.ts';

/** A player's name as it was typed, or which player it is. */
export const nameOf = (state: object, side: Side, texts: PadTexts): string => {
  const { p1, p2 } = state as Named;
  return (side === 'A' ? p1 : p2).trim() || texts[side === 'A' ? 'playerA' : 'playerB'];
};

export const nameIn = ({ state }: Scored, side: Side, texts: PadTexts): string =>
  isolated(nameOf(state, side, texts));
