import { atom, type ReadableAtom } from 'nanostores';
import type { Act, May, Table } from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import {
  ACCOUNT,
  ALL_TABLES,
  chosenBy,
  brandingScreen,
  picturesScreen,
  playerScreen,
  PLAYERS,
  reportScreen,
  resultsScreen,
  ROOM,
  SETTINGS,
  staffScreen,
  SYSTEM,
  tableFragment,
  televisionsScreen,
  VENUE,
  type BrandingScreen,
  type PicturesScreen,
  type PlayerScreen,
  type ReportScreen,
  type ResultsScreen,
  type StaffScreen,
  type TablePart,
  type TelevisionsScreen,
} from '../../core/venue/fragment.ts';
import { createDays, type IsoDate } from '../../core/time/days.ts';
import { zoneNamed } from '../../core/time/zone.ts';
import { knownNames } from '../../core/branding/answer.ts';
import type { Unsent } from '../../core/tables/summary.ts';
import { createAccount, type Account, type AccountOptions } from '../account/account.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createFetchedJson, type WordsAt } from '../../browser/fetched-json.ts';
import { createKeptVenue } from '../../browser/kept-venue.ts';
import { createOverlayLink, type OverlayLink } from '../desk/overlay-link.ts';
import { createLinks, type Links } from '../tables/links.ts';
import { createPadSettings, type PadSettings } from '../pad-parts/pad-settings.ts';
import type { Scored } from '../match/scoring.ts';
import { createAccountFile, type AccountFile } from '../players/account-file.ts';
import { createBrandingStore, type BrandingStore } from '../branding/branding.ts';
import { createTableDesk, type TableDesk } from '../desk/table-desk.ts';
import { createPictures, type Pictures } from '../pictures/pictures.ts';
import { createExporting, type Exporting } from '../results/exporting.ts';
import { createPlayers, type Players } from '../players/players.ts';
import { createReports, type Reports } from '../results/report.ts';
import { createResults, type Results } from '../results/results.ts';
import { createRoom, type Room } from '../room/room.ts';
import { createTables, type Tables } from '../tables/tables.ts';
import { createDevices, type Devices } from '../screens/devices.ts';
import { createHealth, type ServerHealth } from '../settings/health.ts';
import { createTelevisions, type Televisions } from '../screens/televisions.ts';
import { derived } from '../../browser/derived.ts';

/** The view of a venue's desk. */
export type VenueView =
  | { readonly status: 'loading' | 'tables' | 'room' | 'venue' | 'settings' | 'system' | 'account' }
  | PicturesScreen
  | Extract<ResultsScreen, { status: 'results' }>
  /** `day` is the one shown beside it. */
  | (Extract<ResultsScreen, { status: 'result' }> & { readonly day: IsoDate | null })
  | PlayerScreen
  | ReportScreen
  | TelevisionsScreen
  | StaffScreen
  | BrandingScreen
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'table'; readonly table: Table; readonly part: TablePart | null };

export interface VenueOptions extends AccountOptions {
  /** The permissions to assume until the server has sent them. */
  readonly mayAtFirst: May;
  /** Whether the desk opens with the room, if the user may see it. */
  readonly startsInRoom?: boolean;
}

/** A venue: its tables, and the desk of the open one. */
export interface Venue extends Pick<Account, '$ended' | 'signInAgain' | 'logOut'> {
  /** The tables, if the user may not see the screen in the address. */
  readonly $view: ReadableAtom<VenueView>;
  readonly $may: ReadableAtom<May>;
  readonly tables: Tables;
  readonly room: Room;
  readonly pictures: Pictures;
  readonly televisions: Televisions;
  readonly devices: Devices;
  readonly health: ServerHealth;
  readonly results: Results;
  readonly players: Players;
  readonly reports: Reports;
  readonly exporting: Exporting;
  readonly brandingStore: BrandingStore;
  readonly accountFile: AccountFile;
  readonly wordsAt: WordsAt;
  /** The names known to the venue; fetched only when subscribed to. */
  readonly $knownNames: ReadableAtom<readonly string[]>;
  readonly desk: Omit<TableDesk, 'follow' | 'isSettled' | 'wake'>;
  readonly padSettings: PadSettings;
  /** This device's unsent actions, by table. */
  readonly $unsent: ReadableAtom<Readonly<Record<string, Unsent>>>;
  readonly linksOf: (tableId: string) => Links;
  readonly overlayLinkOf: (tableId: string) => OverlayLink;
  /** Opens the pad of the open table, replacing any part over its desk. */
  readonly openPad: () => void;
  /**
   * Closes the part over a table's desk, so that a reload doesn't open it again. Returns to the desk, or to the list
   * from which the match was started.
   */
  readonly closePart: () => void;
}

