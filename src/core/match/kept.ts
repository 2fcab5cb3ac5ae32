import { mergeFromOtherTab } from './merge-from-other-tab.ts';
import { logged } from './pending-action.ts';
import type { KeptMatch, KeptTable, DeviceTable } from './table.ts';
import { keptOf, seqOf, unknownMatch, type KeptAction, type MatchState, type OtherTabNews } from './state.ts';

/** What to store of a match since it was last stored. */
export interface MatchChanges extends OtherTabNews {
  readonly match: string;
  /** Null if none of it changed. */
  readonly about: Pick<KeptMatch, 'match' | 'held' | 'board'> | null;
  /** Whether the stored entries are no longer the server's and must be deleted. */
  readonly forgets: boolean;
  readonly entries: KeptMatch['entries'];
  /** Ids of actions to delete. */
  readonly removed: readonly string[];
}

/** Changes to a match that one tab sends to this browser's other tabs. */
export interface News extends OtherTabNews {
  readonly match: string;
}

export interface TableChanges {
  /** Null if it hasn't changed. */
  readonly about: Pick<DeviceTable, 'current'> | null;
  readonly matches: readonly MatchChanges[];
  /** Ids of matches to delete. */
  readonly dropped: readonly string[];
}

const isSameAction = (a: KeptAction | undefined, b: KeptAction): boolean =>
  a?.action === b.action && a.question?.id === b.question?.id;

const matchChanges = (before: MatchState, after: MatchState): MatchChanges | null => {
  const storedBefore = new Map(keptOf(before).map((kept) => [kept.action.id, kept]));
  const toStore = new Map(keptOf(after).map((kept) => [kept.action.id, kept]));
  const forgets = before.log.actions.at(-1)?.id !== after.log.actions[seqOf(before) - 1]?.id;
  const entries = after.log.actions.slice(forgets ? 0 : seqOf(before)) as unknown as KeptMatch['entries'];
  const inLog = new Set(after.log.actions.map(({ id }) => id));
  const put = [...toStore.values()].filter((kept) => !isSameAction(storedBefore.get(kept.action.id), kept));
  const removed = [...storedBefore.keys()].filter((id) => !toStore.has(id));
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
        // A tab that receives new actions must know whether they are held.
        held: put.length > 0 || held !== before.held ? held : null,
      }
    : null;
};

/** What to store of a table after a step; null if nothing. */
export const changesBetween = (before: DeviceTable, after: DeviceTable): TableChanges | null => {
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

/** The part of the changes that other tabs need. */
export const newsOf = (matches: readonly MatchChanges[]): readonly News[] =>
  matches
    .filter(({ put, gone, held }) => put.length + gone.length > 0 || held !== null)
    .map(({ match, put, gone, held }) => ({ match, put, gone, held }));

/** The table state that was stored; later changes are relative to it. */
export const storedState = (device: string, { current, matches }: KeptTable): DeviceTable => ({
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

/** The stored state after another tab has stored more. */
export const withNews = (state: DeviceTable, { match, ...news }: News): DeviceTable => {
  const known = state.matches[match] ?? (news.put.length > 0 ? unknownMatch(match, state.device) : null);
  return known ? { ...state, matches: { ...state.matches, [match]: mergeFromOtherTab(known, news) } } : state;
};
