import { atom, type ReadableAtom } from 'nanostores';
import type { Sponsor } from '../../core/branding/branding.ts';
import type { Live } from '../../core/overlay/follow-overlay.ts';
import type { ShownTable, TelevisionView } from '../../core/television/follow-television.ts';
import { frozen, type KeptBoard } from '../../core/television/kept.ts';
import { createBoardClocks, createClockInStep, type BoardClocks } from '../board/board-clocks.ts';
import { derived } from '../../browser/derived.ts';
import type { TelevisionEnvironment } from '../../browser/television.ts';
import { createTimer, repeat } from '../../browser/timer.ts';
import { createKept } from '../../browser/kept.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createLiveOverlay } from '../board/live.ts';
import { createServerTurns, type ServerTime } from './server-turns.ts';

/** A table as shown by a television: live, or as last received. */
export interface TelevisionTable extends ShownTable {
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
  /** The clock of its match, in step with others on the same screen. */
  readonly clockInStep: ReturnType<typeof createClockInStep>;
}

export interface TelevisionTables {
  readonly $tables: ReadableAtom<readonly TelevisionTable[]>;
  /** Since when any table has been out of date, in server time; null while all are current. */
  readonly $staleSince: ReadableAtom<number | null>;
  /** The venue's sponsors, as sent with each board. */
  readonly $sponsors: ReadableAtom<readonly Sponsor[]>;
  /** Minutes since the epoch, in server time. */
  readonly $minutes: ReadableAtom<number>;
  /** Deletes all stored boards from this device. */
  readonly forget: () => void;
}

/** An outage shorter than this isn't shown. */
export const GRACE_MILLIS = 10_000;
/** How often the time of the last update is stored: a power cut gives no warning. */
const KEEP_MILLIS = 60_000;
/** News within this time is drawn and stored together, because televisions have slow processors. */
export const BEAT_MILLIS = 200;
const SECOND_MILLIS = 1000;
export const MINUTE_MILLIS = 60_000;

type KeptBoards = Readonly<Record<string, KeptBoard>>;

/** A table being followed. */
interface Followed {
  readonly table: TelevisionTable;
  /** The data to store; null until there is a board. */
  readonly keep: () => KeptBoard | null;
  /** Shows the latest news. */
  readonly show: () => void;
  readonly staleSince: () => number | null;
  readonly close: () => void;
}

const isSame = (one: ShownTable, other: ShownTable): boolean =>
  one.id === other.id && one.title === other.title && one.matchId === other.matchId;

/** The tables on a television. */
export const createTelevisionTables = (
  environment: TelevisionEnvironment,
  $view: ReadableAtom<TelevisionView>,
  time: ServerTime,
): TelevisionTables => {
  const { viewer, now, newScreen } = environment;
  const keptBoards = createKept<KeptBoards>(environment, 'television-boards-2');
  const $tables = atom<readonly TelevisionTable[]>([]);
  const $staleSince = atom<number | null>(null);
  const $sponsors = atom<readonly Sponsor[]>([]);
  const $second = createServerTurns(time, SECOND_MILLIS);
  const all = new Map<string, Followed>();

  const beat = createTimer();
  let isBeating = false;
  let isNews = false;

  const keepAll = (): void => {
    const boards = [...all].flatMap(([token, followed]) => {
      const kept = followed.keep();
      return kept ? [[token, kept] as const] : [];
    });
    if (boards.length > 0) keptBoards.keep(Object.fromEntries(boards));
  };

  const note = (): void => {
    const times = [...all.values()].flatMap(({ staleSince }) => staleSince() ?? []);
    $staleSince.set(times.length > 0 ? Math.min(...times) : null);
    const shown = [...all.values()].find(({ table }) => table.$live.get().board);
    $sponsors.set(shown?.table.$live.get().branding.sponsors ?? []);
  };

  /** Shows and stores news: at once after a quiet period, else at the end of the beat. */
  const tell = (): void => {
    isNews = isBeating;
    if (isBeating) return;
    isBeating = true;
    beat.set(BEAT_MILLIS, () => {
      isBeating = false;
      if (isNews) tell();
    });
    for (const followed of all.values()) followed.show();
    keepAll();
    note();
  };

  const follow = (shown: ShownTable, before: KeptBoard | null): Followed => {
    const { $live: $received } = createLiveOverlay({
      backend: viewer,
      $key: atom(shown.token),
      environment,
      screen: newScreen(),
    });
    const $kept = atom(before);
    const $shown = atom($received.get());
    const $live = derived([$shown, $kept], (live, kept) =>
      live.board || live.missing || !kept ? live : { ...live, board: frozen(kept), branding: kept.branding },
    );
    let stale = false;
    let isWaiting = false;
    const grace = createTimer();

    const fresh = ({ board, branding, offset }: Live): void => {
      if (board) $kept.set({ board, branding, atMillis: now() + (offset?.offsetMillis ?? 0) });
    };
    const onLive = (live: Live, last?: Live): void => {
      const isNew = live.board !== last?.board || live.branding !== last.branding;
      // While connected, the board is up to date.
      if (live.connection === 'live' || isNew) fresh(live);
      else if (last.connection === 'live') fresh(last);
      if (live.connection === 'live') {
        grace.stop();
        isWaiting = stale = false;
      } else if (!isWaiting) {
        isWaiting = true;
        grace.set(GRACE_MILLIS, () => {
          stale = true;
          note();
        });
      }
      if (last) tell();
    };
    const unwatch = $received.subscribe(onLive);
    return {
      table: {
        ...shown,
        $live,
        clocks: createBoardClocks($live, now),
        clockInStep: createClockInStep($live, $second),
      },
      keep: () => {
        if ($received.get().connection === 'live') fresh($received.get());
        return $kept.get();
      },
      show: () => $shown.set($received.get()),
      staleSince: () => (stale ? ($kept.get()?.atMillis ?? null) : null),
      close: () => {
        grace.stop();
        unwatch();
      },
    };
  };

  const show = (tables: readonly ShownTable[]): void => {
    const kept = keptBoards.read() ?? {};
    const before = new Map(all);
    all.clear();
    for (const shown of tables) {
      const known = before.get(shown.token);
      // A table with another name or address is followed again, starting from its known board.
      const same = known && isSame(known.table, shown) ? known : undefined;
      all.set(shown.token, same ?? follow(shown, known?.keep() ?? kept[shown.token] ?? null));
    }
    for (const followed of before.values()) {
      if (all.get(followed.table.token) !== followed) followed.close();
    }
    $tables.set([...all.values()].map(({ table }) => table));
    keepAll();
    note();
  };

  onBrowserMount($tables, () => {
    const stopKeeping = repeat(KEEP_MILLIS, keepAll);
    const unwatch = $view.subscribe((view) => show(view.status === 'paired' ? view.assignment.tables : []));
    return () => {
      stopKeeping();
      unwatch();
      beat.stop();
      isBeating = false;
      show([]);
    };
  });

  const $minutes = createServerTurns(time, MINUTE_MILLIS);
  return { $tables, $staleSince, $sponsors, $minutes, forget: keptBoards.forget };
};
