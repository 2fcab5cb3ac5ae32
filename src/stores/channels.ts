import { createTimer } from './timer.ts';

interface Joining {
  /** How long the channel may take to be joined. */
  readonly millis: number;
  /** Called when it takes longer. */
  readonly overdue: () => void;
}

/** Channels that a store holds, by the numbers that its reducer gives them. */
export interface Channels {
  /** `listen` is given what to call when the channel is joined, and gives what closes it. */
  readonly open: (channel: number, joining: Joining, listen: (joined: () => void) => () => void) => void;
  /** Closes a channel; nothing happens when it isn't held. */
  readonly close: (channel: number) => void;
}

export const createChannels = (): Channels => {
  const held = new Map<number, () => void>();
  return {
    open: (channel, { millis, overdue }, listen) => {
      const deadline = createTimer();
      deadline.set(millis, overdue);
      const close = listen(deadline.stop);
      held.set(channel, () => {
        deadline.stop();
        close();
      });
    },
    close: (channel) => {
      held.get(channel)?.();
      held.delete(channel);
    },
  };
};
