import { atom } from 'nanostores';
import type { May, Table } from '../../backend/contract.ts';
import {
  ALL_TABLES,
  chosenBy,
  isTableScreen,
  tableFragment,
  venueScreen,
} from '../../core/venue/fragment.ts';
import { onlyInUse, sorted } from '../../core/tables/order.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createAccount, type AccountOptions } from '../account/account.ts';
import type { Venue, VenueView } from './props.ts';
import { maySee, screenFor } from './screens.tsx';
import { createStores } from './stores.ts';

export interface VenueOptions extends AccountOptions {
  /** The permissions to assume until the server has sent them. */
  readonly mayAtFirst: May;
  /** Whether the desk opens with the room, if the user may see it. */
  readonly startsInRoom?: boolean;
}

/** The table in the address, or else the only one in use. */
const viewOf = (tables: readonly Table[], fragment: string, may: May): VenueView => {
  const { inUse } = sorted(tables);
  const chosen = chosenBy(fragment);
  const named = inUse.find(({ id }) => id === chosen?.table);
  const table = named ?? (fragment === ALL_TABLES ? undefined : onlyInUse(tables));
  if (!table) return { status: 'tables' };
  const part = named ? (chosen?.part ?? null) : null;
  if (!isTableScreen(part)) return { status: 'table', table, part };
  return maySee(may, part) ? { status: part, table } : { status: 'table', table, part: null };
};

/** The screens with the scores of all tables. */
const LISTS: ReadonlySet<VenueView['status']> = new Set(['tables', 'room', 'tournament']);
const ROOM_VIEW: VenueView = { status: 'room' };

export const createVenue = (environment: VenueEnvironment, options: VenueOptions): Venue => {
  const { address, replaceBy } = environment;
  const isPadOpen = (): boolean => {
    const view = $view.get();
    return view.status === 'table' && view.part === 'pad';
  };
  // An open pad isn't interrupted: its actions are stored, as they are without a network.
  const { $user, $ended, endedBy, signInAgain, logOut } = createAccount(environment, options, isPadOpen);
  const { $tableKey, keep, startWith, ...stores } = createStores(environment, {
    mayAtFirst: options.mayAtFirst,
    isSignedIn: () => $user.get() !== null,
    endedBy,
    isListShown: () => LISTS.has($view.get().status),
  });
  const { tables, desk, $may } = stores;
  // Set on mount instead of derived, so that nothing starts during a render.
  const $view = atom<VenueView>({ status: 'loading' });

  /** The last table that was fetched because it was missing from the list. */
  let sought: string | null = null;
  /** The table in the address, if the list lacks it: it may just have been added elsewhere. */
  const lackedBy = (all: readonly Table[] | null): string | null => {
    const wanted = chosenBy(address().hash)?.table ?? null;
    return all?.some(({ id }) => id === wanted) === false && wanted !== sought ? wanted : null;
  };

  const viewNow = (): VenueView => {
    const { tables: all, failure } = tables.$tables.get();
    if ($user.get() === null) return { status: 'loading' };
    const { hash } = address();
    const screen = hash === '' && options.startsInRoom === true ? ROOM_VIEW : venueScreen(hash);
    const may = $may.get();
    if (screen && maySee(may, screen.status)) return screen;
    if (!(all ?? failure) || lackedBy(all) !== null) return { status: 'loading' };
    return all
      ? viewOf(all, screen ? ALL_TABLES : hash, may)
      : { status: 'failed', failure: failure ?? { kind: 'offline' } };
  };

  /** The address to return to on closing a part; null for the desk. */
  let closesTo: string | null = null;
  const rememberWay = (before: VenueView, view: VenueView): void => {
    if (view.status !== 'table' || view.part === null) closesTo = null;
    else if (before.status !== 'table') closesTo = screenFor(before.status).returnsTo ?? null;
  };

  const openTable = (who: string | null, view: VenueView): void => {
    const { tables: all } = tables.$tables.get();
    const last = $tableKey.get();
    // While the list of tables is shown, the last open table keeps sending.
    if (who !== null && 'table' in view) $tableKey.set({ who, table: view.table.id });
    // The server sends nothing more about a table that was archived or moved to another account.
    else if (last && all?.every(({ id, archived }) => id !== last.table || archived) && desk.isSettled())
      $tableKey.set(null);
  };

  onBrowserMount($view, () => {
    let seeking: string | null = null;
    const seek = async (wanted: string): Promise<void> => {
      if (seeking === wanted) return;
      seeking = wanted;
      await tables.refresh();
      [sought, seeking] = [wanted, null];
      show();
    };
    const show = (): void => {
      const [before, view] = [$view.get(), viewNow()];
      rememberWay(before, view);
      openTable($user.get(), view);
      screenFor(view.status).shown?.(stores, view, before);
      $view.set(view);
      // Only the pad can run without a session.
      if ($ended.get() && !isPadOpen()) endedBy({ kind: 'sessionExpired' });
      const lacked = $user.get() === null ? null : lackedBy(tables.$tables.get().tables);
      if (lacked !== null) void seek(lacked);
    };
    const unwatchPage = environment.watchPage((change) => {
      if (change === 'address') show();
    });
    const unfollow = desk.follow();
    const unwatch = [
      $ended.listen((ended) => {
        if (!ended) desk.wake();
      }),
      $user.subscribe((who, before) => {
        startWith(who, before ?? null);
      }),
      tables.$tables.listen(({ failure }) => {
        const who = $user.get();
        if (failure) endedBy(failure);
        else if (who !== null) keep(who);
        show();
      }),
    ];
    show();
    return () => {
      unwatchPage();
      unwatch.forEach((stop) => stop());
      unfollow();
    };
  });

  return {
    ...stores,
    $view,
    openPad: (tableId) => {
      const view = $view.get();
      if (view.status === 'table' && view.table.id === tableId && view.part === 'newMatch')
        replaceBy(tableFragment(tableId, 'pad'));
    },
    closePart: () => {
      const view = $view.get();
      if (view.status === 'table' && view.part !== null) replaceBy(closesTo ?? tableFragment(view.table.id));
    },
    unsent: () => [
      ...(Object.values(stores.$unsent.get()).some(({ pending }) => pending > 0)
        ? (['scores'] as const)
        : []),
      ...(stores.room.isUnsent() ? (['list'] as const) : []),
      ...(stores.tournaments.value?.$view.get().isSending === true ? (['tournament'] as const) : []),
    ],
    $ended,
    signInAgain,
    logOut,
  };
};
