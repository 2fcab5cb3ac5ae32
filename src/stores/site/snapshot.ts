import { map, type MapStore } from 'nanostores';
import {
  tableQuery,
  callAddress,
  downloadAddress,
  imageAddress,
  parseSnapshotQuery,
  readInline,
  readLatest,
  shareLink,
  type ReplyFailure,
  type SnapshotQuery,
} from '../../core/site/snapshot.ts';
import type { SnapshotEnvironment } from '../environment/snapshot.ts';
import { onVisit } from '../visit.ts';

/** How long an endpoint may take to answer. */
const ANSWER_MILLIS = 15_000;
/** How long one address of a picture may take; pictures are large and club Wi-Fi is slow. */
const IMAGE_MILLIS = 30_000;

export type SnapshotStatus =
  | ReplyFailure
  | {
      readonly kind:
        | 'loading'
        | 'missing'
        | 'fetching'
        | 'loadingImage'
        | 'inline'
        | 'ready'
        | 'imageFailed'
        | 'unreachable'
        | 'copied';
    }
  /** Nothing could be copied: the link itself is shown. */
  | { readonly kind: 'link'; readonly link: string };

interface SnapshotState {
  readonly status: SnapshotStatus;
  /** Undefined before the page's address is read, and when it names no match. */
  readonly query: SnapshotQuery | undefined;
  /** The picture on screen and the address of its file; it stays while a newer one is asked for. */
  readonly image: { readonly source: string; readonly download: string } | undefined;
  readonly isBusy: boolean;
}

export interface SnapshotViewer {
  readonly $snapshot: MapStore<SnapshotState>;
  /** Asks for the latest picture; whatever an earlier call still waits for is dropped. */
  readonly refresh: () => Promise<void>;
  readonly chooseTable: (table: string) => void;
  readonly share: (title: string) => Promise<void>;
  readonly copyLink: () => Promise<void>;
}

const INITIAL: SnapshotState = {
  status: { kind: 'loading' },
  query: undefined,
  image: undefined,
  isBusy: false,
};

/** Runs `work` with a signal that is aborted with `signal`, or when the time is over. */
const withTimeout = async <Result>(
  signal: AbortSignal,
  millis: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const limit = new AbortController();
  const abort = (): void => limit.abort();
  const timer = setTimeout(abort, millis);
  signal.addEventListener('abort', abort);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
};

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** The snapshot viewer's state and actions. It reads the page's address and starts when it is first watched. */
export const createSnapshotViewer = (environment: SnapshotEnvironment): SnapshotViewer => {
  const $snapshot = map<SnapshotState>(INITIAL);
  const setStatus = (status: SnapshotStatus): void => $snapshot.setKey('status', status);
  const { host } = environment;
  let running = new AbortController();

  const ask = (call: 'latest' | 'latestData', match: string, signal: AbortSignal): Promise<string> =>
    withTimeout(signal, ANSWER_MILLIS, async (limited) => {
      const address = callAddress(host().endpoint, call, match);
      const answer = await environment.fetch(address, {
        cache: 'no-store',
        credentials: 'omit',
        signal: limited,
      });
      return answer.text();
    });

  const load = (address: string, signal: AbortSignal): Promise<boolean> =>
    succeeds(withTimeout(signal, IMAGE_MILLIS, (limited) => environment.loadImage(address, limited)));

  /**
   * The steps of one refresh. Gives the status it ends with. After each wait it looks at `signal`: once a newer
   * refresh has taken over, this one changes nothing any more.
   */
  const showLatest = async (match: string, signal: AbortSignal): Promise<SnapshotStatus | undefined> => {
    const isReplaced = (): boolean => signal.aborted;
    setStatus({ kind: 'fetching' });
    const body = await ask('latest', match, signal).catch(() => undefined);
    if (isReplaced()) return undefined;
    if (body === undefined) return { kind: 'unreachable' };
    const latest = readLatest(body);
    if (latest.kind !== 'id') return latest;

    setStatus({ kind: 'loadingImage' });
    const stamp = Math.floor(environment.now());
    const { images, download } = host();
    for (const template of images) {
      const source = imageAddress(template, latest.id, stamp);
      const isLoaded = await load(source, signal);
      if (isReplaced()) return undefined;
      if (!isLoaded) continue;
      $snapshot.setKey('image', { source, download: downloadAddress(download, latest.id) });
      return { kind: 'ready' };
    }

    setStatus({ kind: 'inline' });
    const inlineBody = await ask('latestData', match, signal).catch(() => undefined);
    if (isReplaced()) return undefined;
    if (inlineBody === undefined) return { kind: 'imageFailed' };
    const inline = readInline(inlineBody);
    if (inline.kind !== 'dataUrl') return inline;
    const isLoaded = await load(inline.dataUrl, signal);
    if (isReplaced()) return undefined;
    if (!isLoaded) return { kind: 'imageFailed' };
    $snapshot.setKey('image', { source: inline.dataUrl, download: inline.dataUrl });
    return { kind: 'ready' };
  };

  const refresh = async (): Promise<void> => {
    const { query } = $snapshot.get();
    if (!query) return;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    $snapshot.setKey('isBusy', true);
    const outcome = await showLatest(query.match, signal);
    if (!outcome) return;
    setStatus(outcome);
    $snapshot.setKey('isBusy', false);
  };

  const copyLink = async (): Promise<void> => {
    const { query } = $snapshot.get();
    if (!query) return;
    const link = shareLink(environment.address().href, query.match);
    setStatus((await environment.copyText(link)) ? { kind: 'copied' } : { kind: 'link', link });
  };

  const share = async (title: string): Promise<void> => {
    const { query } = $snapshot.get();
    if (!query) return;
    try {
      await environment.share({ title, url: shareLink(environment.address().href, query.match) });
    } catch (error) {
      // The visitor closed the device's dialog: that is an answer, not a failure.
      if (!(error instanceof Error && error.name === 'AbortError')) await copyLink();
    }
  };

  const chooseTable = (table: string): void => {
    const { query } = $snapshot.get();
    if (!query) return;
    environment.goTo(new URL(tableQuery(query, table), environment.address()).href);
  };

  onVisit($snapshot, () => {
    const query = parseSnapshotQuery(environment.address().search);
    $snapshot.setKey('query', query);
    if (query) void refresh();
    else setStatus({ kind: 'missing' });
    return () => running.abort();
  });

  return { $snapshot, refresh, chooseTable, share, copyLink };
};
