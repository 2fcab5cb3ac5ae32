import { atom, type ReadableAtom } from 'nanostores';
import { derived } from '../../browser/derived.ts';
import type { Environment } from '../../browser/browser.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import { createPadSettings, type PadSettings } from '../pad-parts/pad-settings.ts';
import type { ScorerLinkView } from './scorer-link-session.ts';
import type { SyncEnvironment } from '../match/sync.ts';
import { createTableDesk, type TableDesk } from '../desk/table-desk.ts';

/** One table, for whoever may score it and nothing else. */
export interface OneTable {
  readonly $view: ReadableAtom<ScorerLinkView>;
  readonly desk: Omit<TableDesk, 'follow'>;
  readonly padSettings: PadSettings;
}

/** The table of a device, even of one that was removed: what it had not sent is shown. */
export const createOneTable = (
  environment: SyncEnvironment & Pick<Environment, 'lasting'>,
  key: TableKey,
  $title: ReadableAtom<string>,
): OneTable => {
  const $tableKey = atom<TableKey | null>(null);
  const { follow, ...desk } = createTableDesk(environment, $tableKey, () => false);
  const $view = derived([$tableKey, $title], (_key, title): ScorerLinkView => ({ status: 'table', title }));
  $tableKey.set(key);
  // Not with the key: what follows the table listens to it, and would never let itself go.
  onBrowserMount($view, follow);
  return { $view, desk, padSettings: createPadSettings(environment) };
};
