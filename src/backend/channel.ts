import { importPart } from '../core/missing-parts.ts';
import type { joinChannel as join } from './realtime.ts';

/**
 * `joinChannel` for pages that draw before they listen: what it needs is fetched when a page first joins, after what it
 * draws. If that fails, the channel is lost; browsers that don't fetch it again join it after the page's next reload.
 */
export const joinChannel: typeof join = (topic, listener, events) => {
  let leave: (() => void) | null = null;
  let over = false;
  importPart(() => import('./realtime.ts')).then(
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
