import { joinChannel, type ChannelListener } from './realtime.ts';

export interface SnapshotListener extends ChannelListener {
  /** The table has another picture, or its page was switched on or off. */
  readonly changed: () => void;
}

/** Listens to what is announced of a table's pictures. Gives a function that ends it. */
export const listenToSnapshots = (topic: string, { changed, ...listener }: SnapshotListener): (() => void) =>
  joinChannel(topic, listener, { changed });
