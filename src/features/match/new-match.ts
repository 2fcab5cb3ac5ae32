import { atom, type ReadableAtom } from 'nanostores';
import type { MatchDraft } from '../../core/match/new-match-draft.ts';
import { isSamePair, nextDraft, startOf, withoutAgreed } from '../../core/match/new-match-draft.ts';
import { draftFor } from '../../core/match/draft-for-table.ts';
import type { MatchNames } from '../../rules/players.ts';
import { nextParty, type TableFacts } from '../../core/room/table-state.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import { shownOf } from '../../games/boards.ts';
import type { Scored, Scoring } from './scoring.ts';
import { derived } from '../../browser/derived.ts';

type Beginning = 'idle' | 'beginning' | 'failed';

/** The form for a table's next match. Its draft lasts until the match starts. */
export interface NewMatchStore {
  /** Null until the current match is known. */
  readonly $draft: ReadableAtom<MatchDraft | null>;
  readonly $beginning: ReadableAtom<Beginning>;
  /** Whether a tournament has the table: nobody chooses there who plays next. */
  readonly $isOrdered: ReadableAtom<boolean>;
  readonly edit: (change: (draft: MatchDraft) => MatchDraft) => void;
  /** Drafts the next match from the one that ended, discarding edits. */
  readonly draftFrom: (next: (last: MatchDraft) => MatchDraft) => void;
  /** Starts the match; resolves to whether that worked. */
  readonly begin: () => Promise<boolean>;
}

/** An edited draft, and when it was edited, in server time. */
interface EditedDraft {
  readonly draft: MatchDraft;
  readonly atMillis: number;
}

/**
 * `$facts` are the table's facts according to the waiting list, and `$kind` is its kind; null until they are known.
 */
export const createNewMatch = (
  { $scored, begin }: Pick<Scoring, '$scored' | 'begin'>,
  serverNow: () => number,
  $facts: ReadableAtom<TableFacts | null> = atom(null),
  $kind: ReadableAtom<TableKind | null> = atom(null),
): NewMatchStore => {
  const $typed = atom<EditedDraft | null>(null);
  /** The format that the last match's players chose; null once others play. */
  let agreed: MatchDraft | null = null;
  const $beginning = atom<Beginning>('idle');
  const draftOf = (scored: Scored | null): MatchDraft | null =>
    scored && nextDraft(scored.match, scored.state as MatchNames);
  const draftAfter = (
    scored: Scored | null,
    facts: TableFacts | null,
    kind: TableKind | null,
  ): MatchDraft | null => {
    const next = draftOf(scored);
    if (!scored || !next) return null;
    const { match, actions, rules, state } = scored;
    const { over, winner } = shownOf(rules.board(state));
    const scoredAtMillis = Math.max(match.startedAtMillis, ...actions.map(({ atMillis }) => atMillis));
    return draftFor(facts, kind, { match, over, winner, scoredAtMillis }, next, serverNow());
  };
  /** Null once a party was seated at the table, because the next match is theirs. */
  const typedFor = (typed: EditedDraft | null, facts: TableFacts | null): MatchDraft | null => {
    const party = facts && nextParty(facts);
    return typed && party && typed.atMillis < party.sinceMillis ? null : (typed?.draft ?? null);
  };
  const type = (draft: MatchDraft): void => $typed.set({ draft, atMillis: serverNow() });
  const $draft = derived(
    [$typed, $scored, $facts, $kind],
    (typed, scored, facts, kind) => typedFor(typed, facts) ?? draftAfter(scored, facts, kind),
  );
  return {
    $draft,
    $beginning,
    $isOrdered: derived([$facts], (facts) => Boolean(facts && nextParty(facts)?.order)),
    edit: (change) => {
      const draft = $draft.get();
      if (!draft) return;
      if (!typedFor($typed.get(), $facts.get())) agreed = draft;
      const changed = change(draft);
      const isForOthers = agreed !== null && !isSamePair(changed, agreed);
      type(agreed && isForOthers ? withoutAgreed(changed, agreed) : changed);
      if (isForOthers) agreed = null;
    },
    draftFrom: (next) => {
      const ended = draftOf($scored.get());
      if (!ended) return;
      // `next` already keeps what should be kept.
      agreed = null;
      type(next(ended));
    },
    begin: async () => {
      const draft = $draft.get();
      const begun = draft && startOf(draft);
      if (!begun || $beginning.get() === 'beginning') return false;
      $beginning.set('beginning');
      const done = await begin(begun.game, begun.start);
      $beginning.set(done ? 'idle' : 'failed');
      if (done) $typed.set(null);
      return done;
    },
  };
};
