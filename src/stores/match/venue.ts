import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Table } from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import { isTableId } from '../../core/overlay/address.ts';
import { createAccount, type AccountEnvironment, type AccountOptions } from '../account/account.ts';
import { attempt } from '../attempt.ts';
import type { Environment } from '../environment/browser.ts';
import type { OwnerEnvironment } from '../environment/owner.ts';
import { onVisit } from '../visit.ts';
import { createLinks, type Links } from './links.ts';
import type { SyncEnvironment } from './sync.ts';
import { createTableDesk, type Place, type TableDesk } from './table-desk.ts';
import { createTables, type Tables } from './tables.ts';

export interface VenueEnvironment
  extends
    AccountEnvironment,
    SyncEnvironment,
    Pick<OwnerEnvironment, 'tables' | 'copyText' | 'share'>,
    Pick<Environment, 'storage' | 'address' | 'lasting'> {}

/** What an owner's page shows. */
export type VenueView =
  | { readonly status: 'loading' | 'tables' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'table'; readonly table: Table };

/** An owner's venue: its tables, and the desk of the one that is chosen. */
export interface Venue {
  readonly $view: ReadableAtom<VenueView>;
  readonly tables: Tables;
  readonly desk: TableDesk;
  readonly linksOf: (tableId: string) => Links;
  readonly logOut: () => Promise<void>;
}

/** What this browser keeps of a venue, so that its page opens without a network. */
const KEPT = 'venue-1';

interface KeptVenue {
  readonly who: string;
  readonly tables: readonly Table[];
}

/** The fragment that leads to all tables, also when there is one. */
export const ALL_TABLES = '#tables';

/** The table that the address names; otherwise the only one in use, which needs no choice. */
const chosenIn = (tables: readonly Table[], fragment: string): Table | null => {
  const inUse = tables.filter(({ archived }) => !archived);
  const named = fragment.slice(1);
  const chosen = isTableId(named) ? inUse.find(({ id }) => id === named) : undefined;
  if (chosen) return chosen;
  const [only, second] = inUse;
  return fragment !== ALL_TABLES && only && !second ? only : null;
};

export const createVenue = (environment: VenueEnvironment, options: AccountOptions): Venue => {
  const { lasting, address } = environment;
  const { $user, endedBy, logOut } = createAccount(environment, options);
  const tables = createTables(environment);
  const $fragment = atom('');

  const $view = computed([$user, tables.$tables, $fragment], (who, list, fragment): VenueView => {
    if (who === null || (!list.tables && !list.failure)) return { status: 'loading' };
    if (!list.tables) return { status: 'failed', failure: list.failure ?? { kind: 'offline' } };
    const table = chosenIn(list.tables, fragment);
    return table ? { status: 'table', table } : { status: 'tables' };
  });

  const $place = atom<Place | null>(null);
  const { follow, ...desk } = createTableDesk(environment, $place, endedBy);

  const kept = (): KeptVenue | null => {
    const text = attempt(() => lasting().getItem(KEPT));
    return text ? (attempt(() => JSON.parse(text) as KeptVenue) ?? null) : null;
  };
  const keep = (venue: KeptVenue): void => {
    attempt(() => lasting().setItem(KEPT, JSON.stringify(venue)));
  };

  onVisit($place, () => {
    const look = (): void => $fragment.set(address().hash);
    look();
    window.addEventListener('hashchange', look);
    const unwatch = [
      $user.subscribe((who) => {
        // Another person signed in to this browser: nothing of the first one's may stay.
        $place.set(null);
        const before = who === null ? null : kept();
        tables.startWith(before?.who === who ? before.tables : null);
      }),
      tables.$tables.listen(({ tables: all, failure }) => {
        const who = $user.get();
        if (who !== null && all && !failure) keep({ who, tables: all });
        if (failure) endedBy(failure);
      }),
      $view.subscribe((view) => {
        const who = $user.get();
        const { id, token } = view.status === 'table' ? view.table : { id: '', token: '' };
        const place = $place.get();
        if (who === null || !id) $place.set(null);
        else if (place?.id !== id || place.token !== token || place.who !== who) $place.set({ who, id, token });
      }),
    ];
    const unfollow = follow();
    return () => {
      window.removeEventListener('hashchange', look);
      unwatch.forEach((stop) => stop());
      unfollow();
    };
  });

  return {
    $view,
    tables,
    desk,
    linksOf: (tableId) => createLinks(environment, tableId),
    logOut,
  };
};
