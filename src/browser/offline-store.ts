import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb';
import type { Entry } from '../rules/log.ts';
import { newsOf, type News, type TableChanges } from '../core/match/kept.ts';
import type { PendingAction } from '../core/match/pending-action.ts';
import type { KeptAction } from '../core/match/state.ts';
import type { KeptMatch, KeptTable } from '../core/match/table.ts';
import { attempt } from './attempt.ts';
import { randomHex } from './random.ts';

/** An account's table: accounts don't share stored data. */
export interface TableKey {
  /** An account's, device's or scorer link's id. */
  readonly who: string;
  /** The id of the table's overlay. */
  readonly table: string;
}

/** Stores scoring on this device, for later page loads. */
export interface OfflineStore {
  /** Loads the stored data of a table; rejects if this browser can't store anything. */
  readonly open: (key: TableKey) => Promise<KeptTable>;
  /**
   * Stores changes in the order of the calls, and notifies this browser's other pages. Rejects if this browser can't
   * store anything.
   */
  readonly keep: (key: TableKey, changes: TableChanges) => Promise<void>;
  /** Calls back with changes that other pages store. Returns a function that stops. */
  readonly watch: (key: TableKey, onNews: (news: News) => void) => () => void;
}

interface Schema extends DBSchema {
  /** Key: account, table. */
  tables: { key: string[]; value: Pick<KeptTable, 'current'> };
  /** Key: account, table, match. */
  matches: { key: string[]; value: Pick<KeptMatch, 'match' | 'held' | 'board'> };
  /** Key: account, table, match, seq. */
  entries: { key: (string | number)[]; value: Entry };
  /** Key: account, table, match, action. */
  actions: { key: string[]; value: KeptAction };
}

const STORES = ['tables', 'matches', 'entries', 'actions'] as const;

/** An action as version 1 stored it. */
interface OldAction extends Omit<PendingAction, 'seqAtTap' | 'positionAtTap'> {
  readonly seen: PendingAction['seqAtTap'];
  readonly saw: Omit<PendingAction['positionAtTap'], 'unitsCompleted'> & { readonly given: number };
}

const renamed = ({ seen, saw: { given, ...saw }, ...action }: OldAction): PendingAction => ({
  ...action,
  seqAtTap: seen,
  positionAtTap: { ...saw, unitsCompleted: given },
});

const renameStored = async (
  actions: IDBPObjectStore<Schema, (typeof STORES)[number][], 'actions', 'versionchange'>,
): Promise<void> => {
  for (let stored = await actions.openCursor(); stored; stored = await stored.continue()) {
    const { action, question } = stored.value;
    await stored.update({ action: renamed(action as never), question });
  }
};

/**
 * The writes that haven't ended. A browser that closes a page drops a write that still waits for an earlier one, so the
 * page leaves them where it can write while it goes. The next page repeats them: a write that did end changes nothing.
 */
const writes = new Set<readonly [TableKey, TableChanges]>();
const LEFT = 'scoring-left';

const leftWrites = (): (readonly [TableKey, TableChanges])[] =>
  JSON.parse(attempt(() => localStorage.getItem(LEFT)) ?? '[]') as (readonly [TableKey, TableChanges])[];

const leaveWrites = (): void => {
  if (writes.size > 0)
    attempt(() => localStorage.setItem(LEFT, JSON.stringify([...leftWrites(), ...writes])));
};

const repeatLeftWrites = async (): Promise<void> => {
  const left = leftWrites();
  if (left.length === 0) return;
  await Promise.all(left.map(([key, changes]) => offlineStore.keep(key, changes)));
  localStorage.removeItem(LEFT);
};

let database: Promise<IDBPDatabase<Schema>> | undefined;

