import { dequal } from 'dequal/lite';
import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import { newerBoard, type Board, type OverlayAnswer } from './board.ts';
import { newerBranding, NO_BRANDING, type Branding } from '../branding/branding.ts';
import type { TableFacts } from '../room/table-state.ts';
import type { Following, Subject } from '../follow/follow.ts';

/** An overlay on air, as far as this browser knows. */
export interface Live {
  /** The last board that arrived; kept through any network failure, and cleared when the overlay is gone. */
  readonly board: Board | null;
  /** Players' faces and sponsors. These are only fetched, so new names appear a moment before their faces. */
  readonly branding: Branding;
  /** The server has no such overlay, and none was ever shown here. */
  readonly missing: boolean;
  readonly connection: 'connecting' | 'live' | 'reconnecting' | 'offline';
  readonly offset: ServerOffset | null;
  /** The table's facts; null for those who don't score it, and until they are known. */
  readonly facts: TableFacts | null;
  /** How many changes of scoring permissions were announced. */
  readonly rights: number;
}

export interface KnownOverlay extends Omit<Live, 'connection' | 'missing'> {
  /** Token or id; null if there is nothing to follow. */
  readonly key: string | null;
  /** The server has no such overlay. */
  readonly isNone: boolean;
  /** Whether its board was on air. From then on, viewers never see "missing". */
  readonly wasShown: boolean;
}

export type OverlayNews =
  | { readonly type: 'board'; readonly board: Board }
  /** Faces or sponsors changed. */
  | { readonly type: 'branding' }
  /** Other parties play or are called at the table. */
  | { readonly type: 'seats' }
  /** The table's scoring permissions changed. */
  | { readonly type: 'rights' }
  /** The link was replaced. */
  | { readonly type: 'gone' };

/** While the channel is down: just under the two seconds within which viewers must catch up. */
export const POLL_DOWN_MILLIS = 1500;
/** While the channel is up: a broadcast can be lost, and viewers run for hours. */
export const POLL_UP_MILLIS = 60_000;
/** While there is no such overlay: it may yet be created. */
export const POLL_MISSING_MILLIS = 10_000;
/** Delay before fetching new branding, so that one answer covers several changes. */
export const DRESS_MILLIS = 150;

export const overlayOf = (key: string | null): KnownOverlay => ({
  key,
  board: null,
  branding: NO_BRANDING,
  offset: null,
  facts: null,
  rights: 0,
  isNone: false,
  wasShown: false,
});

/** Whether two boards look the same. A name's form on screens may change without a new revision. */
const isSame = (one: Board | null, other: Board): one is Board =>
  one?.rev === other.rev && dequal(one.screenNames, other.screenNames);

const withBoard = (known: KnownOverlay, board: Board): KnownOverlay => ({
  ...known,
  board,
  isNone: false,
  wasShown: true,
});

/** Clears the board of an overlay that no longer exists. */
const dark = (known: KnownOverlay): KnownOverlay => ({ ...known, board: null, branding: NO_BRANDING });

export const OVERLAY: Subject<KnownOverlay, OverlayAnswer | null, OverlayNews> = {
  joinMillis: 5000,
  gapMillis: 0,
  overlaps: true,
  restsHidden: false,
  lostMillis: 1000,
  pollMillis: ({ known, channel, isDoubted }) => {
    if (known.isNone) return POLL_MISSING_MILLIS;
    return channel?.isJoined === true && !isDoubted ? POLL_UP_MILLIS : POLL_DOWN_MILLIS;
  },
  receive: ({ known, isDoubted }, { answer, sentMillis, atMillis, news }) => {
    // Only a second such answer, or news that the overlay is gone, takes a board off air.
    if (!answer)
      return known.board && !isDoubted ? 'doubt' : { known: { ...dark(known), isNone: true }, topic: null };
    const { board, branding, topic, serverMillis, facts = null } = answer;
    // Without news meanwhile, an older board is right, because the server was restored from a backup.
    const newer = news === 'later' ? newerBoard(known.board, board) : board;
    return {
      topic,
      known: {
        ...withBoard(known, isSame(known.board, newer) ? known.board : newer),
        offset: betterOffset(known.offset, measureOffset(sentMillis, atMillis, serverMillis)),
        branding: newerBranding(known.branding, branding),
        facts: dequal(known.facts, facts) ? known.facts : facts,
      },
    };
  },
  onMessage: (known, news) => {
    switch (news.type) {
      case 'board': {
        const { board } = known;
        const newer = newerBoard(board, news.board);
        const hasSameNames = board?.p1 === newer.p1 && board.p2 === newer.p2;
        // Broadcasts don't include the faces for the players they name.
        return { known: withBoard(known, newer), askAfterMillis: hasSameNames ? undefined : DRESS_MILLIS };
      }
      case 'branding':
        return { known, askAfterMillis: DRESS_MILLIS };
      case 'seats':
        // Others than scorers aren't told who.
        return { known, askAfterMillis: known.facts ? 0 : undefined };
      case 'rights':
        return { known: { ...known, rights: known.rights + 1 } };
      case 'gone':
        // For viewers who use the overlay's id, the next answer names its new channel.
        return { known: dark(known), isAnew: true };
    }
  },
  fail: ({ known }) => known,
};

const connectionOf = ({ channel, isCut, isOnline }: Following<KnownOverlay>): Live['connection'] => {
  if (channel?.isJoined === true) return 'live';
  if (!isCut) return 'connecting';
  return isOnline ? 'reconnecting' : 'offline';
};

export const liveOf = (state: Following<KnownOverlay>): Live => {
  const { board, branding, offset, facts, rights, isNone, wasShown } = state.known;
  const missing = isNone && !wasShown;
  return { board, branding, offset, facts, rights, missing, connection: connectionOf(state) };
};
