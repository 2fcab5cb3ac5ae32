import type { Areas } from '../../i18n/texts.ts';
import { phrase, playerOf, type Phrase } from '../../core/match/phrase.ts';
import type { Named } from '../../core/rules/players.ts';
import type { Side } from '../../core/rules/rules.ts';

/** The names of the board's numbers in pool. */
export const RACK_FIELDS = { s1: 'racksA', s2: 'racksB', raceTo: 'raceTo' } as const;

interface RackMove {
  readonly side: Side;
  readonly how?: keyof Areas['match']['endings'];
}

/** "Rack 3 to Salma, break and run". */
export const rackPhrase = ({ side, how }: RackMove, names: Named, rack: number): Phrase =>
  phrase(
    'told.rack',
    { rack, player: playerOf(names, side) },
    how === undefined || how === 'plain' ? [] : [phrase(`endings.${how}`)],
  );
