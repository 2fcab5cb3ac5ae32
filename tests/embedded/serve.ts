import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves a handler on a free port of this machine. */
export const serve = async (
  handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Served> => {
  const server = createServer((incoming, response) => void handler(incoming, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        server.closeAllConnections();
      }),
  };
};

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

interface Sending {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** The address that the request comes from, such as 127.0.0.2. */
  readonly localAddress?: string;
}

/** Sends a path exactly as written: `fetch` would tidy dots and slashes away first. */
export const send = (origin: string, path: string, sending: Sending = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const outgoing = request({ hostname, port, path, ...sending }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
