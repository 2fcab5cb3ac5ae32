import type { OfflineStore, TableKey } from '../../../src/browser/offline-store.ts';
import { newsOf, type News, type TableChanges } from '../../../src/core/match/kept.ts';
import type { KeptAction } from '../../../src/core/match/state.ts';
import type { KeptMatch, KeptTable } from '../../../src/core/match/table.ts';

interface KeptRecord {
  about: Pick<KeptMatch, 'match' | 'held' | 'board'> | null;
  entries: KeptMatch['entries'];
  readonly actions: Map<string, KeptAction>;
}

interface TableRecord {
  about: Pick<KeptTable, 'current'>;
  readonly matches: Map<string, KeptRecord>;
}

const nameOf = ({ who, table }: TableKey): string => `${who} ${table}`;

/** What one browser keeps, in memory, for as many pages as are connected to it. */
export const fakeDisk = () => {
  const tables = new Map<string, TableRecord>();
  const pages: { readonly name: string; readonly page: object; readonly onNews: (news: News) => void }[] = [];
  const disk = {
    /** Whether the browser refuses to keep anything. */
    full: false,
    /** Whether keeping something is never confirmed. */
    silent: false,
    /** How often something was kept. */
    writes: 0,
    /** Called before something is kept. */
    onWrite: () => {},
    /** The matches of which anything is kept. */
    matches: (): string[] => [...tables.values()].flatMap(({ matches }) => [...matches.keys()]),
    /** The stored pending actions and questions, by their ids. */
    actions: (): string[] =>
      [...tables.values()].flatMap(({ matches }) =>
        [...matches.values()].flatMap(({ actions }) => [...actions.keys()]),
      ),
    /** A page's way to it. */
    connect: (): OfflineStore => {
      const page = {};
      return {
        open: async (key) => {
          if (disk.full) throw new DOMException('denied', 'SecurityError');
          const kept = tables.get(nameOf(key));
          const matches = [...(kept?.matches.values() ?? [])].flatMap(({ about, entries, actions }) =>
            about ? [{ ...about, entries, actions: [...actions.values()] }] : [],
          );
          return structuredClone({ ...(kept?.about ?? { current: null }), matches });
        },
        keep: async (key, changes) => {
          if (disk.full) throw new DOMException('full', 'QuotaExceededError');
          disk.writes++;
          disk.onWrite();
          // Nobody changes what was kept, and `open` copies it.
          write(nameOf(key), changes);
          for (const other of pages) {
            if (other.page === page || other.name !== nameOf(key)) continue;
            for (const news of newsOf(changes.matches)) other.onNews(structuredClone(news));
          }
          if (disk.silent) await new Promise(() => {});
        },
        watch: (key, onNews) => {
          const listener = { name: nameOf(key), page, onNews };
          pages.push(listener);
          return () => pages.splice(pages.indexOf(listener), 1);
        },
      };
    },
  };
  const write = (name: string, { about, matches, dropped }: TableChanges): void => {
    const nothing: TableRecord = { about: { current: null }, matches: new Map() };
    const table = tables.get(name) ?? nothing;
    tables.set(name, table);
    if (about) table.about = about;
    for (const id of dropped) table.matches.delete(id);
    for (const { match, about: record, forgets, entries, put, removed } of matches) {
      const fresh: KeptRecord = { about: null, entries: [], actions: new Map() };
      const kept = table.matches.get(match) ?? fresh;
      table.matches.set(match, kept);
      if (record) kept.about = record;
      kept.entries = [...(forgets ? [] : kept.entries), ...entries];
      for (const one of put) kept.actions.set(one.action.id, one);
      for (const id of removed) kept.actions.delete(id);
    }
  };
  return disk;
};
