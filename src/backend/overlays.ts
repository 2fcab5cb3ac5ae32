import type { PostgrestClient } from '@supabase/postgrest-js';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js';
import { parseOverlayAnswer, parseBoard } from '../core/overlay/board.ts';
import type { OverlayListener, ViewerBackend } from './contract.ts';
import type { Database } from './database.types.ts';
import { anonymousRequests, unreadable, type Call } from './requests.ts';
import { realtimeConnection } from './viewer.ts';

const listen = (topic: string, { joined, changed, gone, lost }: OverlayListener): (() => void) => {
  const realtime = realtimeConnection();
  let over = false;
  const close = (): void => {
    if (over) return;
    over = true;
    void realtime.disconnect();
  };
  realtime
    .channel(topic, { config: { private: true } })
    .on('broadcast', { event: 'state' }, (message) => {
      const board = parseBoard(message['payload']);
      if (board && !over) changed(board);
    })
    .on('broadcast', { event: 'gone' }, () => {
      if (over) return;
      close();
      gone();
    })
    .subscribe((status) => {
      if (over) return;
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) {
        joined();
      } else {
        close();
        lost();
      }
    });
  return close;
};

/** Reads overlays and listens to them, by whoever's requests. */
export const overlayReader = (call: Call): ViewerBackend => ({
  getOverlay: async (key, showing) => {
    const answer = await call('get_overlay', {
      key,
      ...(showing && { screen: showing.screen, shown: showing.rev }),
    });
    if (answer === null) return null;
    const overlay = parseOverlayAnswer(answer);
    // Something in between that answers with a page of its own must not darken what is on air.
    if (!overlay) throw unreadable();
    return overlay;
  },
  listen,
});

/** What an overlay page needs. */
export const viewerBackend = (client: PostgrestClient<Database>): ViewerBackend =>
  overlayReader(anonymousRequests(client).call);
