import { readFileSync } from 'node:fs';
import type {
  Act,
  Appended,
  DeviceBackend,
  MatchBackend,
  OpenedLink,
  OverlayListener,
  ScorerLink,
  SentAction,
  SentBoard,
  Table,
  TablesBackend,
  TableSetting,
  WaitingBackend,
} from '../../../src/backend/contract.ts';
import { memoryBackend } from '../../../src/backend/memory.ts';
import { BackendError } from '../../../src/core/failure.ts';
import { isAmendment, isClockKind, targetOf, type Entry } from '../../../src/rules/log.ts';
import type { Board } from '../../../src/core/overlay/board.ts';
import type { DeviceRole } from '../../../src/core/devices/follow-device.ts';
import type { TableFacts } from '../../../src/core/room/table-state.ts';
import { NO_BRANDING } from '../../../src/core/branding/branding.ts';
import type { BoardChanges } from '../../../src/core/overlay/quick-update-fields.ts';
import { plain } from '../../../src/games/plain/game.ts';
import type { TableKind } from '../../../src/rules/table-kind.ts';
import { BOARD } from '../../common/board.ts';
import { NOBODY_THERE } from '../../common/facts.ts';
import { fakeBranding } from './branding.ts';
import { fakeNetwork, type Client } from './network.ts';
import { fakePictures } from './pictures.ts';
import { fakeResults } from './results.ts';
import { fakeTelevisions } from './televisions.ts';
import { fakeWaiting, ROOM_TOPIC, type WaitingTable } from './waiting.ts';

/**
 * Venues for tests of stores: each table is the demo's, which the contract's tests hold to what the server does, and
 * its network is the test's. Around it is what stores need to be shown something: the server's own refusals and limits
 * are tested at the server.
 */

const MOST_LETTERS = 1024;

