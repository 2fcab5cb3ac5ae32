/** The part of Supabase Realtime that CueBoard uses, for the embedded default: Broadcast and Presence. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { bearerOf } from '../auth/request.ts';
import { Refusal, refuseUpgrade } from '../http.ts';
import { addressOf, holdBack } from '../limits.ts';
import { printFailure } from '../log.ts';
import { createAuthorizer, CredentialError } from './authorization.ts';
import type { Authorizer, AuthorizerOptions, Identity } from './authorization.ts';
import { deliver, readBroadcasts, takeRequest, takesBroadcasts } from './broadcasts.ts';
import { Clients } from './clients.ts';
import { Connection } from './connection.ts';
import { forwardDatabaseBroadcasts } from './database-broadcasts.ts';
import { Hub } from './hub.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import type { Limits } from './limits.ts';
import { isVersion } from './protocol.ts';
import type { Version } from './protocol.ts';

export interface Realtime {
  /** Answers an HTTP request under `/realtime/v1/`. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void>;
  /**
   * Closes every channel that was joined with a token of this session (its `session_id`). Call it when the session has
   * ended and `verifyToken` accepts its tokens no more: joins that are under way ask that again before they open.
   */
  dropSession(sessionId: string): void;
  /** Closes every channel whose session has ended, when it may be that nobody was told. */
  dropEndedSessions(): void;
  /** Stops listening to the database and closes every socket with 1001, "going away". */
  close(): Promise<void>;
}

export interface RealtimeOptions extends AuthorizerOptions {
  limits?: Partial<Limits>;
  /** Throws a Refusal for an upgrade from a page, or to a name, that may not use this server. */
  check?: (request: IncomingMessage) => unknown;
}

const WEBSOCKET_PATH = '/realtime/v1/websocket';
const CLOSE_GOING_AWAY = 1001;

/** Whether an upgrade to this address (path and query) is Realtime's. */
export const isWebSocketPath = (address = '/'): boolean => address.split('?', 1)[0] === WEBSOCKET_PATH;

/** Takes the server's upgrades to `/realtime/v1/websocket`, and no others. */
export async function attachRealtime(
  server: Server,
  { check = () => undefined, ...options }: RealtimeOptions,
): Promise<Realtime> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const hub = new Hub();
  const services = { hub, authorizer: createAuthorizer(options), limits };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    // One frame of a socket in a turn of the event loop, so that what others ask comes in between.
    allowSynchronousEvents: false,
  });
  const clients = new Clients(limits);
  const stopForwarding = await forwardDatabaseBroadcasts(options.sessions, hub);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocketPath(request.url)) return;
    try {
      check(request);
      const { key, version } = admit(request, urlOf(request), services.authorizer);
      const now = performance.now();
      const quota = clients.quotaOf(addressOf(request), now);
      const displaced = clients.placeFor(quota, now);
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        displaced?.dismiss('Too many connected users');
        const onEnd = (ended: Connection) => {
          clients.delete(quota, ended);
        };
        const connection = new Connection(webSocket, { version, key, quota, services, onEnd });
        clients.add(quota, connection);
        // Its WebSocket ends only when all that arrived before has been read, a frame in a turn of the event loop.
        socket.once('close', () => {
          connection.release();
        });
      });
    } catch (error) {
      refuseUpgrade(socket, asRefusal(error));
    }
  };
  server.on('upgrade', onUpgrade);

  const probe = setInterval(() => {
    const now = performance.now();
    for (const connection of clients) connection.probe(now);
    clients.sweep(now);
  }, limits.silenceMillis / 2);

  return {
    async handle(request, response, signal) {
      try {
        const url = urlOf(request);
        if (!takesBroadcasts(url)) throw new Refusal(404, 'Not found');
        if (request.method !== 'POST') throw new Refusal(405, 'Use POST', { headers: { allow: 'POST' } });
        const quota = clients.quotaOf(addressOf(request), performance.now());
        takeRequest(quota);
        const identity = await identifySender(request, url, services.authorizer);
        const messages = await readBroadcasts(request, url, limits.payloadBytes);
        await deliver(messages, { identity, quota, signal }, services);
        response.writeHead(202).end();
      } catch (error) {
        // Whoever hung up hears nothing.
        if (response.destroyed || signal.aborted) return;
        const refusal = asRefusal(error);
        await holdBack(refusal);
        // Where the body was not read to its end, the connection can't be used again.
        response.writeHead(refusal.status, { ...headersOf(refusal), connection: 'close' });
        response.end(bodyOf(refusal));
      }
    },

    dropSession(sessionId) {
      for (const connection of [...clients]) connection.dropSession(sessionId, 'Session has ended');
    },

    dropEndedSessions() {
      for (const connection of [...clients]) connection.dropEndedSessions();
    },

    async close() {
      server.off('upgrade', onUpgrade);
      clearInterval(probe);
      await stopForwarding();
      const closed = [...sockets.clients].map(
        (socket) => new Promise((resolve) => socket.on('close', resolve)),
      );
      for (const connection of [...clients]) connection.close(CLOSE_GOING_AWAY, 'The server is stopping');
      await Promise.all(closed);
      sockets.close();
    },
  };
}

/** @throws {Refusal} 401 without a known API key, 403 for a version of the protocol that isn't spoken here */
function admit(
  request: IncomingMessage,
  url: URL,
  authorizer: Authorizer,
): { key: Identity; version: Version } {
  const key = authorizer.identifyKey(apiKeyOf(request, url));
  if (!key) throw new Refusal(401, 'The API key is missing or unknown');
  const version = url.searchParams.get('vsn') ?? '1.0.0';
  if (!isVersion(version)) throw new Refusal(403, 'The protocol version must be 1.0.0 or 2.0.0');
  return { key, version };
}

/** The bearer token's identity, or the API key's. */
async function identifySender(request: IncomingMessage, url: URL, authorizer: Authorizer): Promise<Identity> {
  const key = authorizer.identifyKey(apiKeyOf(request, url));
  if (!key) throw new Refusal(401, 'The API key is missing or unknown');
  return authorizer.identifyToken(bearerOf(request.headers.authorization ?? null), key);
}

function apiKeyOf(request: IncomingMessage, url: URL): string | null {
  const header = request.headers['apikey'];
  return typeof header === 'string' ? header : url.searchParams.get('apikey');
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof CredentialError) return new Refusal(401, error.message);
  printFailure('Realtime could not answer a request', error);
  return new Refusal(500, 'Something went wrong');
}

function headersOf({ headers }: Refusal): Record<string, string> {
  return { ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
}

function bodyOf({ message }: Refusal): string {
  return JSON.stringify({ error: message });
}

/** The host is irrelevant here, and a client's Host header may be anything. */
function urlOf(request: IncomingMessage): URL {
  const base = 'http://localhost';
  return URL.parse((request.url ?? '/').replace(/^\/+/, '/'), base) ?? new URL(base);
}
