import type {
  Appended,
  MatchBackend,
  MatchRecord,
  NewMatch,
  OpenedLink,
  OverlayListener,
  Screens,
  ScorerLink,
  SentAction,
  SentBoard,
  Table,
  TablesBackend,
} from '../../src/backend/contract.ts';
import { NAME_LIMIT } from '../../src/config/limits.ts';
import { BackendError } from '../../src/core/failure.ts';
import { isAmendment, isClockKind, targetOf, type Entry } from '../../src/core/match/log.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { parseDetail } from '../../src/core/overlay/detail.ts';
import type { BoardChanges } from '../../src/core/overlay/draft.ts';
import { inRange, RACE_TO_RANGE, SCORE_RANGE } from '../../src/core/overlay/score.ts';
import { plain } from '../../src/core/rules/plain.ts';
import { isBody } from '../../src/core/rules/read.ts';
import { foldClocks, STOPPED, YEAR_SECONDS, type Clocks } from './fake-clocks.ts';
import { fakeDressing } from './fake-dressing.ts';
import { fakeNetwork } from './fake-network.ts';
import { fakePictures } from './fake-pictures.ts';
import { fakeTelevisions } from './fake-televisions.ts';

/*
 * A server of matches and tables in memory, which answers as the functions of the migrations do. Nothing in it is left
 * to chance: ids count up, and time is what a test says.
 */

const PAGE = 500;
const MOST_ACTIONS = 5000;
const MOST_AT_ONCE = 200;
const MOST_PLAIN_ACTIONS = 2000;
const MOST_A_MINUTE = 600;
const MOST_AN_HOUR = { account: 100, link: 20 };
const DAY_MILLIS = 86_400_000;
const MOST_AGO_MILLIS = 7 * DAY_MILLIS;
const SCREEN_MILLIS = 90_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const KIND = /^[a-z][A-Za-z.]{0,31}$/;
const GAME = /^[a-z][a-z0-9-]{0,31}$/;
const SCREEN = /^[A-Za-z0-9-]{8,40}$/;

interface StoredMatch extends Omit<MatchRecord, 'seq' | 'endedAtMillis'> {
  /** The match that was current when this one was begun. */
  readonly previous: string | null;
  endedAtMillis: number | null;
  readonly createdAtMillis: number;
  /** When another became current. */
  leftAtMillis: number | null;
  /** How many ids were made by then: what happens within a millisecond has its order too. */
  leftAfter: number | null;
  readonly entries: Entry[];
  /** When each of its actions was stored. */
  readonly storedAtMillis: number[];
  /** What viewers saw of it last. */
  shown: SentBoard;
  /** The seq at which its board was repaired last. */
  repairedAt: number;
}

interface StoredTable {
  readonly id: string;
  readonly owner: string;
  token: string;
  linkReplaced: boolean;
  title: string;
  archived: boolean;
  theme: Board['theme'];
  rev: number;
  /** When what a picture of its board shows changed last, and that as it is compared. */
  shownAtMillis: number | null;
  shownAs: string;
  clocks: Clocks;
  readonly matches: StoredMatch[];
  current: StoredMatch;
  readonly screens: Map<string, { readonly lacked: number; readonly atMillis: number }>;
}

interface StoredLink {
  readonly id: string;
  readonly tableId: string;
  readonly secret: string;
  readonly label: string;
  readonly createdAtMillis: number;
  /** How many ids were made by then. */
  readonly createdAfter: number;
  readonly endsAtMillis: number | null;
  lastUsedAtMillis: number | null;
  revoked: boolean;
}

/** Who asks: an account, or whoever has a link's secret. */
type Who = { readonly owner: string } | { readonly link: string };

const fail = (kind: 'forbidden' | 'sessionExpired'): never => {
  throw new BackendError({ kind });
};

const invalid = (): never => {
  throw new BackendError({ kind: 'other', message: '' });
};

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const fits = (name: string): boolean => Array.from(name).length <= NAME_LIMIT;