/** Everything that an owner may do, from the table of rights. */
const OWNERS: readonly Act[] = [
  ...readFileSync('supabase/schemas/02_rights.sql', 'utf8').matchAll(
    /^ {2}\('(\w+)', '\w+', '\{[^}]*\bowner\b/gm,
  ),
].map(([, act]) => act as Act);

interface StoredTable {
  readonly id: string;
  readonly owner: string;
  readonly backend: MatchBackend;
  /** The logs of its matches, by their ids, as far as anybody was answered. */
  readonly logs: Map<string, Entry[]>;
  token: string;
  linkReplaced: boolean;
  title: string;
  archived: boolean;
  setting: TableSetting;
  board: Board;
  /** When the board changed last. */
  shownAtMillis: number | null;
  /** Its match as lists show it. */
  match: TableFacts['match'];
}

/** A phone or tablet that was let in. */
interface StoredDevice {
  readonly id: string;
  readonly secret: string;
  readonly owner: string;
  readonly title: string;
  readonly role: DeviceRole;
  readonly tableId: string | null;
  removed: boolean;
}

type StoredLink = ScorerLink & { readonly tableId: string; readonly secret: string };

/** The caller: an account, or a holder of a link's or a device's secret. */
export type Who = { readonly owner: string } | { readonly link: string } | { readonly device: string };

export const fail = (kind: 'forbidden' | 'sessionExpired'): never => {
  throw new BackendError({ kind });
};

/** What somebody asked a table or a list to change. */
export type Call =
  | { readonly name: 'appendActions'; readonly sent: Parameters<MatchBackend['appendActions']> }
  | { readonly name: 'beginMatch'; readonly sent: Parameters<MatchBackend['beginMatch']> }
  | { readonly name: 'changeWaiting'; readonly sent: Parameters<WaitingBackend['changeWaiting']> };

/** `chance` gives numbers from 0 to 1; `onCall` sees each change that was allowed. */
export const fakeVenue = (chance: () => number = () => 0.5, onCall: (call: Call) => void = () => {}) => {
  let tables: StoredTable[] = [];
  let links: StoredLink[] = [];
  const devices: StoredDevice[] = [];
  let allowed: readonly Act[] = OWNERS;
  const clients: Client[] = [];
  /** Who did an action. */
  const doers = new Map<string, string>();
  /** Until when links store nothing more, by their id. */
  const limits = new Map<string, number>();
  let made = 0;
  let aheadMillis = 0;
  const serverMillis = (): number => Date.now() + aheadMillis;
  const newId = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  const newSecret = (): string => `secret${String(++made).padStart(18, '0')}`;

  const announce = (
    topic: string,
    name: 'state' | 'rights' | 'gone',
    tell: (listener: OverlayListener) => void,
  ): void => {
    for (const client of clients) client.announce(topic, name, tell);
  };

  const waitingTables = (owner: string): WaitingTable[] =>
    tables
      .filter((table) => table.owner === owner)
      .map(({ id, title, archived, match, setting }) => ({ id, title, archived, match, ...setting }));
  const lists = new Map<string, ReturnType<typeof fakeWaiting>>();
  const listOf = (owner: string): ReturnType<typeof fakeWaiting> => {
    const list =
      lists.get(owner) ??
      fakeWaiting({
        serverMillis,
        newId,
        chance,
        tables: () => waitingTables(owner),
        // Its listeners take numbers instead of boards.
        announce: (tell) => announce(ROOM_TOPIC, 'state', (listener) => tell(listener as never)),
      });
    lists.set(owner, list);
    return list;
  };

  /** Reads a table's match again, after something happened there, and tells the room if it began or ended. */
  const noteMatch = async (table: StoredTable): Promise<void> => {
    const { match } = await table.backend.getLog(table.board.match ?? '', 0);
    const { id, game, startedAtMillis, endedAtMillis } = match;
    const before = table.match;
    const over = endedAtMillis !== null;
    const scoredAtMillis = match.seq > 0 ? (table.shownAtMillis ?? startedAtMillis) : startedAtMillis;
    table.match =
      match.seq > 0 || game !== 'plain' ? { id, game, over, startedAtMillis, scoredAtMillis } : null;
    if (before?.id !== table.match?.id || before?.over !== table.match?.over) listOf(table.owner).played();
  };

  const addTable = (owner: string, title: string, kind: TableKind = 'pool'): StoredTable => {
    const [id, match] = [newId(), newId()];
    const { p1, p2, s1, s2, raceTo } = BOARD;
    const start = { p1, p2, s1, s2, raceTo };
    const board: SentBoard = { ...start, rules: plain.version, detail: null, result: null };
    const first = { match, game: 'plain', rules: plain.version, start, board, actions: [] };
    const backend = memoryBackend({ id, token: id, branding: NO_BRANDING, first }, serverMillis);
    const table: StoredTable = {
      id,
      owner,
      backend,
      title,
      token: newSecret(),
      linkReplaced: false,
      archived: false,
      setting: { kind, outOfUse: false },
      logs: new Map([[match, []]]),
      board: { ...BOARD, match },
      shownAtMillis: null,
      match: null,
    };
    backend.listen(`overlay:${id}`, {
      joined: () => {},
      branding: () => {},
      seats: () => {},
      rights: () => {},
      gone: () => {},
      lost: () => {},
      changed: (shown) => {
        Object.assign(table, { board: shown, shownAtMillis: serverMillis() });
        announce(`overlay:${table.token}`, 'state', ({ changed }) => changed(shown));
      },
    });
    tables = [...tables, table];
    return table;
  };

  const linkOf = (who: Who): StoredLink | undefined =>
    'link' in who ? links.find(({ secret, revoked }) => secret === who.link && !revoked) : undefined;

  const deviceOf = (who: Who): StoredDevice | undefined =>
    'device' in who ? devices.find(({ secret, removed }) => secret === who.device && !removed) : undefined;

  /** The account whose venue somebody reaches whole; null if there is none. */
  const ownerOf = (who: Who): string | null => {
    if ('owner' in who) return who.owner;
    const device = deviceOf(who);
    return device && device.role !== 'remote' ? device.owner : null;
  };

  const scores = (who: Who, { id, owner, archived }: StoredTable): boolean => {
    if ('owner' in who) return who.owner === owner;
    if (archived) return false;
    const device = deviceOf(who);
    return device?.role === 'remote'
      ? device.tableId === id
      : device?.owner === owner || linkOf(who)?.tableId === id;
  };

  const tableFor = (who: Who, isIt: (table: StoredTable) => boolean): StoredTable => {
    const table = tables.find(isIt);
    return table && scores(who, table) ? table : fail('forbidden');
  };

  const tableById = (id: string): StoredTable => tables.find((table) => table.id === id) ?? fail('forbidden');

  const announceRights = (tableId: string): void =>
    announce(`overlay:${tableById(tableId).token}`, 'rights', ({ rights }) => rights());

  const signed = (entries: readonly Entry[]): Entry[] =>
    entries.map((entry) => ({ ...entry, by: doers.get(entry.id) ?? null }));

  const append = async (
    table: StoredTable,
    who: Who,
    match: string,
    afterSeq: number | null,
    actions: readonly SentAction[],
    board: SentBoard | null,
  ): Promise<Appended> => {
    const { backend, board: shown, logs } = table;
    const log = logs.get(match) ?? [];
    const unstored = {
      entries: [],
      more: false,
      seq: log.length,
      rev: shown.rev,
      current: shown.match ?? '',
      serverMillis: serverMillis(),
    };
    const tooLong = actions.findIndex(({ body }) => JSON.stringify(body).length > MOST_LETTERS);
    if (tooLong !== -1) return { ...unstored, outcome: 'bad', index: tooLong };
    const amendsNothing = actions.findIndex(
      (action, index) =>
        isAmendment(action.kind) &&
        !log.some(({ id }) => id === action.id) &&
        ![...log, ...actions.slice(0, index)].some(
          ({ id, kind }) => id === targetOf(action) && !isAmendment(kind) && !isClockKind(kind),
        ),
    );
    if (afterSeq === log.length && amendsNothing !== -1)
      return { ...unstored, outcome: 'bad', index: amendsNothing };
    const by = 'owner' in who ? who.owner : (linkOf(who)?.id ?? deviceOf(who)?.id ?? '');
    const waitMillis = (limits.get(by) ?? 0) - serverMillis();
    if (waitMillis > 0 && actions.length > 0)
      return { ...unstored, outcome: 'tooMany', index: null, waitMillis };
    for (const { id } of actions) if (!doers.has(id)) doers.set(id, by);
    const answer = await backend.appendActions(match, afterSeq, actions, board);
    const entries = signed(answer.entries);
    for (const entry of entries) log[entry.seq - 1] = entry;
    await noteMatch(table);
    return { ...answer, entries };
  };

  const matchesOf = (who: Who, { request, listen }: Client): MatchBackend => {
    const playedAt = (match: string): StoredTable => tableFor(who, ({ logs }) => logs.has(match));
    return {
      listen,
      getOverlay: (key, showing) =>
        request('getOverlay', async () => {
          const table = tables.find(({ id, token }) => token === key || id === key);
          if (!table || (key === table.id && table.linkReplaced && !scores(who, table))) return null;
          const { token, title } = table;
          const answer = await table.backend.getOverlay(table.id, showing);
          return (
            answer && { ...answer, branding: { ...NO_BRANDING, table: title }, topic: `overlay:${token}` }
          );
        }),
      appendActions: (match, ...sent) =>
        request('appendActions', async () => {
          const answer = await append(playedAt(match), who, match, ...sent);
          onCall({ name: 'appendActions', sent: [match, ...sent] });
          return answer;
        }),
      beginMatch: (begun) =>
        request('beginMatch', async () => {
          const table = tableFor(who, ({ id }) => id === begun.tableId);
          const { backend, logs } = table;
          const isNew = !logs.has(begun.match);
          // Before it is announced: who hears of it asks for its log.
          if (isNew) logs.set(begun.match, []);
          const answer = await backend.beginMatch(begun);
          if (isNew && answer.outcome !== 'ok') logs.delete(begun.match);
          await noteMatch(table);
          onCall({ name: 'beginMatch', sent: [begun] });
          return answer;
        }),
      resumeMatch: (...resumed) =>
        request('resumeMatch', async () => {
          const table = playedAt(resumed[2]);
          const answer = await table.backend.resumeMatch(...resumed);
          await noteMatch(table);
          return answer;
        }),
      getLog: (match, afterSeq) =>
        request('getLog', async () => {
          const page = await playedAt(match).backend.getLog(match, afterSeq);
          return { ...page, entries: signed(page.entries) };
        }),
    };
  };

  const ownedBy = (owner: string): StoredTable[] => {
    const owned = tables.filter((table) => table.owner === owner);
    return owned.length > 0 ? owned : [addTable(owner, 'Overlay 1')];
  };

  const requireFree = (owner: string, id: string, title: string): void => {
    const isTaken = tables.some(
      (other) => other.owner === owner && other.id !== id && !other.archived && other.title === title,
    );
    if (isTaken) throw new BackendError({ kind: 'taken' });
  };

  const listed = async (table: StoredTable): Promise<Table> => {
    const { id, token, title, archived, setting, board, backend } = table;
    const { match, screens } = await backend.getLog(board.match ?? '', 0);
    const { kind, outOfUse } = setting;
    return {
      id,
      token,
      title,
      archived,
      kind,
      facts: { ...NOBODY_THERE, outOfUse, match: table.match },
      board,
      match,
      screens,
      scorerSeenAtMillis: null,
    };
  };

  const pictures = fakePictures({ serverMillis, newId, newSecret, tablesOf: ownedBy });
  const televisions = fakeTelevisions({
    serverMillis,
    newId,
    tablesOf: ownedBy,
    waitingOf: (owner) => listOf(owner).forScreens(),
    // The message has no board in it.
    announce: (topic) => announce(topic, 'state', ({ changed }) => (changed as () => void)()),
  });
  const branding = fakeBranding(newId);
  const results = fakeResults(serverMillis);

  const tablesOf = (who: Who, { request }: Client): TablesBackend => {
    const owner = 'owner' in who ? who.owner : '';
    const change = (id: string, changes: Partial<StoredTable>): void => {
      Object.assign(tableById(id), changes);
      televisions.tablesChanged(owner);
    };
    return {
      listTables: () =>
        request('listTables', async () => {
          const now = serverMillis();
          const { timeZone, closingHour, title } = pictures.settings(owner);
          const tables = await Promise.all(ownedBy(owner).map(listed));
          return { tables, may: allowed, venue: { timeZone, closingHour, title }, serverMillis: now };
        }),
      addTable: (title, kind) =>
        request('addTable', async () => {
          requireFree(owner, '', title);
          const { id } = addTable(owner, title, kind);
          televisions.tablesChanged(owner);
          return id;
        }),
      renameTable: (id, title) =>
        request('renameTable', async () => {
          requireFree(owner, id, title);
          change(id, { title });
        }),
      orderTables: (ids) =>
        request('orderTables', async () => {
          tables = [...new Set([...ids.map(tableById), ...tables])];
        }),
      archiveTable: (id, archived) =>
        request('archiveTable', async () => {
          change(id, { archived });
          announceRights(id);
        }),
      setTable: (id, setting) =>
        request('setTable', async () => change(id, { setting: { ...tableById(id).setting, ...setting } })),
      replaceOverlayLink: (id) =>
        request('replaceOverlayLink', async () => {
          const before = tableById(id).token;
          const token = newSecret();
          change(id, { token, linkReplaced: true });
          announce(`overlay:${before}`, 'gone', ({ gone }) => gone());
          return token;
        }),
      listScorerLinks: (tableId) =>
        request('listScorerLinks', async () => links.filter((link) => link.tableId === tableId)),
      addScorerLink: (tableId, label, endsAtMillis, use) =>
        request('addScorerLink', async () => {
          const [id, secret] = [newId(), newSecret()];
          const link = { ...use, id, secret, tableId, label, endsAtMillis, revoked: false };
          links = [...links, { ...link, createdAtMillis: serverMillis(), lastUsedAtMillis: null }];
          return { id, secret };
        }),
      revokeScorerLink: (id) =>
        request('revokeScorerLink', async () => {
          links = links.map((link) => (link.id === id ? { ...link, revoked: true } : link));
          announceRights(links.find((link) => link.id === id)?.tableId ?? '');
        }),
    };
  };

  const waitingOf = (who: Who, { request, listen }: Client): WaitingBackend => {
    const list = (): ReturnType<typeof fakeWaiting> => listOf(ownerOf(who) ?? fail('forbidden'));
    return {
      listWaiting: () => request('listWaiting', async () => list().list()),
      changeWaiting: (op) =>
        request('changeWaiting', async () => {
          const device = deviceOf(who);
          const by = device ? { id: device.id, name: device.title } : { id: ownerOf(who) ?? '', name: null };
          const answer = list().change(op, by);
          onCall({ name: 'changeWaiting', sent: [op] });
          return answer;
        }),
      listenRoom: (topic, { joined, changed, lost }) =>
        listen(topic, {
          ...{ joined, lost, gone: () => {}, branding: () => {}, seats: () => {}, rights: () => {} },
          changed: changed as never,
        }),
    };
  };

  const deviceTopic = (id: string): string => `device:${id}`;
  const deviceBackend = ({ request, listen }: Client): DeviceBackend => ({
    askDevice: (secret) =>
      request('askDevice', async () => {
        const device = devices.find((one) => one.secret === secret);
        if (!device) return { status: 'unknown' };
        const { id, title, role, removed } = device;
        if (removed) return { status: 'removed', id };
        const own = tables.find((table) => table.id === device.tableId);
        const table = own ? { id: own.id, title: own.title, kind: own.setting.kind } : null;
        return { status: 'letIn', topic: deviceTopic(id), device: { id, title, role, table } };
      }),
    beginPairing: () => fail('forbidden'),
    listenDevice: (topic, { joined, changed, lost }) =>
      listen(topic, {
        ...{ joined, lost, gone: () => {}, branding: () => {}, seats: () => {}, rights: () => {} },
        changed: () => changed(),
      }),
  });

  const open = (who: Who): OpenedLink => {
    const link = linkOf(who) ?? fail('forbidden');
    const { id, token, title, setting, board } = tableFor(who, (table) => table.id === link.tableId);
    return { linkId: link.id, tableId: id, token, title, kind: setting.kind, match: board.match ?? '' };
  };

  return {
    /** Lets time pass on the server alone. */
    elapse: (seconds: number): void => {
      aheadMillis += seconds * 1000;
    },
    /** Everybody may do this from now on, as lists of tables tell them. */
    allow: (acts: readonly Act[]): void => {
      allowed = acts;
    },
    /** Lets a device in. Returns its id and its secret. */
    letIn: (owner: string, title: string, role: DeviceRole, tableId: string | null = null) => {
      const [id, secret] = [newId(), newSecret()];
      devices.push({ id, secret, owner, title, role, tableId, removed: false });
      return { id, secret };
    },
    removeDevice: (id: string): void => {
      for (const device of devices) if (device.id === id) device.removed = true;
      announce(deviceTopic(id), 'state', ({ changed }) => (changed as () => void)());
      for (const { id: table } of tables) announceRights(table);
    },
    /** A separate device: an account's, a scorer link's, or one that was let in; with a network of its own. */
    connect: (who: Who, client: Client = fakeNetwork()) => {
      clients.push(client);
      const owner = 'owner' in who ? who.owner : '';
      return {
        matches: matchesOf(who, client),
        tables: tablesOf(who, client),
        pictures: pictures.backend(owner, client),
        televisions: televisions.televisions(owner, client),
        television: televisions.television(client),
        branding: branding(owner, client),
        results: results.backend(owner, client),
        waiting: waitingOf(who, client),
        device: deviceBackend(client),
        open: (link: string) => client.request('openLink', async () => open({ link })),
        network: client.network,
      };
    },
    /** What matches came to. */
    results,
    /** An owner's waiting list as the server has it. */
    waiting: listOf,
    /** All matches of all tables. */
    matches: (): readonly string[] => tables.flatMap(({ logs }) => [...logs.keys()]),
    /** When a board or a waiting list changed last. */
    changedMillis: (): number =>
      Math.max(
        ...tables.map(({ shownAtMillis }) => shownAtMillis ?? 0),
        ...[...lists.values()].map((list) => list.changedMillis()),
      ),
    /** Acts as the snapshot service with pictures. */
    service: pictures,
    /** The board of a table as the server has it, whatever reached anybody. */
    board: (tableId: string): Board => tableById(tableId).board,
    /** Has a link store nothing more for so long. Returns until when. */
    limit: (link: string, millis: number): number => {
      limits.set(link, serverMillis() + millis);
      return serverMillis() + millis;
    },
    /** The log of a match as the server has it. */
    log: (match: string): readonly Entry[] =>
      tables.find(({ logs }) => logs.has(match))?.logs.get(match) ?? [],
    /** The owner writes to a board past the log, which logs it as a correction. */
    save: (tableId: string, changes: BoardChanges): void => {
      const table = tableById(tableId);
      const { board } = table;
      const fields = Object.entries(changes).map(
        ([field, to]) => [field, { from: board[field as keyof BoardChanges], to }] as const,
      );
      const action = {
        id: newId(),
        kind: 'set',
        body: { changes: Object.fromEntries(fields) },
        agoMillis: 0,
      };
      const { p1, p2, s1, s2, raceTo, detail } = board;
      const shown = { p1, p2, s1, s2, raceTo, detail, result: null, rules: plain.version, ...changes };
      void append(table, { owner: table.owner }, board.match ?? '', board.seq, [action], shown);
    },
  };
};
