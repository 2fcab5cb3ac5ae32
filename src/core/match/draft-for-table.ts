import type { Side } from '../../rules/rules.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import { COUNTS_MILLIS, isOfPlayers, nextParty, type TableFacts } from '../room/table-state.ts';
import { kindDraft, orderedDraft, othersDraft, partyDraft, type MatchDraft } from './new-match-draft.ts';
import type { MatchRecord } from './protocol.ts';

/** The match on a table's board as this device knows it, which may be more than the server does. */
export interface LastMatch {
  readonly match: Pick<MatchRecord, 'id' | 'number' | 'game' | 'startedAtMillis'>;
  readonly over: boolean;
  readonly winner: Side | null;
  /** When its last action was made; when it started if there is none. */
  readonly scoredAtMillis: number;
}

/** Whether a person chose a match's game: a table's first match is created with the table. */
export const isChosen = ({ number }: Pick<MatchRecord, 'number'>): boolean => number > 1;

/** A table's facts with the match that this device knows. */
const factsWith = (
  facts: TableFacts | null,
  { match: { id, game, startedAtMillis }, over, scoredAtMillis }: LastMatch,
  nowMillis: number,
): Pick<TableFacts, 'match' | 'party'> => ({
  party: facts && nextParty(facts),
  match:
    scoredAtMillis > nowMillis - COUNTS_MILLIS ? { id, game, over, startedAtMillis, scoredAtMillis } : null,
});

/**
 * The draft for a table's next match. `next` has the settings and names of the last one. `facts` and `kind` are null
 * until they are known.
 */
export const draftFor = (
  facts: TableFacts | null,
  kind: TableKind | null,
  last: LastMatch,
  next: MatchDraft,
  nowMillis: number,
): MatchDraft => {
  const { match, party } = factsWith(facts, last, nowMillis);
  const chosen = isChosen(last.match);
  // A called party plays once its match begins.
  const isTheirs = party === (facts?.party ?? null) && isOfPlayers({ match, party });
  if (party && !isTheirs) {
    const draft = partyDraft(next, match && last.winner, { ...party, kind }, chosen);
    return party.order ? orderedDraft(draft, party.order) : draft;
  }
  const draft = isTheirs ? next : othersDraft(next);
  return kind === null || chosen ? draft : kindDraft(draft, kind, chosen);
};
