import { atom, type ReadableAtom } from 'nanostores';
import type { BegunMatch, MatchBackend, RoomListener, SentAction } from '../../../backend/contract.ts';
import { memoryBackend } from '../../../backend/memory.ts';
import { BackendError } from '../../../core/failure.ts';
import { TIME_ZONE } from '../../../config/time.ts';
import { NO_BRANDING } from '../../../core/branding/branding.ts';
import type { SentBoard } from '../../../core/match/protocol.ts';
import { isQueued, type WaitingList } from '../../../core/room/list.ts';
import type { Assignment } from '../../../core/television/follow-television.ts';
import { browser } from '../../../browser/browser.ts';
import { lessMotion } from '../../../browser/less-motion.ts';
import { onBrowserMount } from '../../../browser/browser-mount.ts';
import { randomHex } from '../../../browser/random.ts';
import { createTimer } from '../../../browser/timer.ts';
import { watchUserInput } from '../../../browser/user-input.ts';
import { createLiveOverlay } from '../../board/live.ts';
import { createBoardClocks } from '../../board/board-clocks.ts';
import { createRoom } from '../../room/room.ts';
import { createTelevision } from '../../television/television.ts';
import { memoryStorage } from '../environment.ts';
import { evening, type Beginning, type Happening, type Setting } from './evening.ts';
import { afternoonTournament } from './tournament.ts';

/** A sample venue. Its evening plays in this page's memory, and nothing is sent. */
export interface Hall {
  /** The evening plays while this has listeners, the page is visible, and the visitor hasn't stopped it. */
  readonly $isPlaying: ReadableAtom<boolean>;
  readonly toggle: () => void;
  /** The evening's time, in milliseconds since the epoch. */
  readonly $nowMillis: ReadableAtom<number>;
  readonly television: () => ReturnType<typeof createTelevision>;
  readonly room: () => ReturnType<typeof createRoom>;
  readonly overlay: () => Pick<ReturnType<typeof createLiveOverlay>, '$live'> & {
    readonly clocks: ReturnType<typeof createBoardClocks>;
  };
}

export interface HallNames {
  readonly venue: string;
  /** The tables' names: three for pool, then one for snooker. */
  readonly tables: readonly string[];
  readonly guests: readonly string[];
  readonly tournament: string;
}

/** A Saturday, a little after nine in the evening. */
const OPENS_MILLIS = Date.UTC(2026, 0, 10, 20, 12);
/** How long the evening has gone on by then. */
const BEFORE_MILLIS = 7 * 60_000;
const SEED = 25;
/** How long each screen of the television lasts. */
const TURN_SECONDS = 12;
const TOPIC = 'room:sample';

const tokenOf = (table: string): string => table.replaceAll('-', '').padEnd(24, '0');

/** Guests as screens call them: by the first name alone, as in the view `private.parties`. */
const asCalled = <Guests extends { readonly name: string }>(guests: Guests) => ({ ...guests, name2: null });

interface Backed {
  readonly backend: MatchBackend;
  match: string;
  seq: number;
}

/** A match that began before the page opened. */
interface Earlier extends Beginning {
  readonly actions: SentAction[];
}

/** A board as it is sent at a time. */
const boardAt = (
  { board, visitAtMillis }: NonNullable<Happening['played']>,
  atMillis: number,
): SentBoard => ({ ...board, visitAgoMillis: visitAtMillis === null ? null : atMillis - visitAtMillis });

