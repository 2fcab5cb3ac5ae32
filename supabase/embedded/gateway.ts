import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { AccountError } from './auth/index.ts';
import { answerJson, Refusal, refusalOf } from './http.ts';
import { addressOf, holdBack, isThisMachine, plainAddress } from './limits.ts';
import { printFailure } from './log.ts';

/**
 * What every request passes before anything answers it: is it meant for this server, may the page that sends it ask,
 * and is there such an address.
 */

/** Answers requests to paths that match. What `path` doesn't match, this route never sees. */
export interface Route {
  /** Matched against the path as it was sent: nothing is decoded, and dots lead nowhere. */
  readonly path: RegExp;
  /** `signal` aborts when the sender hangs up. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, signal: AbortSignal) => Promise<void>;
}

/** Who may ask. */
export interface Guard {
  /** Throws Refusal for a request that is meant for another server. */
  readonly checkHost: (request: IncomingMessage) => void;
  /** The foreign origin that asks and may, or undefined for the site's own. Throws Refusal for all others. */
  readonly checkOrigin: (request: IncomingMessage) => string | undefined;
}

export interface GatewayOptions {
  readonly guard: Guard;
  /** The first that matches answers. */
  readonly routes: readonly Route[];
  /** Answers every path that belongs to no interface; without it, nothing is there. */
  readonly site?: Route['answer'] | undefined;
}

/** Answers a request, whatever it is; never rejects. */
export type Gateway = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Paths of Supabase's interfaces: what no route takes of them is not there, and is no page of the site. */
const INTERFACE = /^\/(auth|rest|realtime|functions|admin|storage|graphql|pg|_system)(\/|$)/;

/** TCP connections of one address: 250 screens behind one, each with a socket and a few requests, are fine. */
const CONNECTIONS_OF_ONE_ADDRESS = 1000;

/** A day; browsers keep it for two hours at most. */
const PREFLIGHT_SECONDS = 86_400;

/** Null for what is no name and port: a path, a query or a user behind it would become part of absolute addresses. */
const hostOf = ({ headers: { host = '' } }: IncomingMessage): URL | null =>
  /[/\\?#@]/.test(host) ? null : URL.parse(`http://${host}`);

/** Whether a name is an address of this machine: its own to itself, or the one at which the request came in. */
const isOurs = (name: string, { socket }: IncomingMessage): boolean => {
  // A name in brackets is an IPv6 address.
  const address = name.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) !== 0 && (isThisMachine(address) || address === plainAddress(socket.localAddress));
};

/** `origins` are the other ones by which the site or this server is reached: pages of these may ask across origins. */
export const createGuard = (origins: readonly string[]): Guard => {
  const machine = hostname().toLowerCase();
  const names = new Set([
    'localhost',
    machine,
    `${machine}.local`,
    ...origins.map((origin) => new URL(origin).hostname),
  ]);

  /**
   * A page whose name its owner points at this machine ("DNS rebinding") is of one origin with whatever answers it
   * there, so other names than the known ones get no answer. An address has no owner who could do that, but becomes part
   * of links: behind a router or in a container it isn't ours, and has to be named.
   */
  const checkHost = (request: IncomingMessage): void => {
    // Of several, Node shows us the first; whoever stands in front may have gone by another.
    if ((request.headersDistinct['host'] ?? []).length > 1) throw new Refusal(400, 'Send one Host.');
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
      if (!origins.includes(origin)) throw new Refusal(403, 'Pages of this origin may not ask here.');
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

  /** As Supabase's gateway answers a browser that asks whether it may ask. */
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
    // Where an upgrade isn't taken, Node loses what comes together with the body's end: the next request, perhaps.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    guard.checkHost(request);
    const { url = '' } = request;
    // Another server's address, as a proxy is asked, or `*`.
    if (!url.startsWith('/')) throw new Refusal(400, 'Ask for a path.');
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

/** Nobody is left to be answered. */
class HungUp extends Error {}

/** What answers an error: a refusal with its sentence, anything else, which is printed, without details. */
const asRefusal = (error: unknown): Refusal => {
  if (error instanceof AccountError) return new Refusal(422, error.message);
  const refusal = refusalOf(error) ?? new Refusal(500, 'Internal error');
  if (refusal !== error) printFailure('The server could not answer', error);
  return refusal;
};

/** Answers a request that failed. */
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

/** Ends what is beyond one address's share of connections, and what never finishes asking. */
export const limitConnections = (server: Server, { behindProxy }: { behindProxy: boolean }): void => {
  server.headersTimeout = 15_000;
  // A scorer saves twice a minute: without this, each save would open a connection first.
  server.keepAliveTimeout = 65_000;
  // A picture of 10 MB over a slow line.
  server.requestTimeout = 180_000;
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = addressOf({ socket });
    // A proxy's connections are everybody's.
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
