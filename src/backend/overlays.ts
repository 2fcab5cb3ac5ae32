import type { PostgrestClient } from '@supabase/postgrest-js';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js';
import { BackendError } from '../core/failure.ts';
import { parseOverlayAnswer, parseBoard, type Board } from '../core/overlay/board.ts';
import type { Client } from './client.ts';
import type { ClockAction, OverlayListener, ScorerBackend, ViewerBackend } from './contract.ts';
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

const CLOCK_FUNCTIONS = { start: 'start_clock', stop: 'stop_clock', reset: 'reset_clock' } as const;

const boardIn = (answer: unknown): Board => {
  const board = parseBoard(answer);
  if (!board) throw unreadable();
  return board;
};

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
    saveBoard: async (token, { raceTo, ...changes }) => {
      const written = await ask(() =>
        client
          .from('public_overlays')
          .update({ ...changes, ...(raceTo === undefined ? {} : { race_to: raceTo }) })
          .eq('url_token', token)
          .select(
            'p1, p2, s1, s2, race_to, clock_running, clock_started_at, clock_accum, theme, rev, match:match_id, seq, detail, shot',
          )
          .abortSignal(timeout()),
      );
      const row = written?.[0];
      // Row-level security hides another owner's overlay instead of refusing it.
      if (!row) throw new BackendError({ kind: 'forbidden' });
      return boardIn({
        ...row,
        clock: { running: row.clock_running, started_at: row.clock_started_at, accum: row.clock_accum },
      });
    },
    moveClock: async (token: string, action: ClockAction) =>
      boardIn(await call(CLOCK_FUNCTIONS[action], { token })),
  };
};
