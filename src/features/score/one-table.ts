import { atom, type ReadableAtom } from 'nanostores';
import type { Failure } from '../../core/failure.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import { derived } from '../../browser/derived.ts';
import type { Environment } from '../../browser/browser.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import { createPadSettings, type PadSettings } from '../pad-parts/pad-settings.ts';
import type { SyncEnvironment } from '../match/sync.ts';
import { createTableDesk, type TableDesk } from '../desk/table-desk.ts';

/** The view of a page for one table. A device's is always `table`. */
export type OneTableView =
  | { readonly status: 'loading' }
  /** The address contains no link. */
  | { readonly status: 'none' }
  /** The link no longer works. */
  | { readonly status: 'noLink' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'table'; readonly title: string };

/** A desk with a single table, for a scorer link or a device. */
export interface OneTable {
  readonly $view: ReadableAtom<OneTableView>;
  readonly desk: Omit<TableDesk, 'follow'>;
  readonly padSettings: PadSettings;
}

/** The table of a device. */
export interface DevicesTable {
  readonly title: string;
  /** Unknown once the device was removed. */
  readonly kind?: TableKind | undefined;
}

/** The table of a device, even of a removed one, whose unsent actions are still shown. */
export const createOneTable = (
  environment: SyncEnvironment & Pick<Environment, 'lasting'>,
  key: TableKey,
  $table: ReadableAtom<DevicesTable>,
): OneTable => {
  const $tableKey = atom<TableKey | null>(null);
  const $kind = derived([$table], ({ kind }) => kind ?? null);
  const { follow, ...desk } = createTableDesk(environment, $tableKey, () => false, $kind);
  const $view = derived([$tableKey, $table], (_key, { title }): OneTableView => ({ status: 'table', title }));
  $tableKey.set(key);
  // Not in the key's `onMount`: following a table listens to the key, which would then never unmount.
  onBrowserMount($view, follow);
  return { $view, desk, padSettings: createPadSettings(environment) };
};
