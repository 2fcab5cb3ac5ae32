import { atom, type ReadableAtom } from 'nanostores';
import type { Table } from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import {
  ACCOUNT,
  ALL_TABLES,
  chosenBy,
  dressingScreen,
  picturesScreen,
  playerScreen,
  reportScreen,
  resultsScreen,
  SETTINGS,
  tableFragment,
  televisionsScreen,
  VENUE,
  type DressingScreen,
  type PicturesScreen,
  type PlayerScreen,
  type ReportScreen,
  type ResultsScreen,
  type TablePart,
  type TelevisionsScreen,
} from '../../core/tables/fragment.ts';
import { createDays, type IsoDate } from '../../core/time/days.ts';
import { zoneNamed } from '../../core/time/zone.ts';
import { knownNames } from '../../core/tables/dressing.ts';
import type { Unsent } from '../../core/tables/summary.ts';
import { createAccount, type Account, type AccountOptions } from '../account/account.ts';
import type { TableKey } from '../environment/keeper.ts';
import { createKept } from '../kept.ts';
import type { OwnerEnvironment } from '../environment/owner.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';
import { createOverlayLink, type OverlayLink } from './overlay-link.ts';
import { createLinks, type Links } from './links.ts';
import { createPadSettings, type PadSettings } from './pad-settings.ts';
import type { Scored } from './scoring.ts';
import { createAccountFile, type AccountFile } from './account-file.ts';
import { createDresser, type VenueDresser } from './dressing.ts';
import { createTableDesk, type TableDesk } from './table-desk.ts';
import { createPictures, type Pictures } from './pictures.ts';
import { createExporting, type Exporting } from './exporting.ts';
import { createPlayers, type Players } from './players.ts';
import { createReports, type Reports } from './report.ts';
import { createResults, type Results } from './results.ts';
import { createTables, type Tables } from './tables.ts';
import { createTelevisions, type Televisions } from './televisions.ts';
import { derived } from '../derived.ts';

/** What an owner's page shows. */
export type VenueView =
  | { readonly status: 'loading' | 'tables' | 'venue' | 'settings' | 'account' }
  | PicturesScreen
  | Extract<ResultsScreen, { status: 'results' }>
  /** `day` is the one beside it. */
  | (Extract<ResultsScreen, { status: 'result' }> & { readonly day: IsoDate | null })
  | PlayerScreen
  | ReportScreen
  | TelevisionsScreen
  | DressingScreen
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'table'; readonly table: Table; readonly part: TablePart | null };

/** An owner's venue: its tables, and the desk of the chosen one. */
export interface Venue extends Pick<Account, '$ended' | 'signInAgain' | 'logOut'> {
  readonly $view: ReadableAtom<VenueView>;
  readonly tables: Tables;
  readonly pictures: Pictures;
  readonly televisions: Televisions;
  readonly results: Results;
  readonly players: Players;
  readonly reports: Reports;
  readonly exporting: Exporting;
  readonly dresser: VenueDresser;
  readonly accountFile: AccountFile;
  /** Whom the venue knows; asked for only when subscribed to. */
  readonly $knownNames: ReadableAtom<readonly string[]>;
  readonly desk: Omit<TableDesk, 'follow' | 'wake'>;
  readonly padSettings: PadSettings;
  /** What this device scored and hasn't put on air, by table. */
  readonly $unsent: ReadableAtom<Readonly<Record<string, Unsent>>>;
  readonly linksOf: (tableId: string) => Links;
  readonly airOf: (tableId: string) => OverlayLink;
  /** Opens the pad of the table that is open, in place of what is over its desk. */
  readonly openPad: () => void;
  /** Closes the part open over the desk, so that a reload doesn't open it again. */
  readonly closePart: () => void;
}

/** A venue's tables, stored so that its page opens offline. */
interface KeptVenue {
  readonly who: string;
  readonly tables: readonly Table[];
}

/** The table that the address names, or else the only one in use. */
const viewOf = (tables: readonly Table[], fragment: string): VenueView => {
  const inUse = tables.filter(({ archived }) => !archived);
  const chosen = chosenBy(fragment);
  const named = inUse.find(({ id }) => id === chosen?.table);
  const only = inUse.length === 1 && fragment !== ALL_TABLES ? inUse[0] : undefined;
  const table = named ?? only;
  return table
    ? { status: 'table', table, part: named ? (chosen?.part ?? null) : null }
    : { status: 'tables' };
};

const unsentOf = (table: string | null, scored: Scored | null): Readonly<Record<string, Unsent>> => {
  if (table === null || !scored) return {};
  const { pending, held, late, rules, state } = scored;
  return { [table]: { pending, held, late, board: rules.board(state) } };
};

