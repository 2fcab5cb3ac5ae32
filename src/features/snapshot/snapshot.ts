import type { ChannelListener } from '../../backend/realtime.ts';
import { onNotify, type ReadableAtom } from 'nanostores';
import {
  contactOf,
  informed,
  NOT_VIEWING,
  shownPicture,
  SNAPSHOT,
  withStatus,
  type ShownPicture,
  type SnapshotAnswer,
  type SnapshotStatus,
  type Viewing,
} from '../../core/snapshot/follow-snapshot.ts';
import type { Following } from '../../core/follow/follow.ts';
import { isSameAge, readAge, type PictureAge } from '../../core/snapshot/snapshot-age.ts';
import { shareLink, tableLink, unversioned } from '../../core/snapshot/snapshot-links.ts';
import { readInline, ownReply, readLatest, type Earlier } from '../../core/snapshot/snapshot-replies.ts';
import {
  callAddress,
  downloadAddress,
  imageAddress,
  parseSnapshotQuery,
  tableQuery,
} from '../../core/snapshot/viewer.ts';
import { createTicking } from '../board/ticking.ts';
import { derived } from '../../browser/derived.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { EarlyRequest } from '../../browser/snapshot-early.ts';
import type { SnapshotEnvironment } from '../../browser/snapshot.ts';
import { createFollower } from '../../browser/follow.ts';
import { createSnapshotHistory, type SnapshotHistory } from './snapshot-history.ts';
import { createSharing } from '../../browser/sharing.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

/** How long an endpoint may take to answer. */
const ANSWER_MILLIS = 15_000;
/** How long one address of a picture may take; pictures are large and club Wi-Fi is slow. */
const IMAGE_MILLIS = 30_000;

/** The links of the picture on screen and of its table. */
interface SnapshotLinks {
  readonly picture: string;
  readonly table: string;
}

/** Receives messages on the topic of the table's pictures. */
export interface TopicListener extends ChannelListener {
  readonly onMessage: (payload: unknown) => void;
}

export interface SnapshotViewer {
  readonly $viewing: ReadableAtom<Viewing>;
  /** The age of the picture on screen; null without one. */
  readonly $age: ReadableAtom<PictureAge | null>;
  readonly history: SnapshotHistory;
  /** Fetches the latest picture, and drops whatever an earlier call is waiting for. */
  readonly refresh: () => void;
  /** Passes on messages on the table's topic while this page listens to it. Returns a function that stops. */
  readonly listen: (topicListener: TopicListener) => () => void;
  readonly chooseTable: (table: string) => void;
  readonly goBack: (to: Earlier) => void;
  readonly toLatest: () => void;
  /** Null without a match. */
  readonly $links: ReadableAtom<SnapshotLinks | null>;
  readonly share: (title: string) => Promise<void>;
  readonly copyLink: () => Promise<void>;
}

/**
 * The snapshot viewer's state and actions. On first mount it reads the page's address and starts; from then on it
 * follows the table.
 */
