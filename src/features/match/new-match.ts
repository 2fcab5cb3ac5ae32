import { atom, type ReadableAtom } from 'nanostores';
import type { MatchDraft } from '../../core/match/formats.ts';
import {
  isSamePair,
  kindDraft,
  nextDraft,
  othersDraft,
  partyDraft,
  startOf,
  withoutAgreed,
} from '../../core/match/formats.ts';
import type { Named } from '../../rules/players.ts';
import { namesOf } from '../../core/room/list.ts';
import { COUNTS_MILLIS } from '../../core/room/table-state.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import type { PlayingParty } from '../../core/room/queue.ts';
import { shownOf } from '../../games/boards.ts';
import type { Scored, Scoring } from './scoring.ts';
import { derived } from '../../browser/derived.ts';

type Beginning = 'idle' | 'beginning' | 'failed';

/** The form for a table's next match. Its draft lasts until the match starts. */
export interface NewMatch {
  /** Null until the current match is known. */
  readonly $draft: ReadableAtom<MatchDraft | null>;
  readonly $beginning: ReadableAtom<Beginning>;
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

/** `$party` is the party playing at the table according to the waiting list. `$kind` is the table's kind, if known. */
export const createNewMatch = (
  { $scored, begin }: Pick<Scoring, '$scored' | 'begin'>,
  serverNow: () => number,
  $party: ReadableAtom<PlayingParty | null> = atom(null),
  $kind: ReadableAtom<TableKind | null> = atom(null),
): NewMatch => {
  const $typed = atom<EditedDraft | null>(null);
  /** The format that the last match's players chose; null once others play. */
  let last: MatchDraft | null = null;
  const $beginning = atom<Beginning>('idle');
  const draftOf = (scored: Scored | null): MatchDraft | null =>
    scored && nextDraft(scored.match, scored.state as Named);
  const draftFor = (
    party: PlayingParty | null,
    kind: TableKind | null,
    scored: Scored | null,
  ): MatchDraft | null => {
    const next = draftOf(scored);
    if (!scored || !next) return next;
    const { match, actions } = scored;
    const { over, winner } = shownOf(scored.rules.board(scored.state));
    const isChosen = match.number > 1;
    const lastAtMillis = Math.max(match.startedAtMillis, ...actions.map(({ atMillis }) => atMillis));
    const isSilent = lastAtMillis <= serverNow() - COUNTS_MILLIS;
    // A match belongs to the party if it started after they were seated. Without names, any action since then counts.
    const isTheirs = !party
      ? !over && !isSilent
      : (namesOf(party).length > 0 ? match.startedAtMillis : lastAtMillis) >= party.startedAtMillis;
    if (party && !isTheirs) return partyDraft(next, isSilent ? null : winner, party, isChosen);
    const last = isTheirs ? next : othersDraft(next);
    return kind === null || isChosen ? last : kindDraft(last, kind, isChosen);
  };
  /** Null once a party was seated at the table, because the next match is theirs. */
  const typedFor = (typed: EditedDraft | null, party: PlayingParty | null): MatchDraft | null =>
    typed && party && typed.atMillis < party.startedAtMillis ? null : (typed?.draft ?? null);
  const type = (draft: MatchDraft): void => $typed.set({ draft, atMillis: serverNow() });
  const $draft = derived(
    [$typed, $scored, $party, $kind],
    (typed, scored, party, kind) => typedFor(typed, party) ?? draftFor(party, kind, scored),
  );
  return {
    $draft,
    $beginning,
    edit: (change) => {
      const draft = $draft.get();
      if (!draft) return;
      if (!typedFor($typed.get(), $party.get())) last = draft;
      const changed = change(draft);
      const isForOthers = last !== null && !isSamePair(changed, last);
      type(last && isForOthers ? withoutAgreed(changed, last) : changed);
      if (isForOthers) last = null;
    },
    draftFrom: (next) => {
      const ended = draftOf($scored.get());
      if (!ended) return;
      // `next` already keeps what should be kept.
      last = null;
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
