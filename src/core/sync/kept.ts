import type { KeptMatch, TableState } from './table.ts';
import { keptOf, seqOf, unknownMatch, type KeptAction, type MatchState } from './state.ts';

/** What is to be kept of a match anew, since it was kept last. */
export interface MatchChanges {
  readonly match: string;
  /** Null where nothing of it has changed. */
  readonly about: Pick<KeptMatch, 'match' | 'held' | 'board'> | null;
  /** Whether entries that were kept are no longer the server's. */
  readonly forgets: boolean;
  readonly entries: KeptMatch['entries'];
  readonly put: readonly KeptAction[];
  /** Actions that need not be kept any longer. */
  readonly removed: readonly string[];
  /** Those of them that came to no log. */
  readonly gone: readonly string[];
}

export interface TableChanges {
  /** Null where it has not changed. */
  readonly about: Pick<TableState, 'current'> | null;
  readonly matches: readonly MatchChanges[];
  /** Matches of which nothing is kept any longer. */
  readonly dropped: readonly string[];
}

const isSameAction = (a: KeptAction | undefined, b: KeptAction): boolean =>
  a?.action === b.action && a.question?.id === b.question?.id;

const matchChanges = (before: MatchState, after: MatchState): MatchChanges | null => {
  const was = new Map(keptOf(before).map((kept) => [kept.action.id, kept]));
  const is = new Map(keptOf(after).map((kept) => [kept.action.id, kept]));
  const forgets = seqOf(after) < seqOf(before);
  const entries = after.log.actions.slice(forgets ? 0 : seqOf(before)) as unknown as KeptMatch['entries'];
  const logged = new Set(entries.map(({ id }) => id));
  const put = [...is.values()].filter((kept) => !isSameAction(was.get(kept.action.id), kept));
  const removed = [...was.keys()].filter((id) => !is.has(id));
  const { record, held, board } = after;
  const about =
    record && (record !== before.record || held !== before.held || board !== before.board)
      ? { match: record, held, board }
      : null;
  return about || forgets || entries.length || put.length || removed.length
    ? {
        match: after.id,
        about,
        forgets,
        entries,
        put,
        removed,
        gone: removed.filter((id) => !logged.has(id)),
      }
    : null;
};

/** What is to be kept of a table after a step. */
export const changesBetween = (before: TableState, after: TableState): TableChanges | null => {
  if (before === after) return null;
  const { current } = after;
  const about = current === before.current ? null : { current };
  const matches = Object.values(after.matches).flatMap((match) => {
    const known = before.matches[match.id] ?? unknownMatch(match.id, match.device);
    return (known === match ? null : matchChanges(known, match)) ?? [];
  });
  const dropped = Object.keys(before.matches).filter((id) => !after.matches[id]);
  return about || matches.length || dropped.length ? { about, matches, dropped } : null;
};
