import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { Act, NamedVenue, Table, TableSetting } from '../../backend/contract.ts';
import { CLOCK_REDRAW_MILLIS } from '../../config/limits.ts';
import { betterOffset, measureOffset, type ServerOffset } from '../../core/clock/offset.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { overlayLink } from '../../core/overlay/address.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import { limitName } from '../../rules/name.ts';
import { localeOf } from '../../i18n/urls.ts';
import { reordered } from '../../core/tables/order.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { repeat } from '../../browser/timer.ts';
import { createChange } from '../../browser/change.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';
import { derived } from '../../browser/derived.ts';

export interface TablesView {
  /** The last list that arrived, kept through failures; null before the first. */
  readonly tables: readonly Table[] | null;
  /** The permissions of the desk's user; null until known. */
  readonly may: readonly Act[] | null;
  /** Null before the server's first answer. */
  readonly venue: NamedVenue | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
  readonly offset: ServerOffset | null;
}

/** A venue's tables. Changes resolve to the failure, or to null on success. */
export interface Tables {
  readonly $tables: ReadableAtom<TablesView>;
  /** Estimated server time in milliseconds, updated for redrawing clocks. */
  readonly $serverMillis: ReadableAtom<number>;
  readonly refresh: () => Promise<void>;
  /** Switches to another account, with its stored data if any. */
  readonly startWith: (known: Partial<Pick<TablesView, 'tables' | 'may'>> | null) => void;
  readonly add: (title: string, kind: TableKind) => Promise<Failure | null>;
  readonly rename: (id: string, title: string) => Promise<Failure | null>;
  readonly move: (id: string, by: -1 | 1) => Promise<Failure | null>;
  readonly archive: (id: string, archived: boolean) => Promise<Failure | null>;
  readonly set: (id: string, setting: Partial<TableSetting>) => Promise<Failure | null>;
  readonly replaceOverlayLink: (id: string) => Promise<Failure | null>;
  /** Replaces all overlay links. If one fails, those before it stay replaced. */
  readonly replaceOverlayLinks: () => Promise<Failure | null>;
  readonly overlayLink: (table: Table) => string;
  readonly copyText: (text: string) => Promise<boolean>;
}

type TablesEnvironment = Pick<VenueEnvironment, 'tables' | 'now' | 'address' | 'copyText'>;

interface TablesOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
  /** Whether the list is on screen, rather than one table. */
  readonly isWatched: () => boolean;
}

const NOTHING_YET: TablesView = { tables: null, may: null, venue: null, failure: null, offset: null };

export const createTables = (
  { tables, now, address, copyText }: TablesEnvironment,
  { isSignedIn, endedBy, isWatched }: TablesOptions,
): Tables => {
  const $tables = atom(NOTHING_YET);

  const look = async (isLast: () => boolean): Promise<boolean> => {
    if (!isSignedIn()) return true;
    const sent = now();
    try {
      const answer = await tables().listTables();
      const fresh = measureOffset(sent, now(), answer.serverMillis);
      const { may, venue } = $tables.get();
      if (isLast())
        $tables.set({
          tables: answer.tables,
          // Keeps equal objects, so that nothing is computed again.
          may: dequal(may, answer.may) ? may : answer.may,
          venue: dequal(venue, answer.venue) ? venue : answer.venue,
          failure: null,
          offset: betterOffset($tables.get().offset, fresh),
        });
      return true;
    } catch (error) {
      if (isLast()) $tables.set({ ...$tables.get(), failure: failureIn(error) });
      return false;
    }
  };
  const { refresh } = keepFresh($tables, look, isWatched);

  const $tick = atom(now());
  onBrowserMount($tick, () => repeat(CLOCK_REDRAW_MILLIS, () => $tick.set(now())));

  const change = createChange(refresh, endedBy);

  return {
    $tables,
    $serverMillis: derived([$tick, $tables], (tick, { offset }) => tick + (offset?.offsetMillis ?? 0)),
    refresh,
    startWith: (known) => {
      $tables.set({ ...NOTHING_YET, ...known });
      void refresh();
    },
    add: (title, kind) => change(() => tables().addTable(limitName(title.trim()).name, kind)),
    rename: (id, title) => change(() => tables().renameTable(id, limitName(title.trim()).name)),
    move: async (id, by) => {
      const ids = reordered($tables.get().tables ?? [], id, by);
      return ids && change(() => tables().orderTables(ids));
    },
    archive: (id, archived) => change(() => tables().archiveTable(id, archived)),
    set: (id, setting) => change(() => tables().setTable(id, setting)),
    replaceOverlayLink: (id) => change(() => tables().replaceOverlayLink(id)),
    replaceOverlayLinks: () =>
      change(async () => {
        for (const { id } of $tables.get().tables ?? []) await tables().replaceOverlayLink(id);
      }),
    overlayLink: ({ token }) => {
      const { origin, pathname } = address();
      return overlayLink(origin, token, localeOf(pathname));
    },
    copyText,
  };
};
