import type { Match } from './bracket.ts';
import type { Fact } from './facts.ts';

/** How long after the end of their match players may be called to the next one, in milliseconds. */
const REST_MILLIS = 60_000;

export interface ToCall {
  readonly match: Match;
  /** From when on both have had their rest, by the server's clock; null while one of them is called, away or plays. */
  readonly fromMillis: number | null;
}

/**
 * The ready matches that nobody has called, by the bracket's rounds, and in a round by how long both have waited. `called`
 * has the slots that a party of the waiting list has, and `busy` the entries in those parties. `endedMillis` is when an
 * entry's last match ended.
 */
export const matchesToCall = (
  matches: readonly Match[],
  called: ReadonlySet<string>,
  busy: ReadonlySet<number>,
  endedMillis: ReadonlyMap<number, number>,
): readonly ToCall[] => {
  const rounds = [...new Set(matches.map(({ slot }) => slot.round))];
  return matches
    .filter(({ state, slot }) => state === 'ready' && !called.has(slot.id))
    .map((match) => {
      const entries = match.sides.filter((who) => typeof who === 'number');
      const waitingSince = Math.max(...entries.map((entry) => endedMillis.get(entry) ?? 0));
      const fromMillis = entries.some((entry) => busy.has(entry)) ? null : waitingSince + REST_MILLIS;
      return { match, fromMillis, waitingSince, round: rounds.indexOf(match.slot.round) };
    })
    .sort((one, other) => one.round - other.round || one.waitingSince - other.waitingSince)
    .map(({ match, fromMillis }) => ({ match, fromMillis }));
};

/** What to store of matches that have been read from results alone, so that changed results change nothing by themselves. */
export const outcomeFacts = (matches: readonly Match[]): readonly Fact[] =>
  matches.flatMap(({ slot, outcome, played }) =>
    outcome !== null && outcome === played ? [{ key: `outcome:${slot.id}`, value: outcome }] : [],
  );

/** The outcomes to store with a call: those that put the two into this match. */
export const factsOfCall = (matches: readonly Match[], { slot }: Match): readonly Fact[] => {
  const needed = new Set([slot.id]);
  // Each match is after those that its sides come from.
  for (const match of [...matches].reverse()) {
    if (!needed.has(match.slot.id)) continue;
    for (const source of match.slot.sides) if ('slot' in source) needed.add(source.slot);
  }
  needed.delete(slot.id);
  return outcomeFacts(matches.filter((match) => needed.has(match.slot.id)));
};
