import { mergeFromOtherTab, type OtherTabNews } from './merge-from-other-tab.ts';
import { logged } from './pending-action.ts';
import type { KeptMatch, KeptTable, TableState } from './table.ts';
import { keptOf, seqOf, unknownMatch, type KeptAction, type MatchState } from './state.ts';

/** What is to be kept of a match anew, since it was kept last. */
export interface MatchChanges extends OtherTabNews {
  readonly match: string;
  /** Null where nothing of it has changed. */
  readonly about: Pick<KeptMatch, 'match' | 'held' | 'board'> | null;
  /** Whether entries that were kept are no longer the server's. */
  readonly forgets: boolean;
  readonly entries: KeptMatch['entries'];
  /** Actions that need not be kept any longer. */
  readonly removed: readonly string[];
}

/** What a page tells the other pages of its browser of a match. */
export interface News extends OtherTabNews {
  readonly match: string;
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
  const forgets = before.log.actions.at(-1)?.id !== after.log.actions[seqOf(before) - 1]?.id;
  const entries = after.log.actions.slice(forgets ? 0 : seqOf(before)) as unknown as KeptMatch['entries'];
  const inLog = new Set(after.log.actions.map(({ id }) => id));
  const put = [...is.values()].filter((kept) => !isSameAction(was.get(kept.action.id), kept));
  const removed = [...was.keys()].filter((id) => !is.has(id));
  const { record, held, board } = after;
  const about =
    record && (record !== before.record || held !== before.held || board !== before.board)
      ? { match: record, held, board }
      : null;
  return about || forgets || entries.length || put.length || removed.length || held !== before.held
    ? {
        match: after.id,
        about,
        forgets,
        entries,
        put,
        removed,
        gone: removed.filter((id) => !inLog.has(id)),
        // Whoever hears of something to send has to know whether it may be sent.
        held: put.length > 0 || held !== before.held ? held : null,
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

/** What of it other pages have to know. */
export const newsOf = (matches: readonly MatchChanges[]): readonly News[] =>
  matches
    .filter(({ put, gone, held }) => put.length + gone.length > 0 || held !== null)
    .map(({ match, put, gone, held }) => ({ match, put, gone, held }));

/** A table as it was read: what is to be kept anew is what differs from it. */
export const asKept = (device: string, { current, matches }: KeptTable): TableState => ({
  device,
  current,
  matches: Object.fromEntries(
    matches.map(({ match, entries, held, board, actions }) => {
      const unknown = unknownMatch(match.id, device);
      const log = { ...unknown.log, actions: entries.map((entry) => logged(entry, device)) };
      const own = mergeFromOtherTab(unknown, { put: actions, gone: [], held });
      return [match.id, { ...own, record: match, board, log }] as const;
    }),
  ),
});

/** The same with what another page has kept there since. */
export const asKeptElsewhere = (state: TableState, { match, ...news }: News): TableState => {
  const known = state.matches[match] ?? (news.put.length > 0 ? unknownMatch(match, state.device) : null);
  return known ? { ...state, matches: { ...state.matches, [match]: mergeFromOtherTab(known, news) } } : state;
};
