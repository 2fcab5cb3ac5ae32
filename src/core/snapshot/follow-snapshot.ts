import type { SnapshotHost } from '../../config/snapshot.ts';
import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import type { AgingPicture, Contact } from './snapshot-age.ts';
import { NO_FACTS, type Latest, type PageFacts, type ReplyFailure } from './snapshot-replies.ts';
import type { SnapshotQuery } from './viewer.ts';
import type { Following, Subject } from '../follow/follow.ts';

/*
 * How the snapshot page follows a table's pictures. One request gets the latest picture and loads it. Requests that the
 * visitor is waiting for report their progress. Background requests are silent, and pause while the page is hidden.
 */

export type SnapshotFailure = ReplyFailure | { readonly kind: 'imageFailed' | 'unreachable' };

export type SnapshotStatus =
  | SnapshotFailure
  | {
      readonly kind: 'loading' | 'missing' | 'fetching' | 'loadingImage' | 'inline' | 'ready';
    };

/** The outcome of copying the link; if it failed, the link itself is shown. */
export type CopyOutcome = { readonly kind: 'copied' } | { readonly kind: 'link'; readonly link: string };

export interface ShownPicture extends AgingPicture {
  readonly id: string;
  /** The address that it was loaded from, and the one to download it from. */
  readonly source: string;
  readonly download: string;
}

export interface Viewing {
  readonly host: SnapshotHost | undefined;
  /** Undefined until the page's address has been read, and if the address contains no match. */
  readonly query: SnapshotQuery | undefined;
  readonly status: SnapshotStatus;
  /** Shown in place of the status, until it changes. */
  readonly copy: CopyOutcome | undefined;
  /** The latest picture that could be shown; kept through any network failure. */
  readonly latest: ShownPicture | undefined;
  /** The earlier picture that the visitor opened. */
  readonly earlier: ShownPicture | undefined;
  readonly facts: PageFacts;
  /** Why the last request failed, while a picture is still shown. */
  readonly trouble: SnapshotFailure | undefined;
  readonly offset: ServerOffset | null;
  /** When the server last confirmed which picture is the latest, in device time. */
  readonly confirmedMillis: number;
  /** The topic of changes. */
  readonly topic: string | undefined;
  /** Whether the table's board is also shown as text. */
  readonly showsLive: boolean;
}

/** The outcome of a request: the latest picture, already shown or newly loaded, or why there is none. */
export type SnapshotAnswer =
  | { readonly kind: 'latest'; readonly picture: ShownPicture }
  | (SnapshotFailure & {
      readonly topic?: string | undefined;
      readonly facts?: PageFacts;
      readonly showsLive?: boolean;
    });

/** While the channel is up: an announcement can be lost, and a wall screen shows its page for days. */
export const POLL_LISTENING_MILLIS = 60_000;
/** While a table's channel is down or doesn't exist; grows with each answer without news. */
export const POLL_LOST_MILLIS = 2000;
export const POLL_MILLIS = 5000;
const SLOWER = 1.5;
const POLL_MOST_MILLIS = 60_000;

export const NOT_VIEWING: Viewing = {
  host: undefined,
  query: undefined,
  status: { kind: 'loading' },
  copy: undefined,
  latest: undefined,
  earlier: undefined,
  facts: NO_FACTS,
  trouble: undefined,
  offset: null,
  confirmedMillis: 0,
  topic: undefined,
  showsLive: false,
};

/** The picture on screen. */
export const shownPicture = ({ earlier, latest }: Viewing): ShownPicture | undefined => earlier ?? latest;

/** How reliably the page learns of newer pictures. */
export const contactOf = ({ channel, known }: Following<Viewing>): Contact => ({
  isListening: channel?.isJoined === true,
  isCut: known.trouble !== undefined,
  confirmedMillis: known.confirmedMillis,
});

/** Whether the endpoint is known to keep earlier pictures, as our own service does. */
export const hasHistory = ({ host, latest }: Viewing): boolean =>
  host?.isOwn === true && latest?.capturedMillis !== undefined;

/** Whether the table no longer shows anything: page switched off, table archived, or pictures expired. */
export const isGone = ({ host }: Viewing, { kind }: SnapshotStatus): boolean =>
  kind === 'off' || (host?.isOwn === true && (kind === 'noUpload' || kind === 'notFound'));

export const withStatus = (viewing: Viewing, status: SnapshotStatus): Viewing => ({
  ...viewing,
  status,
  copy: status.kind === viewing.status.kind ? viewing.copy : undefined,
});

/** Sets the status after a request. A background request reports only what changes the picture. */
const ended = ({ known, isWanted }: Following<Viewing>, outcome: SnapshotStatus): Viewing => {
  const isSeen = isWanted || shownPicture(known) === undefined || isGone(known, outcome);
  return isSeen || outcome.kind === 'ready' ? withStatus(known, outcome) : known;
};

const failed = (state: Following<Viewing>, trouble: SnapshotFailure): Viewing => ({
  ...ended(state, trouble),
  ...(isGone(state.known, trouble) && { latest: undefined, earlier: undefined }),
  trouble,
});

/** Applies the server's data about the latest picture, before the picture has loaded. */
export const informed = (
  viewing: Viewing,
  { topic, facts, serverMillis, showsLive = false }: Latest,
  sentMillis: number,
  atMillis: number,
): Viewing => ({
  ...viewing,
  topic,
  facts,
  showsLive,
  confirmedMillis: atMillis,
  offset:
    serverMillis === undefined
      ? viewing.offset
      : betterOffset(viewing.offset, measureOffset(sentMillis, atMillis, serverMillis)),
});

export const SNAPSHOT: Subject<Viewing, SnapshotAnswer, undefined> = {
  // Includes loading the client's script.
  joinMillis: 10_000,
  gapMillis: 1000,
  overlaps: false,
  restsHidden: true,
  pollMillis: ({ known, channel, still }) =>
    channel?.isJoined === true
      ? POLL_LISTENING_MILLIS
      : Math.min(
          POLL_MOST_MILLIS,
          (known.topic === undefined ? POLL_MILLIS : POLL_LOST_MILLIS) * SLOWER ** Math.min(still, 20),
        ),
  receive: (state, { answer }) => {
    const { known } = state;
    if (answer.kind !== 'latest') {
      const { topic = known.topic, showsLive: isLive, facts = NO_FACTS, ...trouble } = answer;
      const told = isGone(known, trouble) && { facts };
      const showsLive = isLive ?? (known.showsLive && !isGone(known, trouble));
      return { known: { ...failed(state, trouble), ...told, topic, showsLive }, topic };
    }
    return {
      known: { ...ended(state, { kind: 'ready' }), latest: answer.picture, trouble: undefined },
      topic: known.topic,
      isNew: answer.picture.source !== known.latest?.source,
    };
  },
  onMessage: (known) => ({ known, askAfterMillis: 0 }),
  fail: (state) => failed(state, { kind: 'unreachable' }),
};