/** The screens that can start a match. The form and the pad return to them. */
const STARTED_FROM: Partial<Record<VenueView['status'], string>> = { room: ROOM, players: PLAYERS };

/** The permission that each screen needs. Users without it can't see the screen. */
const NEEDED: Partial<Record<VenueView['status'], Act>> = {
  results: 'list_results',
  result: 'get_result',
  player: 'get_player',
  report: 'get_report',
  players: 'name_player',
  sponsors: 'save_sponsor',
  pictures: 'get_venue',
  signs: 'get_venue',
  televisions: 'list_televisions',
  settings: 'update_venue',
  account: 'export_page',
  staff: 'list_devices',
  system: 'list_devices',
  venue: 'get_branding',
  room: 'list_waiting',
};

/** The permissions that a table's screens need. */
const NEEDED_AT_TABLE: Partial<Record<TablePart, Act>> = {
  air: 'replace_overlay_link',
  machines: 'update_table',
};

/** Whether a user with these permissions may see a screen. */
export const maySee = (may: May, status: VenueView['status']): boolean => {
  const needed = NEEDED[status];
  return needed === undefined || may.has(needed);
};

/** The table in the address, or else the only one in use. */
const viewOf = (tables: readonly Table[], fragment: string, may: May): VenueView => {
  const inUse = tables.filter(({ archived }) => !archived);
  const chosen = chosenBy(fragment);
  const named = inUse.find(({ id }) => id === chosen?.table);
  const only = inUse.length === 1 && fragment !== ALL_TABLES ? inUse[0] : undefined;
  const table = named ?? only;
  if (!table) return { status: 'tables' };
  const part = named ? (chosen?.part ?? null) : null;
  const needed = part && NEEDED_AT_TABLE[part];
  return { status: 'table', table, part: needed && !may.has(needed) ? null : part };
};

const unsentOf = (table: string | null, scored: Scored | null): Readonly<Record<string, Unsent>> => {
  if (table === null || !scored) return {};
  const { pending, held, late, rules, state } = scored;
  return { [table]: { pending, held, late, board: rules.board(state) } };
};

