/** The part of Supabase Realtime that CueBoard uses, for the embedded server: Broadcast and Presence. */

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { bearerOf } from '../auth/request.ts';
import { Refusal, refusalOf, refuseUpgrade } from '../http/http.ts';
import { addressOf, holdBack } from '../http/limits.ts';
import { printFailure } from '../http/log.ts';
import type { WebHandler } from '../http/web-handler.ts';
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
  /** Answers an HTTP request under `/realtime/v1/`. Rejects when the client hangs up. */
  answer: WebHandler;
  /**
   * Closes every channel joined with a token of this session (its `session_id`). Call it once `verifyToken` rejects the
   * session's tokens: joins in progress check again before they open.
   */
  dropSession(sessionId: string): void;
  /** Closes every channel whose session has ended, for when notifications may have been missed. */
  dropEndedSessions(): void;
  /** Stops listening to the database and closes every socket with 1001, "going away". */
  close(): Promise<void>;
}

export interface RealtimeOptions extends AuthorizerOptions {
  limits?: Partial<Limits>;
  /** Throws a Refusal if this page or host may not upgrade. */
  check?: (request: IncomingMessage) => unknown;
}

const WEBSOCKET_PATH = '/realtime/v1/websocket';
const CLOSE_GOING_AWAY = 1001;

/** Whether this address (path and query) is Realtime's WebSocket. */
export const isWebSocketPath = (address = '/'): boolean => address.split('?', 1)[0] === WEBSOCKET_PATH;

/** Takes upgrades to `/realtime/v1/websocket`, and no others. */
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
    // One frame per socket and event loop turn, so other requests get in between.
    allowSynchronousEvents: false,
  });
  const clients = new Clients(limits);
  const stopForwarding = await forwardDatabaseBroadcasts(options.sessions, hub);

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isWebSocketPath(request.url)) return;
    try {
      check(request);
      const { key, version } = admit(request, services.authorizer);
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
        // ws ends the WebSocket only after reading everything that arrived, one frame per event loop turn.
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
    async answer(request, address) {
      const { signal } = request;
      try {
        const url = new URL(request.url);
        if (!takesBroadcasts(url)) throw new Refusal(404, 'Not found');
        if (request.method !== 'POST') throw new Refusal(405, 'Use POST', { headers: { allow: 'POST' } });
        const quota = clients.quotaOf(address, performance.now());
        takeRequest(quota);
        const identity = await identifySender(request, url, services.authorizer);
        const messages = await readBroadcasts(request, url, limits.payloadBytes);
        await deliver(messages, { identity, quota, signal }, services);
        return new Response(null, { status: 202 });
      } catch (error) {
        signal.throwIfAborted();
        const refusal = asRefusal(error);
        await holdBack(refusal);
        const { status, message } = refusal;
        const headers = { ...refusal.headers, 'cache-control': 'no-store' };
        return Response.json({ error: message }, { status, headers });
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
  { headers: { apikey }, url = '' }: IncomingMessage,
  authorizer: Authorizer,
): { key: Identity; version: Version } {
  const { searchParams: query } = new URL(`http://localhost${url}`);
  const key = identifyKey(apikey?.toString() ?? query.get('apikey'), authorizer);
  const version = query.get('vsn') ?? '1.0.0';
  if (!isVersion(version)) throw new Refusal(403, 'The protocol version must be 1.0.0 or 2.0.0');
  return { key, version };
}

/** The identity of the bearer token, or of the API key. */
async function identifySender({ headers }: Request, url: URL, authorizer: Authorizer): Promise<Identity> {
  const key = identifyKey(headers.get('apikey') ?? url.searchParams.get('apikey'), authorizer);
  return authorizer.identifyToken(bearerOf(headers.get('authorization')), key);
}

function identifyKey(given: string | null, authorizer: Authorizer): Identity {
  const key = authorizer.identifyKey(given);
  if (!key) throw new Refusal(401, 'The API key is missing or unknown');
  return key;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof CredentialError) return new Refusal(401, error.message);
  printFailure('Realtime could not answer a request', error);
  return refusalOf(error) ?? new Refusal(500, 'Something went wrong');
}
