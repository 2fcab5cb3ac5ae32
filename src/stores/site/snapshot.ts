import { atom, type ReadableAtom } from 'nanostores';
import { isSameAge, readAge, type PictureAge } from '../../core/site/snapshot-age.ts';
import { shareLink, tableLink, unversioned } from '../../core/site/snapshot-links.ts';
import type { Earlier } from '../../core/site/snapshot-replies.ts';
import {
  contactOf,
  NOT_VIEWING,
  reduceViewing,
  shownPicture,
  type Viewing,
  type ViewingEffect,
  type ViewingEvent,
} from '../../core/site/snapshot-viewing.ts';
import { callAddress, parseSnapshotQuery, tableQuery } from '../../core/site/snapshot.ts';
import { createChannels } from '../channels.ts';
import { createTicking } from '../clock/ticking.ts';
import { derived } from '../derived.ts';
import type { EarlyLook } from '../environment/snapshot-early.ts';
import type { SnapshotEnvironment } from '../environment/snapshot.ts';
import { createTimer } from '../timer.ts';
import { onVisit } from '../visit.ts';
import { createSnapshotHistory, type SnapshotHistory } from './snapshot-history.ts';
import { withTimeout } from './with-timeout.ts';

/** How long an endpoint may take to answer. */
const ANSWER_MILLIS = 15_000;
/** How long one address of a picture may take; pictures are large and club Wi-Fi is slow. */
const IMAGE_MILLIS = 30_000;
/** How long a channel may take to join, its script included. */
const JOIN_MILLIS = 10_000;

/** The link of the picture on screen, and the one of its table. */
interface SnapshotLinks {
  readonly picture: string;
  readonly table: string;
}

export interface SnapshotViewer {
  readonly $viewing: ReadableAtom<Viewing>;
  /** How old the picture on screen is; null without one. */
  readonly $age: ReadableAtom<PictureAge | null>;
  readonly history: SnapshotHistory;
  /** Asks for the latest picture; whatever an earlier call still waits for is dropped. */
  readonly refresh: () => void;
  readonly chooseTable: (table: string) => void;
  readonly goBack: (to: Earlier) => void;
  readonly toLatest: () => void;
  /** Null without a match. */
  readonly $links: ReadableAtom<SnapshotLinks | null>;
  readonly share: (title: string) => Promise<void>;
  readonly copyLink: () => Promise<void>;
}

/** An event as it is sent; the moment is added. */
type Sent = ViewingEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'atMillis'>
    : never
  : never;

/**
 * The snapshot viewer's state and actions. It reads the page's address and starts when it is first watched, and follows
 * the table as `core/site/snapshot-viewing.ts` decides: here are its requests, its timer and its channel.
 */