const open = (): Promise<IDBPDatabase<Schema>> => {
  if (!database) attempt(() => addEventListener('pagehide', leaveWrites));
  database ??= openDB<Schema>('scoring', 2, {
    upgrade: (db, before, _after, transaction) => {
      if (before === 0) for (const store of STORES) db.createObjectStore(store);
      // If it fails, so does the upgrade, and what is stored stays as it was.
      if (before === 1) renameStored(transaction.objectStore('actions')).catch(() => transaction.abort());
    },
    // A page of a newer version is waiting for this one to close the database; this page continues in memory.
    blocking: (_from, _to, event) => (event.target as IDBDatabase).close(),
    terminated: () => {
      database = undefined;
    },
  });
  database.catch(() => {
    database = undefined;
  });
  return database;
};

/** The range of all keys that start with these parts. */
const under = (...start: readonly string[]): IDBKeyRange =>
  // In IndexedDB, arrays sort after all strings and numbers.
  IDBKeyRange.bound([...start], [...start, []]);

const channelOf = ({ who, table }: TableKey): string => `scoring ${who} ${table}`;

/** News with its page's id, because a page's other channel objects receive its own messages. */
interface Message {
  readonly page: string;
  readonly news: News;
}

const page = randomHex(12);

/** Notifies other pages of stored changes. If the browser has no channels, each page sends just its own actions. */
const notify = (key: TableKey, all: readonly News[]): void => {
  if (typeof BroadcastChannel === 'undefined' || all.length === 0) return;
  const channel = new BroadcastChannel(channelOf(key));
  for (const news of all) channel.postMessage({ page, news } satisfies Message);
  channel.close();
};

const write = async (key: TableKey, { about, matches, dropped }: TableChanges): Promise<void> => {
  const { who, table } = key;
  const db = await open();
  const transaction = db.transaction(STORES, 'readwrite');
  const [tables, records, entries, actions] = STORES.map((name) =>
    transaction.objectStore(name),
  ) as never as [
    ReturnType<typeof transaction.objectStore<'tables'>>,
    ReturnType<typeof transaction.objectStore<'matches'>>,
    ReturnType<typeof transaction.objectStore<'entries'>>,
    ReturnType<typeof transaction.objectStore<'actions'>>,
  ];
  const work: Promise<unknown>[] = about ? [tables.put(about, [who, table])] : [];
  for (const match of dropped) {
    work.push(records.delete([who, table, match]));
    work.push(entries.delete(under(who, table, match)), actions.delete(under(who, table, match)));
  }
  for (const { match, about: record, forgets, entries: fresh, put, removed } of matches) {
    const at = [who, table, match];
    if (record) work.push(records.put(record, at));
    if (forgets) work.push(entries.delete(under(...at)));
    work.push(...fresh.map((entry) => entries.put(entry, [...at, entry.seq])));
    work.push(...put.map((kept) => actions.put(kept, [...at, kept.action.id])));
    work.push(...removed.map((id) => actions.delete([...at, id])));
  }
  // At once, instead of after the answers: if the page were closed meanwhile, the last taps would be lost.
  transaction.commit();
  await Promise.all([...work, transaction.done]);
  notify(key, newsOf(matches));
};

export const offlineStore: OfflineStore = {
  open: async ({ who, table }) => {
    await repeatLeftWrites();
    const db = await open();
    const transaction = db.transaction(STORES);
    const about = await transaction.objectStore('tables').get([who, table]);
    const known = await transaction.objectStore('matches').getAll(under(who, table));
    const matches = await Promise.all(
      known.map(async (match): Promise<KeptMatch> => {
        const of = under(who, table, match.match.id);
        const [entries, actions] = await Promise.all([
          transaction.objectStore('entries').getAll(of),
          transaction.objectStore('actions').getAll(of),
        ]);
        return { ...match, entries, actions };
      }),
    );
    return { ...(about ?? { current: null }), matches };
  },
  keep: async (key, changes) => {
    const unfinished = [key, changes] as const;
    writes.add(unfinished);
    try {
      await write(key, changes);
    } finally {
      writes.delete(unfinished);
    }
  },
  watch: (key, onNews) => {
    if (typeof BroadcastChannel === 'undefined') return () => {};
    const channel = new BroadcastChannel(channelOf(key));
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.page !== page) onNews(data.news);
    });
    return () => channel.close();
  },
};
