import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { AccountError } from './problem.ts';
import { answerJson, Refusal, refusalOf } from './http.ts';
import { addressOf, holdBack, isThisMachine, plainAddress } from './limits.ts';
import { printFailure } from './log.ts';
import type { Route } from './web-handler.ts';

/**
 * Checks every request before routing it: is it meant for this server, is the page's origin allowed, and does the
 * address exist?
 */

/** Who may send requests. */
export interface Guard {
  /** Throws Refusal for a request meant for another server. */
  readonly checkHost: (request: IncomingMessage) => void;
  /** The foreign origin, if allowed; undefined for the site's own. Throws Refusal for any other. */
  readonly checkOrigin: (request: IncomingMessage) => string | undefined;
}

export interface GatewayOptions {
  readonly guard: Guard;
  /** The first match answers. */
  readonly routes: readonly Route[];
  /** Answers paths outside Supabase's APIs; without it, they are 404. */
  readonly site?: Route['answer'] | undefined;
}

/** Answers any request; never rejects. */
export type Gateway = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Supabase's API paths, and those for machines: without a route they are 404, never pages of the site. */
const INTERFACE = /^\/(auth|rest|realtime|functions|admin|health|storage|graphql|pg|_system)(\/|$)/;

/** TCP connections per address: enough for 250 screens behind one, each with a socket and a few requests. */
const CONNECTIONS_OF_ONE_ADDRESS = 1000;

/** A day; browsers keep it for two hours at most. */
const PREFLIGHT_SECONDS = 86_400;

/** Null unless it is just a name and port: a path, query or user after it would end up in absolute addresses. */
const hostOf = ({ headers: { host = '' } }: IncomingMessage): URL | null =>
  /[/\\?#@]/.test(host) ? null : URL.parse(`http://${host}`);

/** Whether a name is this machine's address: loopback, or the one the request came in on. */
const isOurs = (name: string, { socket }: IncomingMessage): boolean => {
  // Brackets mean an IPv6 address.
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && (isThisMachine(address) || address === plainAddress(socket.localAddress));
};

/** `origins`: other origins of the site or this server, whose pages may send cross-origin requests. */
export const createGuard = (origins: readonly string[]): Guard => {
  const machine = hostname().toLowerCase();
  const names = new Set([
    'localhost',
    machine,
    `${machine}.local`,
    ...origins.map((origin) => new URL(origin).hostname),
  ]);

  /**
   * A page whose domain is pointed at this machine ("DNS rebinding") has the same origin as the answers it gets, so
   * unknown names get none. IP addresses can't be abused that way, but become part of links: behind a router or in a
   * container ours looks foreign and has to be configured.
   */
  const checkHost = (request: IncomingMessage): void => {
    // Node keeps the first of several; a proxy in front may have used another.
    if ((request.headersDistinct['host'] ?? []).length > 1)
      throw new Refusal(400, 'Send exactly one Host header.');
    const host = hostOf(request);
    if (!host || (!names.has(host.hostname) && !isOurs(host.hostname, request))) {
      throw new Refusal(
        421,
        'This server has another name: start it with --origin and its address, such as --origin http://192.168.1.20:4321.',
      );
    }
  };

  return {
    checkHost,
    checkOrigin: (request) => {
      const { origin } = request.headers;
      if (origin === undefined || URL.parse(origin)?.host === hostOf(request)?.host) return undefined;
      if (!origins.includes(origin)) throw new Refusal(403, 'Requests from this origin are not allowed.');
      return origin;
    },
  };
};

export const createGateway = ({ guard, routes, site }: GatewayOptions): Gateway => {
  const allow = (response: ServerResponse, origin: string): void => {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader(
      'access-control-expose-headers',
      'Content-Range, Content-Location, Preference-Applied, Retry-After',
    );
  };

  /** Answers CORS preflights like Supabase's gateway. */
  const answerPreflight = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    });
    response.end();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.setHeader('x-content-type-options', 'nosniff');
    // If an upgrade is refused, Node drops any bytes after the body, such as the next request.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    guard.checkHost(request);
    const { url = '' } = request;
    // A proxy request for another server, or `*`.
    if (!url.startsWith('/')) throw new Refusal(400, 'The request target must be a path.');
    const path = url.split('?', 1)[0] ?? '';
    const hungUp = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) hungUp.abort(new HungUp());
    });
    if (!INTERFACE.test(path) && site) {
      await site(request, response, hungUp.signal);
      return;
    }
    response.setHeader('vary', 'Origin');
    // Data: should a browser take it for a page, that page does nothing.
    response.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    const foreign = guard.checkOrigin(request);
    if (foreign !== undefined) {
      allow(response, foreign);
      if (request.method === 'OPTIONS') {
        answerPreflight(request, response);
        return;
      }
    }
    const route = routes.find(({ path: pattern }) => pattern.test(path));
    if (!route) throw new Refusal(404, 'There is nothing at this address.');
    await route.answer(request, response, hungUp.signal);
  };

  return async (request, response) => {
    try {
      await answer(request, response);
    } catch (error) {
      await holdBack(error);
      answerFailure(response, error);
    }
  };
};

/** The client disconnected. */
class HungUp extends Error {}

/** An error as a refusal; anything unexpected is printed and answered without details. */
const asRefusal = (error: unknown): Refusal => {
  if (error instanceof AccountError) return new Refusal(422, error.message);
  const refusal = refusalOf(error) ?? new Refusal(500, 'Internal error');
  if (refusal !== error) printFailure('The server could not answer', error);
  return refusal;
};

/** Answers a failed request. */
const answerFailure = (response: ServerResponse, error: unknown): void => {
  if (error instanceof HungUp || response.destroyed) return;
  const { status, headers, code, message } = asRefusal(error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.setHeaders(new Headers(headers));
  answerJson(response, status, {
    code: status,
    ...(code !== undefined && { error_code: code }),
    msg: message,
  });
};

/** Closes connections beyond one address's limit, and requests that never finish. */
export const limitConnections = (server: Server, { behindProxy }: { behindProxy: boolean }): void => {
  server.headersTimeout = 15_000;
  // A scorer saves twice a minute: don't open a connection for each save.
  server.keepAliveTimeout = 65_000;
  // Enough for a 10 MB picture on a slow line.
  server.requestTimeout = 180_000;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = addressOf({ socket });
    // Everyone shares a proxy's connections.
    if (behindProxy && isThisMachine(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left) open.set(address, left);
      else open.delete(address);
    });
    if (count > CONNECTIONS_OF_ONE_ADDRESS) socket.destroy();
  });
};
