import { joinChannel, type ChannelListener } from './realtime.ts';

export interface SnapshotListener extends ChannelListener {
  /** The table has a new picture, or its page was switched on or off. Brings the board where the page shows it as text. */
  readonly changed: (payload: unknown) => void;
  /** Only something on its board changed that its picture doesn't show. */
  readonly board: (payload: unknown) => void;
}

/** Listens to announcements about a table's pictures. Returns a function that stops. */
export const listenToSnapshots = (
  topic: string,
  { changed, board, ...listener }: SnapshotListener,
): (() => void) => joinChannel(topic, listener, { changed, board });