export const createVenue = (environment: OwnerEnvironment, options: AccountOptions): Venue => {
  const { address, replaceBy } = environment;
  const isPadOpen = (): boolean => {
    const view = $view.get();
    return view.status === 'table' && view.part === 'pad';
  };
  // A frame isn't interrupted: what is tapped is kept, as without a network.
  const { $user, $ended, endedBy, signInAgain, logOut } = createAccount(environment, options, isPadOpen);
  const isSignedIn = (): boolean => $user.get() !== null;
  const tables = createTables(environment, {
    isSignedIn,
    isWatched: () => $view.get().status === 'tables',
  });
  const pictures = createPictures(environment, { isSignedIn, endedBy });
  const televisions = createTelevisions(environment, { isSignedIn, endedBy });
  const $venueTime = derived([tables.$tables], ({ venue }) => venue);
  const serverNow = (): number => environment.now() + (tables.$tables.get().offset?.offsetMillis ?? 0);
  const $days = derived(
    [$venueTime],
    (venue) => venue && createDays(zoneNamed(venue.timeZone), venue.closingHour),
  );
  const results = createResults(environment, { isSignedIn, endedBy, serverNow, $days });
  const players = createPlayers(environment, { isSignedIn, endedBy });
  const reports = createReports(environment, { isSignedIn, endedBy, serverNow, $days });
  const exporting = createExporting(environment, endedBy);
  const dresser = createDresser(environment, { isSignedIn, endedBy });
  const accountFile = createAccountFile(environment, endedBy, () => {
    players.search('');
    void Promise.all([players.refresh(), dresser.refresh(), tables.refresh()]);
  });
  // Set while mounted rather than derived, so that nothing starts during a render.
  const $view = atom<VenueView>({ status: 'loading' });
  const $tableKey = atom<TableKey | null>(null);
  const { follow, wake, ...desk } = createTableDesk(environment, $tableKey, endedBy);

  const kept = createKept<KeptVenue>(environment, 'venue-1');
  const knownOf = (who: string): readonly Table[] | null => {
    const venue = kept.read();
    return venue?.who === who ? venue.tables : null;
  };

  const viewNow = (): VenueView => {
    const { tables: all, failure } = tables.$tables.get();
    if ($user.get() === null) return { status: 'loading' };
    const { hash } = address();
    if (hash === VENUE) return { status: 'venue' };
    if (hash === SETTINGS) return { status: 'settings' };
    if (hash === ACCOUNT) return { status: 'account' };
    const ofResults = resultsScreen(hash);
    if (ofResults) {
      return ofResults.status === 'result' ? { ...ofResults, day: results.$day.get().date } : ofResults;
    }
    const screen =
      playerScreen(hash) ??
      reportScreen(hash) ??
      picturesScreen(hash) ??
      televisionsScreen(hash) ??
      dressingScreen(hash);
    if (screen) return screen;
    if (!(all ?? failure)) return { status: 'loading' };
    return all ? viewOf(all, address().hash) : { status: 'failed', failure: failure ?? { kind: 'offline' } };
  };

  const openTable = (who: string | null, view: VenueView): void => {
    // On the list of tables, the last table opened keeps sending.
    if (who !== null && view.status === 'table') $tableKey.set({ who, table: view.table.id });
  };

  onBrowserMount($view, () => {
    const show = (): void => {
      const [before, view] = [$view.get().status, viewNow()];
      openTable($user.get(), view);
      if (view.status === 'results' || view.status === 'result') results.open(view);
      if (view.status === 'player') players.open(view);
      if (view.status === 'report') reports.open(view);
      $view.set(view);
      // Only the pad goes on without a session.
      if ($ended.get() && !isPadOpen()) endedBy({ kind: 'sessionExpired' });
      if (view.status === 'tables' && before !== 'tables') void tables.refresh();
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
        // Somebody else signed in, or this person logged out: none of their data may stay.
        $tableKey.set(null);
        pictures.forget();
        televisions.forget();
        results.forget();
        players.forget();
        reports.forget();
        exporting.stop();
        dresser.forget();
        accountFile.forget();
        if (who === null && before) kept.forget();
        tables.startWith(who === null ? null : knownOf(who));
      }),
      tables.$tables.listen(({ tables: all, failure }) => {
        const who = $user.get();
        if (failure) endedBy(failure);
        else if (who !== null && all) kept.keep({ who, tables: all });
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
    tables,
    pictures,
    televisions,
    results,
    players,
    reports,
    exporting,
    dresser,
    accountFile,
    $knownNames: derived([dresser.$dressing, tables.$tables], ({ dressing }, { tables: all }) =>
      knownNames(
        dressing?.players ?? [],
        (all ?? []).map(({ board }) => board),
      ),
    ),
    desk,
    padSettings: createPadSettings(environment),
    $unsent: derived([$tableKey, desk.$scored], (at, scored) => unsentOf(at?.table ?? null, scored)),
    linksOf: (tableId) => createLinks(environment, tableId),
    airOf: (tableId) => createOverlayLink(environment, tableId),
    openPad: () => {
      const view = $view.get();
      if (view.status === 'table') replaceBy(tableFragment(view.table.id, 'pad'));
    },
    closePart: () => {
      const view = $view.get();
      if (view.status === 'table' && view.part !== null) replaceBy(tableFragment(view.table.id));
    },
    $ended,
    signInAgain,
    logOut,
  };
};
