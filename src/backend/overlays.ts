import type { PostgrestClient } from '@supabase/postgrest-js';
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/realtime-js';
import { BackendError, failureOf, type ProviderError } from '../core/failure.ts';
import { parseOverlayAnswer, parseBoard, type Board } from '../core/overlay/board.ts';
import type { Client } from './client.ts';
import type { ClockAction, OverlayListener, ScorerBackend, ViewerBackend } from './contract.ts';
import type { Database } from './database.types.ts';
import { ANSWER_TIMEOUT_MILLIS, realtimeConnection } from './viewer.ts';

interface Answer<Data> {
  readonly data: Data | null;
  readonly error: ProviderError | null;
  readonly status: number;
}

const unreadable = (): BackendError => new BackendError({ kind: 'other', message: '' });

const timeout = (): AbortSignal => AbortSignal.timeout(ANSWER_TIMEOUT_MILLIS);

/** The data of an answer; throws the failure that its error stands for. */
const dataOf = <Data>({ data, error, status }: Answer<Data>): Data | null => {
  if (error) throw new BackendError(failureOf({ ...error, status }));
  return data;
};

const listen = (topic: string, { joined, changed, lost }: OverlayListener): (() => void) => {
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

/** What an overlay page needs. */
export const viewerBackend = (client: PostgrestClient<Database>): ViewerBackend => ({
  getOverlay: async (key) => {
    const answer: unknown = dataOf(await client.rpc('get_overlay', { key }).abortSignal(timeout()));
    return parseOverlayAnswer(answer);
  },
  listen,
});

const CLOCK_FUNCTIONS = { start: 'start_clock', stop: 'stop_clock', reset: 'reset_clock' } as const;

const boardIn = (answer: unknown): Board => {
  const board = parseBoard(answer);
  if (!board) throw unreadable();
  return board;
};

/** What a desk needs. A request that the server refuses is tried once more with a renewed session. */
export const scorerBackend = (client: Client): ScorerBackend => {
  const ask = async <Data>(request: () => PromiseLike<Answer<Data>>): Promise<Data | null> => {
    const first = await request();
    // A device whose clock is behind takes an expired token for a good one.
    if (first.status !== 401) return dataOf(first);
    const { error } = await client.auth.refreshSession();
    return dataOf(error ? first : await request());
  };
  const answerOf = async (key: string): Promise<unknown> =>
    ask(() => client.rpc('get_overlay', { key }).abortSignal(timeout()));
  return {
    getOverlay: async (key) => parseOverlayAnswer(await answerOf(key)),
    listen,
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
          .select('p1, p2, s1, s2, race_to, clock_running, clock_started_at, clock_accum, theme, rev')
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
      boardIn(await ask(() => client.rpc(CLOCK_FUNCTIONS[action], { token }).abortSignal(timeout()))),
  };
};
