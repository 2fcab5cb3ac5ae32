import { joinChannel, type ChannelListener } from './realtime.ts';

export interface SnapshotListener extends ChannelListener {
  /**
   * The table has a new picture, or its page was switched on or off. The payload includes the board if the page shows
   * it as text.
   */
  readonly changed: (payload: unknown) => void;
  /** The board changed only in ways that the picture doesn't show. */
  readonly board: (payload: unknown) => void;
}

/** Listens to announcements about a table's pictures. Returns a function that stops. */
export const listenToSnapshots = (
  topic: string,
  { changed, board, ...listener }: SnapshotListener,
): (() => void) => joinChannel(topic, listener, { changed, board });