export const createVenue = (environment: VenueEnvironment, options: VenueOptions): Venue => {
  const { address, replaceBy } = environment;
  const isPadOpen = (): boolean => {
    const view = $view.get();
    return view.status === 'table' && view.part === 'pad';
  };
  // An open pad isn't interrupted: its actions are stored, as they are without a network.
  const { $user, $ended, endedBy, signInAgain, logOut } = createAccount(environment, options, isPadOpen);
  const isSignedIn = (): boolean => $user.get() !== null;
  const tables = createTables(environment, {
    isSignedIn,
    isWatched: () => $view.get().status === 'tables',
  });
  const pictures = createPictures(environment, { isSignedIn, endedBy });
  const televisions = createTelevisions(environment, { isSignedIn, endedBy });
  const devices = createDevices(environment, { isSignedIn, endedBy });
  const health = createHealth(environment, isSignedIn);
  const $allowed = derived([tables.$tables], ({ may }) => may);
  const mayOf = (allowed: readonly Act[] | null): May => (allowed ? new Set(allowed) : options.mayAtFirst);
  const $venueTime = derived([tables.$tables], ({ venue }) => venue);
  const serverNow = (): number => environment.now() + (tables.$tables.get().offset?.offsetMillis ?? 0);
  const $days = derived(
    [$venueTime],
    (venue) => venue && createDays(zoneNamed(venue.timeZone), venue.closingHour),
  );
  const room = createRoom(environment, { serverNow, endedBy });
  const results = createResults(environment, { isSignedIn, endedBy, serverNow, $days });
  const players = createPlayers(environment, { isSignedIn, endedBy });
  const reports = createReports(environment, { isSignedIn, endedBy, serverNow, $days });
  const exporting = createExporting(environment, endedBy, serverNow);
  const brandingStore = createBrandingStore(environment, { isSignedIn, endedBy });
  const accountFile = createAccountFile(environment, endedBy, () => {
    players.search('');
    void Promise.all([players.refresh(), brandingStore.refresh(), tables.refresh()]);
  });
  // Set on mount instead of derived, so that nothing starts during a render.
  const $view = atom<VenueView>({ status: 'loading' });
  const $tableKey = atom<TableKey | null>(null);
  const $party = derived([$tableKey, room.$parties], (at, parties) => parties.get(at?.table ?? '') ?? null);
  const $kind = derived(
    [$tableKey, tables.$tables],
    (at, { tables: all }) => all?.find(({ id }) => id === at?.table)?.kind ?? null,
  );
  const { follow, wake, isSettled, ...desk } = createTableDesk(
    environment,
    $tableKey,
    endedBy,
    $party,
    $kind,
  );

  const kept = createKeptVenue(environment);

  /** The screen in the address, other than a table's; null for none. */
  const screenOf = (hash: string): VenueView | null => {
    if (hash === ROOM || (hash === '' && options.startsInRoom === true)) return { status: 'room' };
    if (hash === VENUE) return { status: 'venue' };
    if (hash === SETTINGS) return { status: 'settings' };
    if (hash === SYSTEM) return { status: 'system' };
    if (hash === ACCOUNT) return { status: 'account' };
    const ofResults = resultsScreen(hash);
    if (ofResults) {
      return ofResults.status === 'result' ? { ...ofResults, day: results.$day.get().date } : ofResults;
    }
    return (
      playerScreen(hash) ??
      reportScreen(hash) ??
      picturesScreen(hash) ??
      televisionsScreen(hash) ??
      staffScreen(hash) ??
      brandingScreen(hash)
    );
  };

  /** The last table that was fetched because it was missing from the list. */
  let sought: string | null = null;
  /** The table in the address, if the list lacks it: it may just have been added elsewhere. */
  const lackedBy = (all: readonly Table[] | null): string | null => {
    const wanted = chosenBy(address().hash)?.table ?? null;
    return all?.some(({ id }) => id === wanted) === false && wanted !== sought ? wanted : null;
  };

  const viewNow = (): VenueView => {
    const { tables: all, may: allowed, failure } = tables.$tables.get();
    if ($user.get() === null) return { status: 'loading' };
    const { hash } = address();
    const screen = screenOf(hash);
    const may = mayOf(allowed);
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
    else if (before.status !== 'table') closesTo = STARTED_FROM[before.status] ?? null;
  };

  const openTable = (who: string | null, view: VenueView): void => {
    const { tables: all } = tables.$tables.get();
    const last = $tableKey.get();
    // While the list of tables is shown, the last open table keeps sending.
    if (who !== null && view.status === 'table') $tableKey.set({ who, table: view.table.id });
    // The server sends nothing more about a table that was archived or moved to another account.
    else if (last && all?.every(({ id, archived }) => id !== last.table || archived) && isSettled())
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
      if (view.status === 'results' || view.status === 'result') results.open(view);
      if (view.status === 'player') players.open(view);
      if (view.status === 'report') reports.open(view);
      $view.set(view);
      // Only the pad can run without a session.
      if ($ended.get() && !isPadOpen()) endedBy({ kind: 'sessionExpired' });
      if (view.status === 'tables' && before.status !== 'tables') void tables.refresh();
      const lacked = $user.get() === null ? null : lackedBy(tables.$tables.get().tables);
      if (lacked !== null) void seek(lacked);
    };
    const unwatchPage = environment.watchPage((change) => {
      if (change === 'address') show();
    });
    const unfollow = follow();
    const unwatch = [
      $ended.listen((ended) => {
        if (!ended) wake();
      }),
      $user.subscribe((who, before) => {
        // The user changed or logged out: clear all of the previous user's data.
        $tableKey.set(null);
        pictures.forget();
        televisions.forget();
        devices.forget();
        health.forget();
        results.forget();
        players.forget();
        reports.forget();
        exporting.stop();
        brandingStore.forget();
        accountFile.forget();
        if (who === null && before) kept.forget();
        room.startWith(who);
        tables.startWith(who === null ? null : kept.of(who));
      }),
      tables.$tables.listen(({ tables: all, may, failure }) => {
        const who = $user.get();
        if (failure) endedBy(failure);
        else if (who !== null && all) kept.keep({ who, tables: all, may });
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
    $view,
    $may: derived([$allowed], mayOf),
    tables,
    room,
    pictures,
    televisions,
    devices,
    health,
    results,
    players,
    reports,
    exporting,
    brandingStore,
    accountFile,
    wordsAt: (path) => createFetchedJson(environment, path),
    $knownNames: derived([brandingStore.$branding, tables.$tables], ({ branding }, { tables: all }) =>
      knownNames(
        branding ?? { players: [], recent: [] },
        (all ?? []).map(({ board }) => board),
      ),
    ),
    desk,
    padSettings: createPadSettings(environment),
    $unsent: derived([$tableKey, desk.$scored], (at, scored) => unsentOf(at?.table ?? null, scored)),
    linksOf: (tableId) => createLinks(environment, tableId),
    overlayLinkOf: (tableId) => createOverlayLink(environment, tableId),
    openPad: () => {
      const view = $view.get();
      if (view.status === 'table') replaceBy(tableFragment(view.table.id, 'pad'));
    },
    closePart: () => {
      const view = $view.get();
      if (view.status === 'table' && view.part !== null) replaceBy(closesTo ?? tableFragment(view.table.id));
    },
    $ended,
    signInAgain,
    logOut,
  };
};