export const createSnapshotViewer = (environment: SnapshotEnvironment): SnapshotViewer => {
  const { now } = environment;
  const listeners = new Set<TopicListener>();
  let isJoined = false;
  let early: EarlyRequest | undefined;
  let goingBack: AbortController | undefined;

  /** The first of these addresses whose picture loads. Rejects if none does, or if the request is aborted. */
  const firstLoaded = async (
    [source, ...others]: readonly string[],
    signal: AbortSignal,
  ): Promise<string> => {
    signal.throwIfAborted();
    if (source === undefined) throw new Error('No address gives this picture');
    try {
      await withTimeout(signal, IMAGE_MILLIS, (limit) => environment.loadImage(source, limit));
      return source;
    } catch {
      return firstLoaded(others, signal);
    }
  };

  const load = async (
    { host }: Viewing,
    { id, capturedMillis, isDrawn }: Pick<ShownPicture, 'id' | 'capturedMillis' | 'isDrawn'>,
    stamp: number,
    signal: AbortSignal,
  ): Promise<ShownPicture> => {
    const addresses = host?.images.map((template) => imageAddress(template, id, Math.floor(stamp))) ?? [];
    const source = await firstLoaded(addresses, signal);
    const download = downloadAddress(host?.download ?? '', id);
    return { id, capturedMillis, isDrawn, source, download, loadedMillis: now() };
  };

  /** Fetches the latest picture, and loads it from one of the host's addresses, or else from inside an answer. */
  const ask = async (
    { known, isWanted }: Following<Viewing>,
    signal: AbortSignal,
  ): Promise<SnapshotAnswer> => {
    const { host, query, latest: shown } = known;
    if (!host || !query) throw new Error('There is no table to ask for');
    const call = (what: 'latest' | 'latestData', asked?: Promise<string>): Promise<string> =>
      withTimeout(signal, ANSWER_MILLIS, async (limit) => {
        const options = { cache: 'no-store', signal: limit } as const;
        return (
          asked ?? (await environment.fetch(callAddress(host.endpoint, what, query.match), options)).text()
        );
      });
    const show = (kind: 'loadingImage' | 'inline'): void => {
      signal.throwIfAborted();
      if (isWanted) setStatus({ kind });
    };

    const asked = early;
    early = undefined;
    const sentMillis = asked?.sentMillis ?? now();
    const answer = await call('latest', asked?.answer);
    const latest = readLatest(answer);
    if (host.isOwn && latest.kind !== 'badJson') ownReply(answer);
    if (latest.kind !== 'id') return latest;
    signal.throwIfAborted();
    note((viewing) => informed(viewing, latest, sentMillis, now()));
    // Uploading the same picture again only updates its time.
    if (!isWanted && shown?.id === latest.id) {
      const { capturedMillis, isDrawn } = latest;
      return { kind: 'latest', picture: { ...shown, capturedMillis, isDrawn } };
    }
    show('loadingImage');
    try {
      return { kind: 'latest', picture: await load(known, latest, sentMillis, signal) };
    } catch {
      show('inline');
    }
    try {
      const inline = readInline(await call('latestData'));
      if (inline.kind !== 'dataUrl') return inline;
      const source = await firstLoaded([inline.dataUrl], signal);
      const { id, capturedMillis, isDrawn } = latest;
      const picture = { id, capturedMillis, isDrawn, source, download: source, loadedMillis: now() };
      return { kind: 'latest', picture };
    } catch {
      return { kind: 'imageFailed' };
    }
  };

  const { $state, follow, note, ...follower } = createFollower({
    subject: SNAPSHOT,
    known: NOT_VIEWING,
    environment,
    ask,
    listen: (topic, listener) => {
      const close = environment.listen(topic, {
        joined: () => {
          isJoined = true;
          listener.joined();
          for (const topicListener of listeners) topicListener.joined();
        },
        lost: () => {
          isJoined = false;
          listener.lost();
          for (const topicListener of listeners) topicListener.lost();
        },
        changed: (payload) => {
          listener.onMessage(undefined);
          for (const topicListener of listeners) topicListener.onMessage(payload);
        },
        board: (payload) => {
          for (const topicListener of listeners) topicListener.onMessage(payload);
        },
      });
      return () => {
        isJoined = false;
        close();
      };
    },
    spread: environment.spread,
  });
  const $viewing = derived([$state], ({ known }) => known);

  const setStatus = (status: SnapshotStatus): void => note((viewing) => withStatus(viewing, status));

  const refresh = (): void => {
    if (!$state.get().known.query) return;
    toLatest();
    setStatus({ kind: 'fetching' });
    void follower.refresh();
  };

  const toLatest = (): void => {
    if (goingBack) setStatus({ kind: 'ready' });
    goingBack?.abort();
    goingBack = undefined;
    note((viewing) => ({ ...viewing, earlier: undefined }));
  };

  const goBack = async (to: Earlier): Promise<void> => {
    const { known } = $state.get();
    if (to.id === known.latest?.id) {
      toLatest();
      return;
    }
    goingBack?.abort();
    const mine = (goingBack = new AbortController());
    setStatus({ kind: 'loadingImage' });
    const earlier = await load(known, to, now(), mine.signal).catch(() => undefined);
    if (mine.signal.aborted) return;
    goingBack = undefined;
    if (earlier) note((viewing) => ({ ...viewing, earlier, status: { kind: 'ready' } }));
    else setStatus({ kind: 'imageFailed' });
  };

  const $age = createTicking<Following<Viewing>, PictureAge | null>({
    $source: $state,
    serverNow: now,
    read: (state, nowMillis) => {
      const picture = shownPicture(state.known);
      return picture
        ? readAge(picture, contactOf(state), state.known.offset, nowMillis)
        : { value: null, nextMillis: null };
    },
    initial: null,
    isSame: isSameAge,
  });

  const linksOf = (viewing: Viewing): SnapshotLinks | null => {
    const { query, host } = viewing;
    if (!query || !host) return null;
    const address = environment.address();
    // Only our own service has previews of its pictures.
    const version = host.isOwn === true ? shownPicture(viewing)?.id : undefined;
    return {
      picture: shareLink(address, query.match, version),
      table: tableLink(address, query.match),
    };
  };

  const {
    share,
    copyLink,
    stop: stopSharing,
  } = createSharing({
    environment,
    link: () => linksOf($state.get().known)?.picture,
    picture: () => shownPicture($state.get().known)?.source,
    onCopy: (copy) => note((viewing) => ({ ...viewing, copy })),
  });

  const chooseTable = (table: string): void => {
    const { query } = $state.get().known;
    if (!query) return;
    environment.goTo(new URL(tableQuery(query, table), unversioned(environment.address())).href);
  };

  onBrowserMount($viewing, () => {
    const query = parseSnapshotQuery(environment.address().search);
    early = query && environment.early(query.match);
    const unwatch = onNotify($state, () => {
      const link = linksOf($state.get().known)?.picture;
      if (link !== undefined) environment.nameLink(link);
    });
    const viewing: Viewing = { ...$state.get().known, host: environment.host(), query };
    note(() => ({ ...viewing, status: { kind: query ? 'fetching' : 'missing' } }));
    const end = query ? follow($state.get().known) : () => {};
    return () => {
      goingBack?.abort();
      stopSharing();
      end();
      unwatch();
    };
  });

  return {
    $viewing,
    $age,
    history: createSnapshotHistory(environment, $viewing),
    refresh,
    listen: (topicListener) => {
      listeners.add(topicListener);
      if (isJoined) topicListener.joined();
      return () => {
        listeners.delete(topicListener);
      };
    },
    chooseTable,
    goBack: (to) => void goBack(to),
    toLatest,
    $links: derived([$viewing], linksOf),
    share,
    copyLink,
  };
};
