import type { PostgrestClient } from '@supabase/postgrest-js';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js';
import { parseOverlayAnswer, parseBoard } from '../core/overlay/board.ts';
import type { Client } from './client.ts';
import type { OverlayListener, ScorerBackend, ViewerBackend } from './contract.ts';
import type { Database } from './database.types.ts';
import { anonymousRequests, ownerRequests, timeout, unreadable, type Call } from './requests.ts';
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
  getOverlay: async (key, showing) =>
    parseOverlayAnswer(
      await call('get_overlay', {
        key,
        ...(showing && { screen: showing.screen, shown: showing.rev }),
      }),
    ),
  listen,
});

/** What an overlay page needs. */
export const viewerBackend = (client: PostgrestClient<Database>): ViewerBackend =>
  overlayReader(anonymousRequests(client).call);

/** What a desk needs. A request that the server refuses is tried once more with a renewed session. */
export const scorerBackend = (client: Client): ScorerBackend => {
  const { ask, call } = ownerRequests(client);
  return {
    ...overlayReader(call),
    ensureOverlay: async () => {
      const overlay = await ask(() => client.rpc('ensure_overlay').abortSignal(timeout()));
      if (!overlay) throw unreadable();
      return { id: overlay.id, token: overlay.url_token };
    },
  };
};
