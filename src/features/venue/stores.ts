import { atom, type ReadableAtom } from 'nanostores';
import type { Act, May } from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import { createDays } from '../../core/time/days.ts';
import { zoneNamed } from '../../core/time/zone.ts';
import { knownNames } from '../../core/branding/answer.ts';
import type { Unsent } from '../../core/tables/summary.ts';
import { derived } from '../../browser/derived.ts';
import { createWords } from '../../browser/fetched-json.ts';
import { createKeptVenue } from '../../browser/kept-venue.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { createFetchedPart } from '../../kit/fetched.ts';
import { createBrandingStore } from '../branding/branding.ts';
import { createOverlayLink } from '../desk/overlay-link.ts';
import { createTableDesk } from '../desk/table-desk.ts';
import type { Scored } from '../match/scoring.ts';
import { createPadSettings } from '../pad-parts/pad-settings.ts';
import { createPictures } from '../pictures/pictures.ts';
import { createPlayerRecords } from '../results/player.ts';
import { createErasing } from '../players/erasing.ts';
import { createExporting } from '../results/exporting.ts';
import { createReports } from '../results/report.ts';
import { createResults } from '../results/results.ts';
import { createRoom } from '../room/room.ts';
import { createInRoom } from '../tournament/beside.ts';
import type { Tournaments } from '../tournament/tournament.ts';
import { createPaired } from '../paired/paired.ts';
import { createAccountFile } from '../settings/account-file.ts';
import { createFirstSteps } from './first-steps.ts';
import { createHealth } from '../settings/health.ts';
import { createLinks } from '../tables/links.ts';
import { createTables } from '../tables/tables.ts';

interface StoresOptions {
  /** The permissions to assume until the server has sent them. */
  readonly mayAtFirst: May;
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
  /** Whether all tables are on screen. */
  readonly isListShown: () => boolean;
}

const unsentOf = (table: string | null, scored: Scored | null): Readonly<Record<string, Unsent>> => {
  if (table === null || !scored) return {};
  const { pending, held, late, rules, state } = scored;
  return { [table]: { pending, held, late, board: rules.board(state) } };
};

/** The stores of a venue's screens, each made once. */
export const createStores = (environment: VenueEnvironment, options: StoresOptions) => {
  const { isSignedIn, endedBy, isListShown, mayAtFirst } = options;
  const session = { isSignedIn, endedBy };
  const tables = createTables(environment, { ...session, isWatched: isListShown });
  const serverNow = (): number => environment.now() + (tables.$tables.get().offset?.offsetMillis ?? 0);
  const $days = derived(
    [derived([tables.$tables], ({ venue }) => venue)],
    (venue) => venue && createDays(zoneNamed(venue.timeZone), venue.closingHour),
  );
  const mayOf = (allowed: readonly Act[] | null): May => (allowed ? new Set(allowed) : mayAtFirst);
  /** A store of its own, so that a table's news doesn't draw every screen again. */
  const $allowed = derived([tables.$tables], ({ may }) => may);
  const $may = derived([$allowed], mayOf);
  const wordsAt = createWords(environment);
  const room = createRoom(environment, { serverNow, endedBy });
  const playerRecords = createPlayerRecords(environment, session);
  const brandingStore = createBrandingStore(environment, session);
  const others = {
    pictures: createPictures(environment, session),
    paired: createPaired(environment, session),
    health: createHealth(environment, session),
    results: createResults(environment, { ...session, serverNow, $days }),
    playerRecords,
    reports: createReports(environment, { ...session, serverNow, $days }),
    exporting: createExporting(environment, endedBy, serverNow),
    brandingStore,
    accountFile: createAccountFile(environment, endedBy),
  };

  /** The open table, or the last one: it keeps sending while other screens are shown. */
  const $tableKey = atom<TableKey | null>(null);
  const $facts = derived([$tableKey, room.$tables], (at, all) => all.get(at?.table ?? '') ?? null);
  const $kind = derived(
    [$tableKey, tables.$tables],
    (at, { tables: all }) => all?.find(({ id }) => id === at?.table)?.kind ?? null,
  );
  /** In a part of its own: most evenings have no tournament. */
  const tournaments = createFetchedPart<Tournaments>(() =>
    import('../tournament/tournament.ts').then(({ createTournaments }) =>
      createTournaments(environment, {
        room,
        serverNow,
        endedBy,
        mayRun: () => $may.get().has('run_tournament'),
      }),
    ),
  );
  const desk = createTableDesk(environment, $tableKey, endedBy, $kind, $facts);

  const firstSteps = createFirstSteps(environment);
  const kept = createKeptVenue(environment);

  return {
    tables,
    room,
    ...others,
    erasing: createErasing(environment, endedBy, () => {
      playerRecords.search('');
      void Promise.all([playerRecords.refresh(), brandingStore.refresh(), tables.refresh()]);
    }),
    firstSteps,
    desk,
    $tableKey,
    $may,
    tournaments,
    $tournament: createInRoom($may, tournaments),
    wordsAt,
    /** The names known to the venue; fetched only when subscribed to. */
    $knownNames: derived([brandingStore.$branding, tables.$tables], ({ branding }, { tables: all }) =>
      knownNames(
        branding ?? { players: [], recent: [] },
        (all ?? []).map(({ board }) => board),
      ),
    ) satisfies ReadableAtom<readonly string[]>,
    padSettings: createPadSettings(environment),
    /** This device's unsent actions, by table. */
    $unsent: derived([$tableKey, desk.$scored], (at, scored) => unsentOf(at?.table ?? null, scored)),
    linksOf: (tableId: string) => createLinks(environment, tableId, endedBy),
    overlayLinkOf: (tableId: string) => createOverlayLink(environment, tableId),
    /** Stores the tables for a page that opens offline. */
    keep: (who: string): void => {
      const { tables: all, may } = tables.$tables.get();
      if (all) kept.keep({ who, tables: all, may });
    },
    /** Forgets the last account or device, and loads what is stored for the next; null for none. */
    startWith: (who: string | null, before: string | null): void => {
      $tableKey.set(null);
      for (const store of Object.values(others)) store.forget();
      if (who === null && before !== null) kept.forget();
      room.startWith(who);
      // Reading it by `get` would load it.
      tournaments.value?.forget();
      firstSteps.startWith(who);
      tables.startWith(who === null ? null : kept.of(who));
    },
  };
};

export type Stores = ReturnType<typeof createStores>;
