import { championOf, isOver, type Drawn, type Match } from './bracket.ts';
import type { Tournament } from './facts.ts';
import { groupTables } from './groups.ts';

/** Less than the last place of a group. */
const WITHDREW = -1000;

export interface Standing {
  readonly entry: number;
  /** From 1 on. Those who dropped out in the same round share one. */
  readonly place: number;
}

/** Everybody's place, the best first; empty until all is played. Without a champion, nobody is first. */
export const standingsOf = (tournament: Tournament, matches: readonly Match[]): readonly Standing[] => {
  if (!isOver(matches)) return [];
  const rounds = [...new Set(matches.map(({ slot }) => slot.round))];
  /**
   * How far each came: two for each round of the bracket, and one for winning the last match. Who left a group came as
   * far as others who took that place in theirs, and who withdrew there least far.
   */
  const reached = new Map<number, number>();
  for (const { slot, sides, winner } of matches) {
    const round = 2 * rounds.indexOf(slot.round);
    for (const who of sides) {
      if (typeof who === 'number')
        reached.set(who, slot.group === null ? round + (who === winner ? 1 : 0) : WITHDREW);
    }
  }
  for (const table of groupTables(tournament, matches)) {
    for (const [index, { entry }] of table.entries()) {
      if ((reached.get(entry) ?? 0) < 0) reached.set(entry, -1 - index);
    }
  }
  const missing = championOf(matches) === null ? 1 : 0;
  return [...reached]
    .map(([entry, far]) => ({
      entry,
      place: 1 + missing + [...reached.values()].filter((other) => other > far).length,
    }))
    .sort((one, other) => one.place - other.place || one.entry - other.entry);
};

/** Who is honoured once all is played: the first three places, of which some are shared. */
export const podiumOf = (tournament: Drawn): readonly Standing[] =>
  standingsOf(tournament, tournament.matches).filter(({ place }) => place <= 3);
