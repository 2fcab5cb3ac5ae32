import { NAME_LIMIT } from '../../config/limits.ts';
import { limitName } from '../../rules/name.ts';
import type { Match } from './bracket.ts';
import type { Tournament } from './facts.ts';
import { roundText } from './words.ts';

/** What a tournament orders for a match. It is stored with the call, so that all who start the match begin the same. */
export interface MatchOrder {
  readonly game: string;
  /** The racks or frames that win. */
  readonly raceTo: number;
  /** The head starts, in the order of the match's sides. */
  readonly handicap: readonly [number, number];
  /** What boards say: the tournament and the round. */
  readonly event: string;
}

/** What a tournament orders for a match whose sides are known, in the caller's language. */
export const orderOf = (
  { title, entries, format, places }: Tournament,
  { slot, sides }: Match,
  texts: Parameters<typeof roundText>[2],
): MatchOrder => {
  const [a, b] = sides.map((who) => (typeof who === 'number' ? (entries.get(who)?.headStart ?? 0) : 0));
  const round = ` · ${roundText(slot, { format, places }, texts)}`;
  return {
    game: format.game,
    raceTo: slot.isFinal ? format.finalRaceTo : format.raceTo,
    handicap: [a ?? 0, b ?? 0],
    // A long title is cut rather than the round.
    event: `${limitName(title, NAME_LIMIT - round.length).name}${round}`,
  };
};