const isShown = ({ p1, p2, s1, s2, raceTo, detail, result }: SentBoard): boolean =>
  [p1, p2].every(fits) &&
  [s1, s2].every((score) => inRange(score, SCORE_RANGE)) &&
  inRange(raceTo, RACE_TO_RANGE) &&
  bytes(detail) <= 2048 &&
  bytes(result) <= 2048;

const isNumber = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && inRange(value, { min, max });

const isKind = (kind: unknown): kind is string => typeof kind === 'string' && KIND.test(kind);

const isScore = (kind: string): boolean => !isAmendment(kind) && !isClockKind(kind);

const hasBody = ({ kind, body }: SentAction): boolean => {
  switch (kind) {
    case 'clock.set':
      return isNumber(body['n'], 0, YEAR_SECONDS);
    case 'shot.start':
      return isNumber(body['n'], 1, 3600) && isNumber(body['warn'], 0, 3600);
    case 'shot.extend':
      return isNumber(body['n'], 1, 3600);
    case 'undo':
    case 'redo':
      return UUID.test(String(body['t']));
    case 'replace':
      return (
        UUID.test(String(body['t'])) && isKind(body['kind']) && isScore(body['kind']) && isBody(body['body'])
      );
    default:
      return true;
  }
};

const isWellFormed = (action: SentAction): boolean =>
  UUID.test(action.id) &&
  isKind(action.kind) &&
  isBody(action.body) &&
  JSON.stringify(action.body).length <= 1024 &&
  action.agoMillis >= 0 &&
  Number.isFinite(action.agoMillis) &&
  hasBody(action);

const START = { p1: 'PLAYER A', p2: 'PLAYER B', s1: 0, s2: 0, raceTo: 0 };

/** What a picture of a board shows. */
const picturedAs = ({ p1, p2, s1, s2, raceTo, detail }: SentBoard): string =>
  JSON.stringify([p1, p2, s1, s2, raceTo, detail]);

const NEW_BOARD: SentBoard = { ...START, rules: plain.version, detail: null, result: null };

