import { atom, type ReadableAtom } from 'nanostores';
import { readHistory, withLatest, type Earlier } from '../../core/snapshot/snapshot-replies.ts';
import { isGone, type Viewing } from '../../core/snapshot/follow-snapshot.ts';
import { callAddress } from '../../core/snapshot/viewer.ts';
import { derived } from '../../browser/derived.ts';
import type { SnapshotEnvironment } from '../../browser/snapshot.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

/** The service's limit. */
const MOST = 24;
const ANSWER_MILLIS = 15_000;

export type HistoryState =
  | { readonly kind: 'closed' | 'loading' | 'failed' | 'none' }
  | { readonly kind: 'open'; readonly pictures: readonly Earlier[] };

export interface SnapshotHistory {
  /** `none`: the endpoint keeps no history. */
  readonly $history: ReadableAtom<HistoryState>;
  /** Fetches the table's last pictures, and shows them. */
  readonly open: () => Promise<void>;
  readonly close: () => void;
}

/** The last pictures of the current table, fetched on demand and then kept up to date. */
export const createSnapshotHistory = (
  environment: SnapshotEnvironment,
  $viewing: ReadableAtom<Viewing>,
): SnapshotHistory => {
  const $asked = atom<HistoryState>({ kind: 'closed' });
  let running = new AbortController();

  const $history = derived([$asked, $viewing], (asked: HistoryState, viewing: Viewing): HistoryState => {
    const { latest, trouble } = viewing;
    if (trouble && isGone(viewing, trouble)) return { kind: 'closed' };
    if (asked.kind !== 'open' || latest?.capturedMillis === undefined) return asked;
    const { id, capturedMillis, isDrawn } = latest;
    return { kind: 'open', pictures: withLatest(asked.pictures, { id, capturedMillis, isDrawn }, MOST) };
  });

  const close = (): void => {
    running.abort();
    $asked.set({ kind: 'closed' });
  };

  const open = async (): Promise<void> => {
    const { host, query } = $viewing.get();
    if (!host || !query) return;
    running.abort();
    running = new AbortController();
    const { signal: mine } = running;
    $asked.set({ kind: 'loading' });
    const address = callAddress(host.endpoint, 'history', query.match);
    const body = await withTimeout(mine, ANSWER_MILLIS, async (signal) =>
      (await environment.fetch(address, { cache: 'no-store', signal })).text(),
    ).catch(() => undefined);
    if (mine.aborted) return;
    if (body === undefined) {
      $asked.set({ kind: 'failed' });
      return;
    }
    const pictures = readHistory(body);
    $asked.set(pictures ? { kind: 'open', pictures } : { kind: 'none' });
  };

  return { $history, open, close };
};
