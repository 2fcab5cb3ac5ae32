import type { joinChannel as join } from './realtime.ts';

/**
 * `joinChannel` for pages that draw before they listen: what it needs is fetched when a page first joins, after what it
 * draws. If that fails, the channel counts as lost, and is joined again as one.
 */
export const joinChannel: typeof join = (topic, listener, events) => {
  let leave: (() => void) | null = null;
  let over = false;
  import('./realtime.ts').then(
    (realtime) => {
      if (!over) leave = realtime.joinChannel(topic, listener, events);
    },
    () => {
      if (!over) listener.lost();
    },
  );
  return () => {
    over = true;
    leave?.();
  };
};