export const createSnapshotViewer = (environment: SnapshotEnvironment): SnapshotViewer => {
  const $state = atom(NOT_VIEWING);
  const $viewing = atom(NOT_VIEWING);
  const looks = new Map<number, AbortController>();
  const channels = createChannels();
  const poll = createTimer();
  let early: EarlyLook | undefined;

  const send = (event: Sent): void => {
    const [viewing, effects] = reduceViewing($state.get(), {
      ...event,
      atMillis: environment.now(),
    });
    $state.set(viewing);
    $viewing.set(viewing);
    const link = linksOf(viewing)?.picture;
    if (link !== undefined) environment.nameLink(link);
    for (const effect of effects) perform(effect);
    // A wall shows its page for days.
    for (const look of looks.keys()) if (look !== $state.get().look?.number) looks.delete(look);
  };

  const signalOf = (look: number): AbortSignal => {
    const controller = looks.get(look) ?? new AbortController();
    looks.set(look, controller);
    return controller.signal;
  };

  const ask = async ({ look, call }: ViewingEffect & { kind: 'ask' }): Promise<void> => {
    const { host, query } = $state.get();
    if (!host || !query) return;
    const asked = call === 'latest' ? early : undefined;
    early = undefined;
    const sentMillis = asked?.sentMillis ?? environment.now();
    const address = callAddress(host.endpoint, call, query.match);
    const body = await withTimeout(signalOf(look), ANSWER_MILLIS, async (signal) => {
      if (asked) return asked.answer;
      const options = { cache: 'no-store', signal } as const;
      return (await environment.fetch(address, options)).text();
    }).catch(() => undefined);
    if (body === undefined) send({ kind: 'unanswered', look });
    else send({ kind: 'answered', look, body, sentMillis });
  };

  const load = async ({ look, source }: ViewingEffect & { kind: 'load' }): Promise<void> => {
    const isLoaded = await withTimeout(signalOf(look), IMAGE_MILLIS, (signal) =>
      environment.loadImage(source, signal),
    ).then(
      () => true,
      () => false,
    );
    send({ kind: isLoaded ? 'loaded' : 'notLoaded', look });
  };

  const listen = (channel: number, topic: string): void => {
    const overdue = (): void => send({ kind: 'overdue', channel });
    channels.open(channel, { millis: JOIN_MILLIS, overdue }, (joined) =>
      environment.listen(topic, {
        joined: () => {
          joined();
          send({ kind: 'joined', channel });
        },
        changed: () => send({ kind: 'changed', channel }),
        lost: () => send({ kind: 'lost', channel }),
      }),
    );
  };

  const perform = (effect: ViewingEffect): void => {
    switch (effect.kind) {
      case 'ask':
        void ask(effect);
        break;
      case 'load':
        void load(effect);
        break;
      case 'drop':
        looks.get(effect.look)?.abort();
        looks.delete(effect.look);
        break;
      case 'wait': {
        const { afterMillis, isSpread } = effect;
        poll.set(isSpread ? environment.spread(afterMillis) : afterMillis, () => send({ kind: 'due' }));
        break;
      }
      case 'stopWaiting':
        poll.stop();
        break;
      case 'listen':
        listen(effect.channel, effect.topic);
        break;
      case 'close':
        channels.close(effect.channel);
        break;
      default:
        effect satisfies never;
    }
  };

  const $age = createTicking<Viewing, PictureAge | null>({
    $source: $viewing,
    serverNow: environment.now,
    read: (viewing, nowMillis) => {
      const picture = shownPicture(viewing);
      return picture
        ? readAge(picture, contactOf(viewing), viewing.offset, nowMillis)
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

  const copyLink = async (): Promise<void> => {
    const link = linksOf($state.get())?.picture;
    if (link === undefined) return;
    const isCopied = await environment.copyText(link);
    send({ kind: 'linked', status: isCopied ? { kind: 'copied' } : { kind: 'link', link } });
  };

  const share = async (title: string): Promise<void> => {
    const url = linksOf($state.get())?.picture;
    if (url === undefined) return;
    const source = shownPicture($state.get())?.source;
    const file = source === undefined ? undefined : await environment.sharedFile(source);
    try {
      await environment.share({ title, url, ...(file && { files: [file] }) });
    } catch (error) {
      // The visitor closed the device's dialog: that is an answer, not a failure.
      if (!(error instanceof Error && error.name === 'AbortError')) await copyLink();
    }
  };

  const chooseTable = (table: string): void => {
    const { query } = $state.get();
    if (!query) return;
    environment.goTo(new URL(tableQuery(query, table), unversioned(environment.address())).href);
  };

  onVisit($viewing, () => {
    const query = parseSnapshotQuery(environment.address().search);
    early = query && environment.early(query.match);
    const unwatch = environment.watchPage((kind) => send({ kind }));
    send({ kind: 'opened', host: environment.host(), query, isVisible: environment.isVisible() });
    return () => {
      unwatch();
      send({ kind: 'closed' });
    };
  });

  return {
    $viewing,
    $age,
    history: createSnapshotHistory(environment, $viewing),
    refresh: () => send({ kind: 'refresh' }),
    chooseTable,
    goBack: (to) => send({ kind: 'goBack', to }),
    toLatest: () => send({ kind: 'toLatest' }),
    $links: derived([$viewing], linksOf),
    share,
    copyLink,
  };
};
