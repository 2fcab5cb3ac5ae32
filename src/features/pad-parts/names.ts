import { cutName, playerName } from '../../rules/phrase.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Named } from '../../rules/players.ts';
import type { Side } from '../../rules/rules.ts';
import type { Scored } from '../match/scoring.ts';

/** A player's name as typed, or else which player it is. */
export const nameOf = (state: object, side: Side, texts: TextsOf<'match' | 'pad'>): string =>
  playerName(state as Named, side, texts);

/** The longest name, in letters, for sentences on keys and in sheet titles. */
const IN_SENTENCES = 16;

/** A name for the middle of a sentence, bidi-isolated. */
export const nameIn = ({ state }: Scored, side: Side, texts: TextsOf<'match' | 'pad'>): string =>
  isolated(cutName(nameOf(state, side, texts), IN_SENTENCES));
