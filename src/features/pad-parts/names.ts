import { cutName } from '../../rules/phrase.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { givenName } from '../../rules/name.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Named } from '../../rules/players.ts';
import type { Side } from '../../rules/rules.ts';
import type { Scored } from '../match/scoring.ts';

/** A player's name as typed, or else which player it is. */
export const nameOf = (state: object, side: Side, texts: TextsOf<'pad'>): string => {
  const { p1, p2 } = state as Named;
  return givenName(side === 'A' ? p1 : p2).trim() || texts.pad[side === 'A' ? 'playerA' : 'playerB'];
};

/** The longest name, in letters, for sentences on keys and in sheet titles. */
const IN_SENTENCES = 16;

/** A name for the middle of a sentence, bidi-isolated. */
export const nameIn = ({ state }: Scored, side: Side, texts: TextsOf<'pad'>): string =>
  isolated(cutName(nameOf(state, side, texts), IN_SENTENCES));
