import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { OddRequest } from './requests.ts';

/** What came of a request. */
export interface Outcome {
  /** Of an answer; otherwise how it ended without one. */
  readonly status: number | 'reset' | 'cut off' | 'silence' | 'closed';
  /** The beginning of the answer, or the error's message. */
  readonly text: string;
}

/** A sender without an answer by then gets none. Statements take five seconds at most, passwords wait for others. */
const SILENCE_MILLIS = 45_000;
const KEPT_CHARACTERS = 2000;
/** The server closes a connection after 65 s without a request, which would cut off one that is sent just then. */
const IDLE_MILLIS = 30_000;

type Settle = (status: Outcome['status'], text?: string) => void;

/** Waits for one outcome, and releases its resources. */
const outcome = (start: (settle: Settle) => () => void): Promise<Outcome> =>
  new Promise((resolve) => {
    const settle: Settle = (status, text = '') => {
      clearTimeout(silence);
      resolve({ status, text: text.slice(0, KEPT_CHARACTERS) });
      setImmediate(() => end());
    };
    const silence = setTimeout(() => settle('silence'), SILENCE_MILLIS);
    const end = start(settle);
  });

/** Sends to a server on this machine. Connections are kept, so that what one request leaves behind spoils the next. */
export const createSender = (origin: string) => {
  const { port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLIS });
  const host = `127.0.0.1:${port}`;

  const byHttp = ({ path, from, method, headers, body }: OddRequest & { kind: 'http' }): Promise<Outcome> =>
    outcome((settle) => {
      const named = headers.some(([name]) => name === 'host');
      const sent = ask({
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        localAddress: from,
        headers: [
          ...(named ? [] : ['host', host]),
          ...headers.flat(),
          ...(body ? ['content-length', String(body.length)] : []),
        ],
      });
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          if (text.length < KEPT_CHARACTERS) text += chunk.toString();
        });
        response.on('end', () => settle(response.statusCode ?? 0, text));
        response.on('error', (error) => settle('reset', error.message));
      });
      sent.on('upgrade', ({ statusCode = 0 }, socket) => {
        socket.on('error', () => undefined).destroy();
        settle(statusCode);
      });
      sent.on('error', (error) => settle('reset', error.message));
      sent.end(body);
      return () => undefined;
    });

  const bySocket = ({ path, from, headers, frames }: OddRequest & { kind: 'socket' }): Promise<Outcome> =>
    outcome((settle) => {
      const socket = new WebSocket(`ws://${host}${path.replaceAll('#', '%23')}`, {
        localAddress: from,
        headers: Object.fromEntries(headers),
        perMessageDeflate: false,
      });
      let text = '';
      socket.on('open', () => {
        for (const frame of frames) socket.send(frame);
        // Answered after all that came before, in either version.
        const beat = { join_ref: null, ref: 'last', topic: 'phoenix', event: 'heartbeat', payload: {} };
        socket.send(JSON.stringify(path.includes('2.0.0') ? Object.values(beat) : beat));
      });
      socket.on('message', (data: Buffer) => {
        const frame = data.toString();
        text += frame.includes('Unknown Error') ? `${frame}\n` : '';
        if (frame.includes('"last"')) settle(101, text);
      });
      socket.on('close', (code) => settle(code === 1006 ? 'reset' : 'closed', `${code} ${text}`));
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        settle(response.statusCode ?? 0);
      });
      socket.on('error', () => undefined);
      return () => socket.terminate();
    });

  const asBytes = ({ bytes, from }: OddRequest & { kind: 'broken' }): Promise<Outcome> =>
    outcome((settle) => {
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: from });
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
        settle(statuses.length ? Math.max(...statuses) : 'closed', text);
      });
      socket.end(bytes);
      return () => socket.destroy();
    });

  return {
    send: (request: OddRequest): Promise<Outcome> => {
      switch (request.kind) {
        case 'http':
          return byHttp(request);
        case 'socket':
          return bySocket(request);
        case 'broken':
          return asBytes(request);
      }
    },
    close: () => agent.destroy(),
  };
};
