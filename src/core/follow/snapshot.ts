import type { SnapshotHost } from '../../config/snapshot.ts';
import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import type { AgingPicture, Contact } from '../site/snapshot-age.ts';
import type { Latest, ReplyFailure } from '../site/snapshot-replies.ts';
import type { SnapshotQuery } from '../site/snapshot.ts';
import type { Following, Subject } from './follow.ts';

/*
 * How the snapshot page follows a table's pictures. One request asks for the latest picture and loads it. Those that
 * somebody waits for say in the status how they go; the page also asks by itself, quietly, never while it is hidden.
 */

export type SnapshotFailure = ReplyFailure | { readonly kind: 'imageFailed' | 'unreachable' };

export type SnapshotStatus =
  | SnapshotFailure
  | {
      readonly kind: 'loading' | 'missing' | 'fetching' | 'loadingImage' | 'inline' | 'ready' | 'copied';
    }
  /** Nothing could be copied: the link itself is shown. */
  | { readonly kind: 'link'; readonly link: string };

export interface ShownPicture extends AgingPicture {
  readonly id: string;
  /** The address that it was loaded from, and the one of its file. */
  readonly source: string;
  readonly download: string;
}

export interface Viewing {
  readonly host: SnapshotHost | undefined;
  /** Undefined before the page's address is read, and when it names no match. */
  readonly query: SnapshotQuery | undefined;
  readonly status: SnapshotStatus;
  /** The latest picture that could be shown; it stays whatever happens to the network. */
  readonly latest: ShownPicture | undefined;
  /** An earlier one that somebody went back to. */
  readonly earlier: ShownPicture | undefined;
  readonly title: string | undefined;
  /** Why the last request brought nothing, although a picture is shown. */
  readonly trouble: SnapshotFailure | undefined;
  readonly offset: ServerOffset | null;
  /** When the server last said which picture is the latest, in device time. */
  readonly confirmedMillis: number;
  /** Where changes are announced. */
  readonly topic: string | undefined;
}

/** What a request brought: the picture that is the latest, shown already or loaded now, or why there is none. */
export type SnapshotAnswer =
  | { readonly kind: 'latest'; readonly picture: ShownPicture }
  | (SnapshotFailure & { readonly topic?: string | undefined });

/** While the channel is up: an announcement can be lost, and a wall shows its page for days. */
export const POLL_LISTENING_MILLIS = 60_000;
/** While a table's channel is down, and where there is none: longer each time that nothing is new. */
export const POLL_LOST_MILLIS = 2000;
export const POLL_MILLIS = 5000;
const SLOWER = 1.5;
const POLL_MOST_MILLIS = 60_000;

export const NOT_VIEWING: Viewing = {
  host: undefined,
  query: undefined,
  status: { kind: 'loading' },
  latest: undefined,
  earlier: undefined,
  title: undefined,
  trouble: undefined,
  offset: null,
  confirmedMillis: 0,
  topic: undefined,
};

/** The picture on screen. */
export const shownPicture = ({ earlier, latest }: Viewing): ShownPicture | undefined => earlier ?? latest;

/** How well the page is told of newer pictures. */
export const contactOf = ({ channel, known }: Following<Viewing>): Contact => ({
  isListening: channel?.isJoined === true,
  isCut: known.trouble !== undefined,
  confirmedMillis: known.confirmedMillis,
});

/** Whether the endpoint keeps earlier pictures, as far as can be told before it is asked: our own service does. */
export const hasHistory = ({ host, latest }: Viewing): boolean =>
  host?.isOwn === true && latest?.capturedMillis !== undefined;

const NOTHING_TO_SAY = new Set<SnapshotStatus['kind']>(['ready', 'copied', 'link']);

/** Whether a status tells of a request that brought a picture. */
export const isContent = ({ kind }: SnapshotStatus): boolean => NOTHING_TO_SAY.has(kind);

/** Whether nothing of the table is shown any more: its page was switched off, it was archived, or its pictures' days have passed. */
export const isGone = ({ host }: Viewing, { kind }: SnapshotStatus): boolean =>
  kind === 'off' || (kind === 'noUpload' && host?.isOwn === true);

/** What the page says after a request; a quiet one says only what changes what is seen. */
const statusAfter = (viewing: Viewing, isWanted: boolean, outcome: SnapshotStatus): SnapshotStatus => {
  const isSeen = isWanted || shownPicture(viewing) === undefined || isGone(viewing, outcome);
  return isSeen || (outcome.kind === 'ready' && !isContent(viewing.status)) ? outcome : viewing.status;
};

const failed = ({ known, isWanted }: Following<Viewing>, trouble: SnapshotFailure): Viewing => ({
  ...known,
  ...(isGone(known, trouble) && { latest: undefined, earlier: undefined, title: undefined }),
  status: statusAfter(known, isWanted, trouble),
  trouble,
});

/** What the server said of the latest picture, before that is loaded. */
export const informed = (
  viewing: Viewing,
  { topic, title, serverMillis }: Latest,
  sentMillis: number,
  atMillis: number,
): Viewing => ({
  ...viewing,
  ...{ topic, title, confirmedMillis: atMillis },
  offset:
    serverMillis === undefined
      ? viewing.offset
      : betterOffset(viewing.offset, measureOffset(sentMillis, atMillis, serverMillis)),
});

export const SNAPSHOT: Subject<Viewing, SnapshotAnswer, undefined> = {
  // Its script included.
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
    const { known, isWanted } = state;
    if (answer.kind !== 'latest') {
      const { topic = known.topic, ...trouble } = answer;
      return { known: { ...failed(state, trouble), topic }, topic };
    }
    const status = statusAfter(known, isWanted, { kind: 'ready' });
    return {
      known: { ...known, status, latest: answer.picture, trouble: undefined },
      topic: known.topic,
      isNew: answer.picture.source !== known.latest?.source,
    };
  },
  hear: (known) => ({ known, askAfterMillis: 0 }),
  fail: (state) => failed(state, { kind: 'unreachable' }),
};
