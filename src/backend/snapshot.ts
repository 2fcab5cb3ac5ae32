import { joinChannel, type ChannelListener } from './realtime.ts';

export interface SnapshotListener extends ChannelListener {
  /** The table has a new picture, or its page was switched on or off. */
  readonly changed: () => void;
}

/** Listens to announcements about a table's pictures. Returns a function that stops. */
export const listenToSnapshots = (topic: string, { changed, ...listener }: SnapshotListener): (() => void) =>
  joinChannel(topic, listener, { changed });
