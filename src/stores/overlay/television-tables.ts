import { atom, type ReadableAtom } from 'nanostores';
import type { Live } from '../../core/follow/overlay.ts';
import type { ShownTable, TelevisionView } from '../../core/follow/television.ts';
import { frozen, type KeptBoard } from '../../core/television/kept.ts';
import { createBoardClocks, type BoardClocks } from '../clock/board-clocks.ts';
import { derived } from '../derived.ts';
import type { TelevisionEnvironment } from '../environment/television.ts';
import { createTimer, repeat } from '../environment/timer.ts';
import { createKept } from '../kept.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';
import { createLiveOverlay } from './live.ts';

/** A table as a television shows it: live, or as it was when that could last be had. */
export interface TelevisionTable extends ShownTable {
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
}

export interface TelevisionTables {
  readonly $tables: ReadableAtom<readonly TelevisionTable[]>;
  /** Since when a table isn't up to date, in server time; null while all are. */
  readonly $staleSince: ReadableAtom<number | null>;
  /** Nothing of them stays on this device. */
  readonly forget: () => void;
}

/** A network that comes back within this time was never missed. */
export const GRACE_MILLIS = 10_000;
/** So often it is kept that boards are up to date: a power cut gives no notice. */
const KEEP_MILLIS = 60_000;

type KeptBoards = Readonly<Record<string, KeptBoard>>;

/** A table that is followed, with what only this store needs of it. */
interface Followed {
  readonly table: TelevisionTable;
  /** What is to be kept of it; null before there is a board. */
  readonly keep: () => KeptBoard | null;
  readonly staleSince: () => number | null;
  readonly close: () => void;
}

/** The tables that a television is to show. */
export const createTelevisionTables = (
  environment: TelevisionEnvironment,
  $view: ReadableAtom<TelevisionView>,
): TelevisionTables => {
  const { viewer, now, newScreen } = environment;
  const keptBoards = createKept<KeptBoards>(environment, 'television-boards-1');
  const $tables = atom<readonly TelevisionTable[]>([]);
  const $staleSince = atom<number | null>(null);
  const all = new Map<string, Followed>();

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
  };

  const follow = (shown: ShownTable, before: KeptBoard | null): Followed => {
    const { $live: $heard } = createLiveOverlay({
      backend: viewer,
      $key: atom(shown.token),
      environment,
      screen: newScreen(),
    });
    const $kept = atom(before);
    const $live = derived([$heard, $kept], (live, kept) =>
      live.board || live.missing || !kept ? live : { ...live, board: frozen(kept), dressing: kept.dressing },
    );
    let stale = false;
    let isWaiting = false;
    const grace = createTimer();

    const fresh = ({ board, dressing, offset }: Live): void => {
      if (board) $kept.set({ board, dressing, atMillis: now() + (offset?.offsetMillis ?? 0) });
    };
    const hear = (live: Live, last?: Live): void => {
      const isNew = live.board !== last?.board || live.dressing !== last.dressing;
      // Up to date as long as it was heard of.
      if (live.connection === 'live' || isNew) fresh(live);
      else if (last.connection === 'live') fresh(last);
      if (isNew) keepAll();
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
      note();
    };
    const unwatch = $heard.subscribe(hear);
    return {
      table: {
        ...shown,
        $live,
        clocks: createBoardClocks($live, now),
      },
      keep: () => {
        if ($heard.get().connection === 'live') fresh($heard.get());
        return $kept.get();
      },
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
      // One that is called otherwise now is followed anew, with the board that it has.
      const same = known?.table.title === shown.title ? known : undefined;
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
      show([]);
    };
  });

  return { $tables, $staleSince, forget: keptBoards.forget };
};