export const fakeMatches = ({ now = () => Date.now() }: { readonly now?: () => number } = {}) => {
  const tables: StoredTable[] = [];
  const links: StoredLink[] = [];
  const clients: ReturnType<typeof fakeNetwork>[] = [];
  let made = 0;
  let aheadMillis = 0;
  const serverMillis = (): number => now() + aheadMillis;
  const newId = (): string => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  const newSecret = (): string => `secret${String(++made).padStart(18, '0')}`;

  // What is shown ------------------------------------------------------------------------------------

  const boardOf = ({ current, clocks, theme, rev }: StoredTable): Board => {
    const { p1, p2, s1, s2, raceTo, detail } = current.shown;
    return {
      ...{ p1, p2, s1, s2, raceTo, theme, rev },
      clock: clocks.clock,
      match: current.id,
      seq: current.entries.length,
      detail: parseDetail(detail),
      shot: clocks.shot,
    };
  };

  const announce = (
    topic: string,
    name: 'state' | 'dressed' | 'gone',
    tell: (listener: OverlayListener) => void,
  ) => {
    for (const client of clients) client.announce(topic, name, tell);
  };

  const show = (table: StoredTable): void => {
    table.rev++;
    const shownAs = picturedAs(table.current.shown);
    if (shownAs !== table.shownAs) {
      // What happens within a millisecond has its order too.
      const shownAtMillis = Math.max(serverMillis(), (table.shownAtMillis ?? 0) + 1);
      Object.assign(table, { shownAs, shownAtMillis });
    }
    const board = boardOf(table);
    announce(`overlay:${table.token}`, 'state', (listener) => listener.changed(board));
  };

  const screensOf = ({ screens }: StoredTable): Screens => {
    const here = [...screens.values()].filter(({ atMillis }) => atMillis > serverMillis() - SCREEN_MILLIS);
    return {
      count: here.length,
      behind: here.length === 0 ? null : Math.max(...here.map(({ lacked }) => lacked)),
    };
  };

  // Who may ------------------------------------------------------------------------------------------

  const validLink = (secret: string): StoredLink | undefined =>
    links.find(
      ({ secret: own, revoked, endsAtMillis }) =>
        own === secret && !revoked && (endsAtMillis ?? Infinity) > serverMillis(),
    );

  const idOf = (who: Who): string =>
    'owner' in who ? who.owner : (validLink(who.link)?.id ?? fail('forbidden'));

  const linkTo = (who: Who, { id, archived }: StoredTable): StoredLink | undefined => {
    const link = 'link' in who && !archived ? validLink(who.link) : undefined;
    return link?.tableId === id ? link : undefined;
  };

  const scores = (who: Who, table: StoredTable): boolean =>
    'owner' in who ? who.owner === table.owner : linkTo(who, table) !== undefined;

  const mayScore = (who: Who, table: StoredTable | undefined): StoredTable => {
    if (!table || !scores(who, table)) return fail('forbidden');
    const link = linkTo(who, table);
    if (link) link.lastUsedAtMillis = serverMillis();
    return table;
  };

  /** Whether a scorer of its table reaches a match: by a link, what was current at some time since that was made. */
  const reaches = (who: Who, { leftAfter }: StoredMatch): boolean =>
    'owner' in who || (leftAfter ?? Infinity) >= (validLink(who.link)?.createdAfter ?? Infinity);

  const tableOfMatch = (id: string): StoredTable | undefined =>
    tables.find(({ matches }) => matches.some((match) => match.id === id));

  const matchIn = (who: Who, { matches }: StoredTable, id: string): StoredMatch =>
    matches.find((match) => match.id === id && reaches(who, match)) ?? fail('forbidden');

  /** What an account did is nobody's for who comes by a link. */
  const entriesFor = (who: Who, entries: readonly Entry[]): Entry[] =>
    entries.map((entry) =>
      'link' in who && !links.some(({ id }) => id === entry.by) ? { ...entry, by: null } : entry,
    );

  // Matches ------------------------------------------------------------------------------------------

  const newMatch = (
    overlayId: string,
    number: number,
    previous: string | null,
    given: Pick<StoredMatch, 'id' | 'game' | 'rules' | 'start' | 'shown' | 'startedAtMillis'>,
  ): StoredMatch => ({
    ...given,
    ...{ overlayId, number, previous },
    createdAtMillis: serverMillis(),
    ...{ endedAtMillis: null, leftAtMillis: null, leftAfter: null },
    entries: [],
    storedAtMillis: [],
    repairedAt: -1,
  });

  const addTable = (owner: string, title: string): StoredTable => {
    const id = newId();
    const first = newMatch(id, 1, null, {
      id: newId(),
      game: 'plain',
      rules: plain.version,
      start: START,
      shown: NEW_BOARD,
      startedAtMillis: serverMillis(),
    });
    const table: StoredTable = {
      ...{ id, owner, title },
      token: newSecret(),
      linkReplaced: false,
      archived: false,
      theme: 'dark',
      rev: 1,
      ...{ shownAtMillis: null, shownAs: picturedAs(NEW_BOARD) },
      clocks: { clock: STOPPED, clockAtMillis: 0, shot: null, shotAtMillis: 0 },
      matches: [first],
      current: first,
      screens: new Map(),
    };
    tables.push(table);
    pictures.addTable(owner, id);
    return table;
  };

  const answer = (
    table: StoredTable,
    match: StoredMatch,
    outcome: Appended['outcome'],
    rest: Partial<Pick<Appended, 'index' | 'entries' | 'more'>> = {},
  ): Appended => ({
    ...{ outcome, index: null, entries: [], more: false, ...rest },
    seq: match.entries.length,
    rev: table.rev,
    current: table.current.id,
    serverMillis: serverMillis(),
  });

  const after = (who: Who, { entries }: StoredMatch, seq: number): Pick<Appended, 'entries' | 'more'> => ({
    entries: entriesFor(who, entries.slice(seq, seq + PAGE)),
    more: entries.length > seq + PAGE,
  });

  const store = (who: Who, match: StoredMatch, { agoMillis, ...action }: SentAction): Entry => {
    const nowMillis = serverMillis();
    const ago = Math.min(agoMillis, MOST_AGO_MILLIS);
    const entry: Entry = {
      ...action,
      seq: match.entries.length + 1,
      atMillis: Math.max(match.startedAtMillis, nowMillis - ago),
      by: idOf(who),
    };
    match.entries.push(entry);
    match.storedAtMillis.push(nowMillis);
    return entry;
  };

  const put = (match: StoredMatch, board: SentBoard): void => {
    match.shown = board;
    match.endedAtMillis =
      board.result === null
        ? null
        : (match.endedAtMillis ?? match.entries.at(-1)?.atMillis ?? serverMillis());
  };

  const leave = (match: StoredMatch): void => {
    Object.assign(match, { leftAtMillis: serverMillis(), leftAfter: made });
  };

  /** Makes a new match a table's current one; the clock goes on, the shot clock doesn't. */
  const goOn = (
    table: StoredTable,
    match: Pick<StoredMatch, 'id' | 'game' | 'rules' | 'start' | 'shown' | 'startedAtMillis'>,
  ): StoredMatch => {
    const number = Math.max(...table.matches.map((played) => played.number)) + 1;
    leave(table.current);
    table.current = newMatch(table.id, number, table.current.id, match);
    table.matches.push(table.current);
    table.clocks = { ...table.clocks, shot: null };
    return table.current;
  };

  /** A plain match goes on as the next one, so that saving never stops. */
  const makeRoom = (table: StoredTable): void => {
    const { game, entries, shown } = table.current;
    if (game !== 'plain' || entries.length < MOST_PLAIN_ACTIONS) return;
    const { p1, p2, s1, s2, raceTo, rules } = shown;
    goOn(table, {
      ...{ id: newId(), game, rules, start: { p1, p2, s1, s2, raceTo } },
      shown: { ...shown, detail: null, result: null },
      startedAtMillis: serverMillis(),
    });
  };

  /** The first amendment whose target is neither in the log nor before it among these; -1 without one. */
  const astray = (match: StoredMatch, actions: readonly SentAction[]): number => {
    const known = new Set(match.entries.map(({ id }) => id));
    const scores = new Set(match.entries.filter(({ kind }) => isScore(kind)).map(({ id }) => id));
    return actions.findIndex((action) => {
      if (isScore(action.kind)) scores.add(action.id);
      return isAmendment(action.kind) && !known.has(action.id) && !scores.has(targetOf(action) ?? '');
    });
  };

  const append = (
    who: Who,
    id: string,
    afterSeq: number | null,
    actions: readonly SentAction[],
    sentBoard: SentBoard | null,
  ): Appended => {
    const table = mayScore(who, tableOfMatch(id));
    const match = matchIn(who, table, id);
    if ('link' in who && (match.leftAtMillis ?? Infinity) <= serverMillis() - DAY_MILLIS)
      return fail('forbidden');
    const board = afterSeq === null ? null : sentBoard;
    const isSent = ({ id: one }: Entry): boolean => actions.some((action) => action.id === one);
    const ok = (): Appended =>
      answer(
        table,
        match,
        'ok',
        afterSeq === null
          ? { entries: entriesFor(who, match.entries.filter(isSent)) }
          : after(who, match, afterSeq),
      );
    const bad = (index: number | null): Appended => answer(table, match, 'bad', { index });

    if (actions.length > MOST_AT_ONCE) return bad(MOST_AT_ONCE);
    const wrong = actions.findIndex(
      (action) => !isWellFormed(action) || (afterSeq === null && !isClockKind(action.kind)),
    );
    if (wrong !== -1) return bad(wrong);
    if (board && (board.rules !== match.rules || !isShown(board))) return bad(null);

    const fresh = actions.filter((action) => !match.entries.some((entry) => entry.id === action.id));
    if (actions.length > 0 && fresh.length === 0) return ok();
    if (afterSeq !== null && afterSeq !== match.entries.length)
      return answer(table, match, 'stale', after(who, match, afterSeq));
    const lost = astray(match, actions);
    if (lost !== -1) return bad(lost);
    const seq = match.entries.length + fresh.length;
    if (seq > MOST_ACTIONS) return answer(table, match, 'full');
    const lately = table.matches
      .flatMap(({ storedAtMillis }) => storedAtMillis)
      .filter((millis) => millis > serverMillis() - 60_000);
    if (lately.length + fresh.length > MOST_A_MINUTE) return answer(table, match, 'tooMany');

    const isCurrent = table.current === match;
    if (fresh.length === 0) {
      const isSame = JSON.stringify(board) === JSON.stringify(match.shown);
      if (!board || !isCurrent || match.repairedAt === match.entries.length || isSame) return ok();
      match.repairedAt = match.entries.length;
    }
    const entries = fresh.map((action) => store(who, match, action));
    if (board) put(match, board);
    if (isCurrent) {
      for (const entry of entries.filter(({ kind }) => isClockKind(kind)))
        table.clocks = foldClocks(table.clocks, entry, entry.atMillis);
      if (match.shown.result !== null) table.clocks = { ...table.clocks, shot: null };
      makeRoom(table);
      show(table);
    }
    return ok();
  };

  const begin = (
    who: Who,
    { overlayId, expected, match: id, game, rules, start, board, agoMillis }: NewMatch,
  ): Appended => {
    const table = mayScore(
      who,
      tables.find((one) => one.id === overlayId),
    );
    const isFit =
      UUID.test(id) &&
      GAME.test(game) &&
      bytes(start) <= 4096 &&
      board.rules === rules &&
      isShown(board) &&
      agoMillis >= 0;
    if (!isFit) return answer(table, table.current, 'bad');
    const known = tableOfMatch(id);
    if (known) {
      const match = matchIn(who, table, id);
      return answer(table, match, 'ok', { more: match.entries.length > 0 });
    }
    if (table.current.id !== expected) return answer(table, table.current, 'stale');
    const lately = table.matches.filter(
      ({ createdAtMillis }) => createdAtMillis > serverMillis() - 3_600_000,
    );
    if (lately.length >= MOST_AN_HOUR['link' in who ? 'link' : 'account'])
      return answer(table, table.current, 'tooMany');
    const startedAtMillis = serverMillis() - Math.min(agoMillis, MOST_AGO_MILLIS);
    const match = goOn(table, { id, game, rules, start, shown: board, startedAtMillis });
    if (board.result !== null) match.endedAtMillis = serverMillis();
    show(table);
    return answer(table, match, 'ok');
  };

  const resume = (who: Who, overlayId: string, expected: string, id: string): Appended => {
    const table = mayScore(
      who,
      tables.find((one) => one.id === overlayId),
    );
    const { current } = table;
    const match = matchIn(who, table, id);
    const more = match.entries.length > 0;
    if (current === match) return answer(table, match, 'ok', { more });
    if (current.id !== expected) return answer(table, match, 'stale');
    if (current.previous !== id) return answer(table, match, 'bad');
    leave(current);
    Object.assign(match, { leftAtMillis: null, leftAfter: null });
    table.current = match;
    table.clocks = { ...table.clocks, shot: null };
    show(table);
    return answer(table, match, 'ok', { more });
  };

  const matches = (who: Who, { request, listen }: ReturnType<typeof fakeNetwork>): MatchBackend => ({
    getOverlay: (key, showing) =>
      request('getOverlay', () => {
        const table = tables.find(({ id, token }) => token === key || id === key.toLowerCase());
        if (!table || (table.token !== key && table.linkReplaced && !scores(who, table))) return null;
        if (showing && SCREEN.test(showing.screen))
          table.screens.set(showing.screen, {
            lacked: Math.max(0, table.rev - showing.rev),
            atMillis: serverMillis(),
          });
        return {
          ...{
            board: boardOf(table),
            dressing: dressing.dressingOf(table.owner, table.title, boardOf(table)),
          },
          ...{ topic: `overlay:${table.token}`, serverMillis: serverMillis() },
        };
      }),
    listen,
    appendActions: (match, afterSeq, actions, board) =>
      request('appendActions', () => append(who, match, afterSeq, actions, board)),
    beginMatch: (begun) => request('beginMatch', () => begin(who, begun)),
    resumeMatch: (overlayId, expected, match) =>
      request('resumeMatch', () => resume(who, overlayId, expected, match)),
    getLog: (id, afterSeq) =>
      request('getLog', () => {
        const table = mayScore(who, tableOfMatch(id));
        const match = matchIn(who, table, id);
        const { overlayId, number, game, rules, start, startedAtMillis, endedAtMillis } = match;
        const before = table.matches.find((one) => one.id === match.previous && reaches(who, one));
        const previous = before?.id ?? null;
        return {
          match: {
            ...{ id, overlayId, number, previous, game, rules, start, startedAtMillis, endedAtMillis },
            seq: match.entries.length,
          },
          ...after(who, match, afterSeq),
          current: table.current.id,
          serverMillis: serverMillis(),
          screens: screensOf(table),
        };
      }),
  });

  // Tables -------------------------------------------------------------------------------------------

  const own = (who: Who, id: string): StoredTable => {
    const table = tables.find((one) => one.id === id);
    return 'owner' in who && table?.owner === who.owner ? table : fail('forbidden');
  };

  const titled = (title: string): string => (fits(title) ? title : invalid());

  const tableOf = (table: StoredTable): Table => {
    const { id, token, title, archived, current } = table;
    const { number, game, startedAtMillis, endedAtMillis, entries } = current;
    return {
      ...{ id, token, title, archived },
      board: boardOf(table),
      match: { id: current.id, number, game, seq: entries.length, startedAtMillis, endedAtMillis },
      screens: screensOf(table),
      scoredAtMillis: entries.at(-1)?.atMillis ?? null,
    };
  };

  const ownedBy = (who: Who): StoredTable[] => {
    if (!('owner' in who)) return fail('sessionExpired');
    const owned = tables.filter(({ owner }) => owner === who.owner);
    return owned.length > 0 ? owned : [addTable(who.owner, 'Overlay 1')];
  };

  const pictures = fakePictures({
    ...{ serverMillis, newId, newSecret, fail, invalid, fits },
    tablesOf: (owner) => ownedBy({ owner }),
  });

  const televisions = fakeTelevisions({
    ...{ serverMillis, newId, fail, invalid, fits },
    tablesOf: (owner) => ownedBy({ owner }),
    // What they are told has no board in it.
    announce: (topic) => announce(topic, 'state', ({ changed }) => (changed as () => void)()),
  });

  /** Does something to an owner's tables, which their televisions are told. */
  const changing = <Value>(who: Who, change: () => Value): Value => {
    const value = change();
    if ('owner' in who) televisions.tablesChanged(who.owner);
    return value;
  };

  const isWatched = ({ screens }: StoredTable): boolean =>
    [...screens.values()].some(({ atMillis }) => atMillis > serverMillis() - SCREEN_MILLIS);

  const dressing = fakeDressing({
    ...{ newId, fail, invalid, fits },
    dressed: (owner, names) => {
      const keys = names?.map((name) => name.trim().toLowerCase());
      for (const table of tables) {
        const { p1, p2 } = boardOf(table);
        const isNamed =
          keys === undefined || [p1, p2].some((name) => keys.includes(name.trim().toLowerCase()));
        if (table.owner !== owner || !isNamed || !isWatched(table)) continue;
        announce(`overlay:${table.token}`, 'dressed', (listener) => listener.dressed());
      }
    },
  });

  const tablesOf = (who: Who, { request }: ReturnType<typeof fakeNetwork>): TablesBackend => ({
    listTables: () =>
      request('listTables', () => ({ tables: ownedBy(who).map(tableOf), serverMillis: serverMillis() })),
    addTable: (title) =>
      request('addTable', () =>
        changing(who, () =>
          'owner' in who ? addTable(who.owner, titled(title)).id : fail('sessionExpired'),
        ),
      ),
    renameTable: (id, title) =>
      request('renameTable', () =>
        changing(who, () => {
          own(who, id).title = titled(title);
        }),
      ),
    orderTables: (ids) =>
      request('orderTables', () => {
        const owned = ownedBy(who);
        const ordered = ids.map((id) => own(who, id));
        const rest = [...tables.filter((table) => !owned.includes(table)), ...owned];
        changing(who, () => {
          tables.splice(0, tables.length, ...new Set([...ordered, ...rest]));
        });
      }),
    archiveTable: (id, archived) =>
      request('archiveTable', () =>
        changing(who, () => {
          own(who, id).archived = archived;
        }),
      ),
    replaceOverlayLink: (id) =>
      request('replaceOverlayLink', () => {
        const table = own(who, id);
        const topic = `overlay:${table.token}`;
        changing(who, () => {
          Object.assign(table, { token: newSecret(), linkReplaced: true });
        });
        table.screens.clear();
        announce(topic, 'gone', (listener) => listener.gone());
        return table.token;
      }),
    listScorerLinks: (tableId) =>
      request('listScorerLinks', () => {
        own(who, tableId);
        return links
          .filter((link) => link.tableId === tableId)
          .map(({ id, label, createdAtMillis, endsAtMillis, lastUsedAtMillis, revoked }): ScorerLink => ({
            ...{ id, label, createdAtMillis, endsAtMillis, lastUsedAtMillis, revoked },
          }));
      }),
    addScorerLink: (tableId, label, endsAtMillis) =>
      request('addScorerLink', () => {
        own(who, tableId);
        const link: StoredLink = {
          ...{ tableId, endsAtMillis },
          label: titled(label),
          id: newId(),
          secret: newSecret(),
          createdAtMillis: serverMillis(),
          createdAfter: made,
          lastUsedAtMillis: null,
          revoked: false,
        };
        links.push(link);
        return { id: link.id, secret: link.secret };
      }),
    revokeScorerLink: (id) =>
      request('revokeScorerLink', () => {
        const link = links.find((one) => one.id === id);
        if (!link) return fail('forbidden');
        own(who, link.tableId);
        link.revoked = true;
      }),
  });

  const open = (secret: string): OpenedLink => {
    const link = validLink(secret) ?? fail('forbidden');
    const table = mayScore(
      { link: secret },
      tables.find(({ id }) => id === link.tableId),
    );
    const { id: overlayId, token, title, current } = table;
    return { linkId: link.id, overlayId, token, title, match: current.id };
  };

  return {
    /** Lets time pass on the server alone. */
    elapse: (seconds: number): void => {
      aheadMillis += seconds * 1000;
    },
    /** A device of its own: of an account, or of whoever has a scorer link. */
    connect: (who: Who) => {
      const client = fakeNetwork();
      clients.push(client);
      return {
        matches: matches(who, client),
        tables: tablesOf(who, client),
        pictures: pictures.backend('owner' in who ? who.owner : null, client),
        televisions: televisions.televisions(
          () => ('owner' in who ? who.owner : fail('sessionExpired')),
          client,
        ),
        television: televisions.television(client),
        dressing: dressing.backend('owner' in who ? who.owner : null, client),
        open: (link: string) => client.request('openLink', () => open(link)),
        network: client.network,
      };
    },
    /** What the snapshot service does with pictures. */
    service: pictures,
    /** The board of a table as the server has it, whatever reached anybody. */
    board: (tableId: string): Board => boardOf(tables.find(({ id }) => id === tableId) ?? invalid()),
    /** The log of a match as the server has it. */
    log: (matchId: string): readonly Entry[] => {
      const table = tableOfMatch(matchId);
      return table?.matches.find(({ id }) => id === matchId)?.entries ?? invalid();
    },
    /** Writes to a board past any log's rules, as a page of the first version does: it is logged as a correction. */
    save: (tableId: string, changes: BoardChanges): void => {
      const table = tables.find(({ id }) => id === tableId) ?? invalid();
      const before = table.current.shown;
      const fields = Object.entries(changes).map(
        ([field, to]) => [field, { from: before[field as keyof BoardChanges], to }] as const,
      );
      const action = { id: newId(), kind: 'set', body: { changes: Object.fromEntries(fields) } };
      makeRoom(table);
      store({ owner: table.owner }, table.current, { ...action, agoMillis: 0 });
      put(table.current, { ...before, ...changes });
      show(table);
    },
  };
};
