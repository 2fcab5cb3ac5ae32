/** The part of Supabase Realtime that CueBoard uses, for the embedded default: Broadcast and Presence. */

import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { createAuthorizer, CredentialError } from './authorization.ts';
import type { Authorizer, AuthorizerOptions, Identity } from './authorization.ts';
import { deliver, HttpError, readBroadcasts, takesBroadcasts } from './broadcasts.ts';
import { Connection } from './connection.ts';
import type { Limits } from './connection.ts';
import { forwardDatabaseBroadcasts } from './database-broadcasts.ts';
import { Hub } from './hub.ts';
import { isVersion } from './protocol.ts';
import type { Version } from './protocol.ts';

export interface Realtime {
  /** Answers an HTTP request under `/realtime/v1/`. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Stops listening to the database and closes every socket with 1001, "going away". */
  close(): Promise<void>;
}

export interface RealtimeOptions extends AuthorizerOptions {
  limits?: Partial<Limits>;
}

const WEBSOCKET_PATH = '/realtime/v1/websocket';
const CLOSE_GOING_AWAY = 1001;

/** How long a socket may take to agree to its closing when the server stops. */
const FAREWELL_MILLIS = 1000;

// Sockets, channels and frame size are those of hosted Supabase's free plan or above it.
const DEFAULT_LIMITS: Limits = {
  sockets: 500,
  channels: 100,
  framesPerSecond: 100,
  frameBurst: 300,
  frameBytes: 256 * 1024,
  bufferedBytes: 1024 * 1024,
  silenceMillis: 60_000,
};

/** Whether an upgrade to this address (path and query) is Realtime's. */
export const isWebSocketPath = (address = '/'): boolean => address.split('?', 1)[0] === WEBSOCKET_PATH;

/** Takes the server's upgrades to `/realtime/v1/websocket`, and no others. */
export async function attachRealtime(server: Server, options: RealtimeOptions): Promise<Realtime> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const hub = new Hub();
  const services = { hub, authorizer: createAuthorizer(options) };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.frameBytes });
  const connections = new Map<WebSocket, Connection>();
  const stopForwarding = await forwardDatabaseBroadcasts(options.pg, hub);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocketPath(request.url)) return;
    const url = urlOf(request);
    try {
      const admitted = admit(request, url, services.authorizer);
      if (connections.size >= limits.sockets) throw new HttpError(429, 'Too many connected users');
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        connections.set(
          webSocket,
          new Connection(webSocket, admitted.version, admitted.key, services, limits),
        );
        webSocket.on('close', () => connections.delete(webSocket));
      });
    } catch (error) {
      refuse(socket, asHttpError(error));
    }
  };
  server.on('upgrade', onUpgrade);

  const probe = setInterval(() => {
    for (const connection of connections.values()) connection.probe(performance.now());
  }, limits.silenceMillis / 2);

  return {
    async handle(request, response) {
      try {
        const url = urlOf(request);
        if (!takesBroadcasts(url)) throw new HttpError(404, 'Not found');
        if (request.method !== 'POST') throw new HttpError(405, 'Use POST');
        const sender = await identifySender(request, url, services.authorizer);
        await deliver(await readBroadcasts(request, url, limits.frameBytes), sender, services);
        response.writeHead(202).end();
      } catch (error) {
        const { status, message } = asHttpError(error);
        // Where the body was not read to its end, the connection can't be used again.
        const headers = {
          ...JSON_HEADERS,
          ...(status === 405 ? { allow: 'POST' } : {}),
          connection: 'close',
        };
        response.writeHead(status, headers).end(JSON.stringify({ error: message }));
      }
    },

    async close() {
      server.off('upgrade', onUpgrade);
      clearInterval(probe);
      await stopForwarding();
      await Promise.all([...connections.keys()].map(dismiss));
      sockets.close();
    },
  };
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** @throws {HttpError} 401 without a known API key, 403 for a version of the protocol that isn't spoken here */
function admit(
  request: IncomingMessage,
  url: URL,
  authorizer: Authorizer,
): { key: Identity; version: Version } {
  const key = authorizer.identifyKey(apiKeyOf(request, url));
  if (!key) throw new HttpError(401, 'The API key is missing or unknown');
  const version = url.searchParams.get('vsn') ?? '1.0.0';
  if (!isVersion(version)) throw new HttpError(403, 'The protocol version must be 1.0.0 or 2.0.0');
  return { key, version };
}

/** The bearer token's identity, or the API key's. */
async function identifySender(request: IncomingMessage, url: URL, authorizer: Authorizer): Promise<Identity> {
  const key = authorizer.identifyKey(apiKeyOf(request, url));
  if (!key) throw new HttpError(401, 'The API key is missing or unknown');
  const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return authorizer.identifyToken(token, key);
}

function apiKeyOf(request: IncomingMessage, url: URL): string | null {
  const header = request.headers['apikey'];
  return typeof header === 'string' ? header : url.searchParams.get('apikey');
}

function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof CredentialError) return new HttpError(401, error.message);
  console.error('Realtime could not answer a request:', error);
  return new HttpError(500, 'Something went wrong');
}

/** Answers an upgrade with plain HTTP. */
function refuse(socket: Duplex, { status, message }: HttpError): void {
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(JSON_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${String(Buffer.byteLength(body))}`,
    'connection: close',
  ];
  // The client may be gone already, which is no concern of ours.
  socket.on('error', () => undefined);
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Closes a socket politely, and after a while by force. */
function dismiss(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      socket.terminate();
    }, FAREWELL_MILLIS);
    socket.on('close', () => {
      clearTimeout(force);
      resolve();
    });
    socket.close(CLOSE_GOING_AWAY, 'The server is stopping');
  });
}

/** The host is irrelevant here, and a client's Host header may be anything. */
function urlOf(request: IncomingMessage): URL {
  const base = 'http://localhost';
  return URL.parse((request.url ?? '/').replace(/^\/+/, '/'), base) ?? new URL(base);
}
