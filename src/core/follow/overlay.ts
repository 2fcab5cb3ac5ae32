import { betterOffset, measureOffset, type ServerOffset } from '../clock/offset.ts';
import { newerBoard, type Board, type OverlayAnswer } from '../overlay/board.ts';
import { newerDressing, UNDRESSED, type Dressing } from '../overlay/dressing.ts';
import type { Following, Subject } from './follow.ts';

/** An overlay as it is on air, as far as this browser knows. */
export interface Live {
  /** The last board that arrived; it stays whatever happens to the network, and goes when the overlay is gone. */
  readonly board: Board | null;
  /** What the venue puts around it. It comes with what is fetched, a moment after a board with other names. */
  readonly dressing: Dressing;
  /** The server said that there is no such overlay, and none was ever shown. */
  readonly missing: boolean;
  readonly connection: 'connecting' | 'live' | 'reconnecting' | 'offline';
  readonly offset: ServerOffset | null;
}

export interface KnownOverlay extends Omit<Live, 'connection' | 'missing'> {
  /** Token or id; null when nothing is to be followed. */
  readonly key: string | null;
  /** The server said that there is no such overlay. */
  readonly isNone: boolean;
  /** A board of it was on air: from then on no viewer reads that it is missing. */
  readonly wasShown: boolean;
}

export type OverlayNews =
  | { readonly type: 'board'; readonly board: Board }
  /** What stands around the board is another. */
  | { readonly type: 'dressed' }
  /** The link was replaced. */
  | { readonly type: 'gone' };

/** While the channel is down: a little under the two seconds within which a viewer catches up. */
export const POLL_DOWN_MILLIS = 1500;
/** While the channel is up: a broadcast can be lost, and a viewer runs for hours. */
export const POLL_UP_MILLIS = 60_000;
/** While there is no such overlay: it may still be made. */
export const POLL_MISSING_MILLIS = 10_000;
/** Until the new dressing is asked for: whatever else changes within this time is in the same answer. */
export const DRESS_MILLIS = 150;

export const overlayOf = (key: string | null): KnownOverlay => ({
  ...{ key, board: null, dressing: UNDRESSED, offset: null },
  ...{ isNone: false, wasShown: false },
});

const withBoard = (known: KnownOverlay, board: Board): KnownOverlay => ({
  ...{ ...known, board, isNone: false, wasShown: true },
});

/** Nothing is drawn of an overlay that is gone. */
const dark = (known: KnownOverlay): KnownOverlay => ({ ...known, board: null, dressing: UNDRESSED });

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
    // What is on air goes dark by a second such answer alone, or by being told that it is gone.
    if (!answer)
      return known.board && !isDoubted ? 'doubt' : { known: { ...dark(known), isNone: true }, topic: null };
    const { board, dressing, topic, serverMillis } = answer;
    // An older board is the server's all the same if nothing was told meanwhile: a copy of an earlier day was brought back.
    const newer = news === 'later' ? newerBoard(known.board, board) : board;
    return {
      topic,
      known: {
        ...withBoard(known, newer.rev === known.board?.rev ? known.board : newer),
        offset: betterOffset(known.offset, measureOffset(sentMillis, atMillis, serverMillis)),
        dressing: newerDressing(known.dressing, dressing),
      },
    };
  },
  hear: (known, news) => {
    switch (news.type) {
      case 'board': {
        const { board } = known;
        const newer = newerBoard(board, news.board);
        const isSame = board?.p1 === newer.p1 && board.p2 === newer.p2;
        // It has come without what the venue knows of those that it names.
        return { known: withBoard(known, newer), askAfterMillis: isSame ? undefined : DRESS_MILLIS };
      }
      case 'dressed':
        return { known, askAfterMillis: DRESS_MILLIS };
      case 'gone':
        // Who came by the overlay's id is told its new channel by the next answer.
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
  const { board, dressing, offset, isNone, wasShown } = state.known;
  return { board, dressing, offset, missing: isNone && !wasShown, connection: connectionOf(state) };
};
