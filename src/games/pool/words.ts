import type { Areas, KeyOf } from '../../i18n/texts.ts';
import { toAction, type Action } from '../../rules/log.ts';
import { phrase, playerOf } from '../../rules/phrase.ts';
import type { Phrase } from '../../i18n/phrases.ts';
import type { Named } from '../../rules/players.ts';
import type { Side } from '../../rules/rules.ts';
import type { Instead, View } from '../../rules/game.ts';
import { racksPlayed, type RackDetail } from './board.ts';
import type { RackMove } from './moves.ts';

/** The names of the board's numbers in pool. */
export const RACK_FIELDS = { s1: 'racksA', s2: 'racksB', raceTo: 'raceTo' } as const;

type Ending = KeyOf<Areas['match']['endings']>;

interface GivenRack {
  readonly side: Side;
  readonly how?: Ending;
}

/** "Rack 3 to Salma, break and run". */
export const rackPhrase = ({ side, how }: GivenRack, names: Named, rack: number): Phrase =>
  phrase(
    'log.rack',
    { rack, player: playerOf(names, side) },
    how === undefined || how === 'plain' ? [] : [phrase(`endings.${how}`)],
  );

/** A common pool move as a line of the history. */
export const movePhrase = (
  move: Exclude<RackMove<Ending>, { readonly kind: 'set' }>,
  before: View<RackDetail>,
): Phrase => {
  switch (move.kind) {
    case 'rack':
      return rackPhrase(move, before, racksPlayed(before, before.detail) + 1);
    case 'time':
      return phrase('log.time');
    default:
      return sidedPhrase(move, before);
  }
};

/** "Salma: extension". */
export const sidedPhrase = (
  { kind, side }: { readonly kind: 'foul' | 'extend' | 'pushOut' | 'shoots' | 'legal'; readonly side: Side },
  names: Named,
): Phrase => phrase(`log.${kind}`, { player: playerOf(names, side) });

/** The likely alternatives: the same move for the other side, or another ending of a rack. */
export const insteadOf = (
  { kind, body }: Pick<Action, 'kind' | 'body'>,
  offered: readonly { readonly kind: string; readonly side?: Side; readonly how?: Ending }[],
): readonly Instead[] =>
  offered
    .filter((move) => move.kind === kind && move.side)
    .flatMap((move) => {
      if (kind !== 'rack') return [toAction(move)];
      const { side, how = 'plain' } = move;
      // A rack for the other side is offered without an ending, which can be chosen afterwards.
      if (side === body['side']) return [{ ...toAction(move), phrase: phrase(`endings.${how}`) }];
      return how === 'plain' ? [toAction(move)] : [];
    });
