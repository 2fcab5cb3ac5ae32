import { WebSocket } from 'ws';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/config/backend.ts';

/**
 * A process of viewers, each with its own socket, from one loopback address: a limit counts connections by address.
 * Begins with the first message; then tells when its viewers are in, and at "report" when each board arrived.
 */

export interface Viewers {
  readonly origin: string;
  readonly address: string;
  /** The table's token of each viewer. */
  readonly tokens: readonly string[];
}

export type ViewersMessage =
  | { readonly joined: number }
  /** Of each viewer, the table's token and when each board arrived, as `Date.now()`. */
  | { readonly arrivals: readonly (readonly [token: string, millis: readonly number[]])[] };

const HEARTBEAT_MILLIS = 20_000;

const post = (message: ViewersMessage): void => void process.send?.(message);

const view = ({ origin, address }: Viewers, token: string, arrived: () => void): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(
      `${origin.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${EMBEDDED_PUBLISHABLE_KEY}&vsn=1.0.0`,
      { localAddress: address },
    );
    const topic = `realtime:overlay:${token}`;
    const send = (to: string, event: string, payload: object): void =>
      socket.send(JSON.stringify({ topic: to, event, payload, ref: '1', join_ref: '1' }));
    const beat = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) send('phoenix', 'heartbeat', {});
    }, HEARTBEAT_MILLIS);
    socket.on('open', () =>
      send(topic, 'phx_join', {
        config: { broadcast: {}, presence: {}, postgres_changes: [], private: true },
        access_token: EMBEDDED_PUBLISHABLE_KEY,
      }),
    );
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as {
        topic: string;
        event: string;
        payload: { event?: string; status?: string };
      };
      if (frame.topic !== topic) return;
      if (frame.event === 'phx_reply') resolve(frame.payload.status === 'ok');
      if (frame.event === 'broadcast' && frame.payload.event === 'state') arrived();
    });
    socket.on('error', () => resolve(false));
    socket.on('close', () => {
      clearInterval(beat);
      resolve(false);
    });
  });

process.once('message', (viewers: Viewers) => {
  const arrivals = viewers.tokens.map((token): [string, number[]] => [token, []]);
  process.on('message', () => post({ arrivals }));
  void Promise.all(
    arrivals.map(([token, millis]) => view(viewers, token, () => void millis.push(Date.now()))),
  ).then((joined) => post({ joined: joined.filter(Boolean).length }));
});
