import { atom } from 'nanostores';
import type { OpenedLink } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { createKept } from '../../browser/kept.ts';
import type { ScorerEnvironment } from '../../browser/scorer.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import { createTimer } from '../../browser/timer.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { OneTable, OneTableView } from './one-table.ts';
import { createPadSettings } from '../pad-parts/pad-settings.ts';
import { createTableDesk } from '../desk/table-desk.ts';
import { derived } from '../../browser/derived.ts';

/** The last link, stored so that its page opens offline. */
interface KeptLink {
  readonly link: string;
  readonly opened: OpenedLink;
}

const RETRY_MILLIS = 5000;

type Opening =
  | { readonly status: 'loading' | 'none' | 'noLink' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'open'; readonly opened: OpenedLink };

export const createScorerLinkSession = (environment: ScorerEnvironment): OneTable => {
  const { link, open } = environment;
  const $opening = atom<Opening>({ status: 'loading' });
  const $tableKey = derived([$opening], (opening): TableKey | null =>
    opening.status === 'open' ? { who: opening.opened.linkId, table: opening.opened.tableId } : null,
  );
  const $kind = derived([$opening], (opening) => (opening.status === 'open' ? opening.opened.kind : null));
  // A link has no session that could end.
  const { follow, ...desk } = createTableDesk(
    { ...environment, matches: () => environment.matches(link() ?? '') },
    $tableKey,
    () => false,
    $kind,
  );

  const kept = createKept<KeptLink>(environment, 'scorer-link-1');
  const knownOf = (secret: string): OpenedLink | null => {
    const before = kept.read();
    return before?.link === secret ? before.opened : null;
  };

  const $view = derived([$opening], (opening): OneTableView =>
    opening.status === 'open' ? { status: 'table', title: opening.opened.title } : opening,
  );

  // Not in the mount of `$opening`: following a table listens to it, and it would then never unmount.
  onBrowserMount($view, () => {
    const retry = createTimer();
    let over = false;

    const look = async (): Promise<void> => {
      retry.stop();
      const secret = link();
      if (secret === null) {
        $opening.set({ status: 'none' });
        return;
      }
      try {
        const opened = await open(secret);
        if (over || link() !== secret) return;
        kept.keep({ link: secret, opened });
        $opening.set({ status: 'open', opened });
      } catch (thrown) {
        if (over || link() !== secret) return;
        const failure = failureIn(thrown);
        const before = knownOf(secret);
        if (failure.kind === 'forbidden') {
          // Unsent actions scored with the link are still shown.
          $opening.set(before ? { status: 'open', opened: before } : { status: 'noLink' });
          return;
        }
        if ($opening.get().status !== 'open') {
          $opening.set(before ? { status: 'open', opened: before } : { status: 'failed', failure });
        }
        retry.set(RETRY_MILLIS, () => void look());
      }
    };

    const changed = (): void => {
      $opening.set({ status: 'loading' });
      void look();
    };
    const unwatch = environment.watchPage((change) => {
      if (change === 'address') changed();
      else if (change === 'online') void look();
    });
    const unfollow = follow();
    void look();
    return () => {
      over = true;
      retry.stop();
      unwatch();
      unfollow();
    };
  });

  return {
    $view,
    desk,
    padSettings: createPadSettings(environment),
  };
};