/** The venue of these names. It stands still until the visitor lets it play if they have asked for less motion. */
export const createHall = (names: HallNames): Hall => {
  const tables: Setting['tables'] = names.tables.map((title, index) => ({
    id: `table-${index + 1}`,
    title,
    kind: index < names.tables.length - 1 ? 'pool' : 'snooker',
  }));
  const happenings = evening({
    seed: SEED,
    beginsMillis: OPENS_MILLIS - BEFORE_MILLIS,
    guests: names.guests,
    tables,
    topic: TOPIC,
  });
  let playedMillis = 0;
  let sinceMillis: number | null = null;
  const now = (): number =>
    OPENS_MILLIS + playedMillis + (sinceMillis === null ? 0 : browser.now() - sinceMillis);

  // Everything that has happened before.
  const earlier = new Map<string, Earlier>();
  const sent = (actions: Happening['played'], agoMillis: number): readonly SentAction[] =>
    (actions?.actions ?? []).map((action) => ({ ...action, agoMillis }));
  let next: Happening = happenings.next().value;
  let list: WaitingList = next.list;
  for (; next.atMillis <= OPENS_MILLIS; next = happenings.next().value) {
    const { begun, played, atMillis } = next;
    const agoMillis = OPENS_MILLIS - atMillis;
    ({ list } = next);
    if (begun) earlier.set(begun.table, { ...begun.beginning, actions: [] });
    const match = played && earlier.get(played.table);
    if (match) {
      match.actions.push(...sent(played, agoMillis));
      earlier.set(played.table, { ...match, board: boardAt(played, OPENS_MILLIS) });
    }
  }
  const backed = new Map(
    tables.flatMap(({ id, title }): [string, Backed][] => {
      const first = earlier.get(id);
      if (!first) return [];
      const branding = { ...NO_BRANDING, table: title };
      const backend = memoryBackend({ id, token: tokenOf(id), branding, first }, now);
      return [[id, { backend, match: first.match, seq: first.actions.length }]];
    }),
  );

  const $nowMillis = atom(OPENS_MILLIS);
  const listeners = new Set<() => void>();
  const happen = ({ begun, played, list: after }: Happening): void => {
    if (begun) {
      const table = backed.get(begun.table);
      const { match, game, rules, start, board } = begun.beginning;
      if (table) {
        const beginning: BegunMatch = {
          tableId: begun.table,
          expected: table.match,
          match,
          game,
          rules,
          start,
          board,
          agoMillis: 0,
        };
        void table.backend.beginMatch(beginning);
        Object.assign(table, { match, seq: 0 });
      }
    }
    if (played) {
      const table = backed.get(played.table);
      if (table) {
        void table.backend.appendActions(table.match, table.seq, sent(played, 0), boardAt(played, now()));
        table.seq += played.actions.length;
      }
    }
    list = after;
    $nowMillis.set(now());
    for (const changed of listeners) changed();
  };

  const $isPlaying = atom(true);
  const timer = createTimer();
  const goOn = (): void => {
    for (; next.atMillis <= now(); next = happenings.next().value) happen(next);
    timer.set(next.atMillis - now(), goOn);
  };
  const rest = (): void => {
    timer.stop();
    // At a whole second: timers that wait for the next one would otherwise ask again and again.
    playedMillis = Math.floor((now() - OPENS_MILLIS) / 1000) * 1000;
    sinceMillis = null;
  };
  let isOpen = false;
  const follow = (): void => {
    const plays = isOpen && $isPlaying.get() && browser.isVisible();
    if (plays === (sinceMillis !== null)) return;
    if (plays) {
      sinceMillis = browser.now();
      goOn();
    } else rest();
  };
  onBrowserMount($isPlaying, () => {
    isOpen = true;
    if (lessMotion().matches) $isPlaying.set(false);
    follow();
    const unwatch = browser.watchPage(follow);
    return () => {
      unwatch();
      isOpen = false;
      follow();
    };
  });

  const listen = (changed: () => void, joined: () => void): (() => void) => {
    let isListening = true;
    void Promise.resolve().then(() => {
      if (!isListening) return;
      listeners.add(changed);
      joined();
    });
    return () => {
      isListening = false;
      listeners.delete(changed);
    };
  };
  const at = (key: string): MatchBackend | undefined =>
    [...backed].find(([id]) => key === id || key.endsWith(tokenOf(id)))?.[1].backend;
  const storage = memoryStorage();
  const environment = {
    ...browser,
    now,
    storage: () => storage,
    lasting: () => storage,
    newScreen: () => randomHex(32),
    newSecret: () => randomHex(32),
    viewer: () => ({
      getOverlay: async (key: string) => (await at(key)?.getOverlay(key)) ?? null,
      listen: (topic: string, listener: Parameters<MatchBackend['listen']>[1]) =>
        at(topic)?.listen(topic, listener) ?? (() => {}),
    }),
  };

  const tournament = afternoonTournament(names.tournament, names.guests);
  const programme = (): Assignment['programme'] => ({
    turns: ['tables', 'waiting', 'tournament'],
    seconds: TURN_SECONDS,
    tableId: null,
    venue: names.venue,
    timeZone: TIME_ZONE,
    tournament,
    waiting: {
      seq: list.seq,
      tables: list.tables.map(({ party, called, ...table }) => ({
        ...table,
        party: party && asCalled(party),
        called: called && asCalled(called),
      })),
      parties: list.entries.filter(isQueued).map(({ id, name, size, wants, tableId, calledAtMillis }) => ({
        id,
        ...asCalled({ name }),
        size,
        wants,
        tableId,
        calledAtMillis,
      })),
    },
  });
  const assigned = async () => ({
    status: 'paired' as const,
    serverMillis: now(),
    topic: 'television:sample',
    room: TOPIC,
    assignment: {
      query: '',
      tables: tables.map(({ id, title }) => ({ id, token: tokenOf(id), title, matchId: null })),
      programme: programme(),
    },
  });

  return {
    $isPlaying,
    toggle: () => {
      $isPlaying.set(!$isPlaying.get());
      follow();
    },
    $nowMillis,
    television: () =>
      createTelevision({
        ...environment,
        television: () => ({
          askTelevision: assigned,
          beginPairing: assigned,
          listenTelevision: (_topics, { changed, joined }) => listen(changed, joined),
        }),
      }),
    room: () =>
      createRoom(
        {
          ...environment,
          watchUserInput,
          newId: () => randomHex(12),
          waiting: () => ({
            listWaiting: async () => ({ ...list, serverMillis: now() }),
            // Nobody can reach its keys.
            changeWaiting: async () => {
              throw new BackendError({ kind: 'forbidden' });
            },
            listenRoom: (_topic, { changed, joined }: RoomListener) => listen(() => changed(null), joined),
          }),
        },
        { serverNow: now, endedBy: () => false },
      ),
    overlay: () => {
      // The snooker table, where something happens every few seconds.
      const $key = atom(tokenOf(tables.at(-1)?.id ?? ''));
      const { $live } = createLiveOverlay({ backend: environment.viewer, $key, environment });
      return { $live, clocks: createBoardClocks($live, now) };
    },
  };
};
