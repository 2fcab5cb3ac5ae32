import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createConnectionServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/config/backend.ts';
import { overlayLink } from '../../../src/core/overlay/address.ts';
import { HEALTH_PATH } from '../../../src/core/site/health.ts';
import { NETWORK_PATH } from '../../../src/core/site/network.ts';
import { SHARED_LINK } from '../../functions/snapshot/link-address.ts';
import { isDiskFull } from '../../functions/_shared/refusal.ts';
import { createAuth, prepareAuth, type Auth } from '../auth/index.ts';
import { createCalls, type Call } from '../data/calls.ts';
import { connect, migrate, MIGRATIONS, purgeMessages, type Database } from '../data/database.ts';
import { adviceFor, keepCopies, type Copying } from '../data/copies.ts';
import { markComplete, openFolder, type Secrets } from '../data/data-folder.ts';
import { lockFolder } from '../data/folder-lock.ts';
import {
  createGateway,
  createGuard,
  limitConnections,
  type Gateway,
  type GatewayOptions,
} from '../http/gateway.ts';
import { administration, IMPORT_PATH, OWNERS_PATH } from './administration.ts';
import { answerHealth, answerNetwork } from './answers.ts';
import { prepareDemo } from './demo.ts';
import { portProblem } from './host.ts';
import { watchHealth } from './health.ts';
import { Refusal, refuseUpgrade } from '../http/http.ts';
import { believeProxy, createMemoryBudget } from '../http/limits.ts';
import { watchClock, type WatchedClock } from '../data/moved-clock.ts';
import { DATA } from '../data/paths.ts';
import { Damage, messageOf, noRoomIn, StartProblem } from '../http/problem.ts';
import { attachRealtime, isWebSocketPath, type Realtime } from '../realtime/index.ts';
import { createRest } from '../rest/rest.ts';
import { createScore, SCORE_PATH } from '../rest/score.ts';
import { createSite, namedBy } from '../http/site.ts';
import { openSnapshots, SERVICE_PATH, type Snapshots } from '../snapshots/index.ts';
import { answerBy, type Route } from '../http/web-handler.ts';

const BODY_LIMIT = 1024 * 1024;
/** Memory for request bodies, except pictures, which have their own. */
const BODY_ROOM = 32 * BODY_LIMIT;

export interface ServerOptions {
  /** The data folder. */
  readonly folder: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Listen on all the machine's addresses, not just loopback. */
  readonly everywhere?: boolean;
  /** The built site's folder; without one, only the backend answers. */
  readonly dist?: string;
  /** The site's address if it isn't this server's: the development server's. */
  readonly siteUrl?: string;
  /** Other origins of the site or this server, such as the machine's on its network. */
  readonly origins?: readonly string[];
  /** The origins by which other devices reach the site at the moment. */
  readonly network?: () => readonly string[];
  /** A proxy on this machine is in front and names the senders. */
  readonly behindProxy?: boolean;
  readonly migrations?: string;
  /** Makes the demo account if it is missing, which is the default. */
  readonly demo?: boolean;
  /** Takes a daily copy of the data, and duplicates it to the second place if there is one. */
  readonly copies?: { readonly place: string | undefined; readonly key?: string | undefined };
  /** Receives mails, which are printed by default. */
  readonly mail?: (text: string) => void;
}

export interface EmbeddedServer {
  readonly origin: string;
  readonly pg: Pool;
  readonly auth: Auth;
  readonly secrets: Secrets;
  /** The server's own routes, before the site's. */
  readonly routes: readonly Route[];
  /** The demo account's overlay link; null without `demo`. */
  readonly overlayLink: string | null;
  readonly close: () => Promise<void>;
}

/** Starts listening and returns the address. Throws StartProblem. */
const listen = (server: Server, port: number, host: string | undefined): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartProblem(portProblem(port, error), { cause: error }));
    });
    server.listen(port, host, () => {
      resolve(server.address() as AddressInfo);
    });
  });

/** The origin a request was sent to: a known one, or this machine by one of its own names or addresses. */
const originOf = (headers: Headers, known: readonly string[]): string => {
  const host = headers.get('host') ?? '';
  const scheme = headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https' ? 'https' : 'http';
  return known.find((origin) => new URL(origin).host === host) ?? `${scheme}://${host}`;
};

/** The HTML of a page of the site; the development server renders its own. */
const readPage = async (
  path: string,
  { dist, siteUrl }: { dist: string | undefined; siteUrl: string },
): Promise<string> =>
  dist === undefined
    ? (await fetch(new URL(path, siteUrl))).text()
    : namedBy(siteUrl, await readFile(join(dist, path, 'index.html'), 'utf8'));

/** Answers shared links. */
const answerPage =
  ({ sharedPage }: Snapshots): Route['answer'] =>
  async (request, response) => {
    const made = await sharedPage(request);
    if (made === undefined) throw new Refusal(404, 'There is no page at this address.');
    response.statusCode = made.status;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.setHeader('content-security-policy', "frame-ancestors 'none'");
    response.end(made.html);
  };

/** Runs every step even if earlier ones fail; rejects with the first failure. */
const runAll = async (steps: readonly (() => unknown)[]): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length) throw failures[0];
};

/** Starts the whole embedded server on one port. Throws StartProblem. */
export const startServer = async (options: ServerOptions): Promise<EmbeddedServer> => {
  const { folder, port, everywhere = false, dist, origins = [], behindProxy = false } = options;
  const { mail = console.log, network = () => [] } = options;
  const lock = lockFolder(folder);
  // Other upgrades may be ignored, which browsers and curl expect when they offer HTTP/2.
  const server = createServer({ shouldUpgradeCallback: ({ url }) => isWebSocketPath(url) });
  limitConnections(server, { behindProxy });
  const ipv6 = createConnectionServer((socket) => server.emit('connection', socket));
  let database: Database | undefined;
  let realtime: Realtime | undefined;
  let clock: WatchedClock | undefined;
  let stopPurging = (): Promise<void> => Promise.resolve();
  let snapshots: Snapshots | undefined;
  let copying: Copying | undefined;
  let closing = false;

  // Accept nothing new before ending open connections, and close the database once nothing uses it.
  const close = (): Promise<void> => {
    closing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    ipv6.close();
    return runAll([
      () => copying?.stop(),
      () => realtime?.close(),
      () => {
        server.closeAllConnections();
        return closed;
      },
      () => clock?.stop(),
      () => stopPurging(),
      () => snapshots?.close(),
      () => database?.close(),
      lock.release,
    ]);
  };

  try {
    const secrets = openFolder(folder);
    // Requests wait while the database opens.
    const ready = Promise.withResolvers<Gateway>();
    if (behindProxy) {
      server.on('request', believeProxy);
      server.on('upgrade', believeProxy);
    }
    server.on('request', (request, response) => {
      void ready.promise.then((gateway) => gateway(request, response));
    });
    server.on('upgrade', (_request, socket) => {
      // Node removes its own listener on upgrade; a reset connection must not end the process.
      socket.on('error', () => {});
      if (closing || !realtime) refuseUpgrade(socket, new Refusal(503, 'The server is starting or stopping'));
    });
    const { port: actualPort } = await listen(server, port, everywhere ? undefined : '127.0.0.1');
    const origin = `http://localhost:${actualPort}`;
    if (!everywhere) {
      // Browsers may resolve `localhost` to ::1, so listen there too.
      await listen(ipv6, actualPort, '::1').catch((problem: unknown) => {
        const { code = '' } = (problem as StartProblem).cause as NodeJS.ErrnoException;
        if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) throw problem;
      });
    }

    database = await connect(join(folder, DATA.database));
    const { pg } = database;
    const siteUrl = options.siteUrl ?? origin;
    const redirectOrigins = [siteUrl, siteUrl.replace('localhost', '127.0.0.1'), ...origins];
    await prepareAuth(pg);
    await migrate(pg, options.migrations ?? MIGRATIONS);
    const auth = await createAuth({ sessions: database, secrets, siteUrl, redirectOrigins, mail });
    const watched = (clock = watchClock(pg));
    const callNow = createCalls(pg);
    const call: Call = (...asked) => watched.run(() => callNow(...asked));
    const rest = createRest({ lite: auth.lite, call, verifyToken: auth.verifyToken });
    const score = createScore({ call, verifyToken: auth.verifyToken });
    stopPurging = purgeMessages(pg);

    const service = await openSnapshots({
      folder: join(folder, DATA.pictures),
      pg,
      call,
      origin,
      originOf: (headers) => originOf(headers, [origin, ...redirectOrigins]),
      page: (path) => readPage(path, { dist, siteUrl }),
    });
    snapshots = service;
    const guard = createGuard(origins);
    const channels = await attachRealtime(server, {
      check: (request) => {
        guard.checkHost(request);
        guard.checkOrigin(request);
      },
      sessions: database,
      publishableKey: EMBEDDED_PUBLISHABLE_KEY,
      secretKey: secrets.secretKey,
      verifyToken: auth.verifyToken,
    });
    realtime = channels;
    await database.listen('session_ended', {
      onMessage: (session) => {
        channels.dropSession(session);
      },
      missed: () => {
        channels.dropEndedSessions();
      },
    });
    const token = options.demo === false ? null : await prepareDemo(pg, auth);
    const { owners, importLines } = administration({ auth, pg, call, secretKey: secrets.secretKey });
    const look = watchHealth({ folder, sessions: database, copies: () => copying?.state() });
    const web = { origin, limit: BODY_LIMIT, room: createMemoryBudget(BODY_ROOM) };
    const answering: GatewayOptions = {
      guard,
      site: dist ? createSite({ dist, origin: siteUrl, madePage: service.sharedPage }) : undefined,
      routes: [
        { path: /^\/auth\/v1\//, answer: answerBy(auth.fetch, web) },
        { path: /^\/rest\/v1(\/|$)/, answer: answerBy(rest, web) },
        { path: /^\/realtime\/v1\//, answer: answerBy(channels.answer, web) },
        {
          path: new RegExp(`^${SERVICE_PATH}(/|$)`),
          // The service itself reports too large a picture, to the sender and to the venue's owner.
          answer: answerBy(service.answer, { origin, limit: Infinity }),
        },
        { path: new RegExp(`^${SCORE_PATH}(/|$)`), answer: answerBy(score, web) },
        { path: new RegExp(`^${OWNERS_PATH}$`), answer: answerBy(owners, web) },
        { path: new RegExp(`^${IMPORT_PATH}$`), answer: answerBy(importLines, web) },
        { path: new RegExp(`^${HEALTH_PATH}$`), answer: answerBy(answerHealth(look, rest), web) },
        { path: new RegExp(`^${NETWORK_PATH}$`), answer: answerNetwork(network) },
        // Only when the site is on another server: the development server fetches rendered pages here.
        { path: SHARED_LINK, answer: answerPage(service) },
      ],
    };
    ready.resolve(createGateway(answering));
    markComplete(folder);
    lock.note(origin);
    setImmediate(service.warm);
    if (options.copies) copying = keepCopies({ folder, pg, ...options.copies });
    const { routes } = answering;
    return {
      origin,
      pg,
      auth,
      secrets,
      routes,
      overlayLink: token === null ? null : overlayLink(siteUrl, token),
      close,
    };
  } catch (error) {
    await close().catch(() => undefined);
    if (error instanceof Damage) {
      throw new StartProblem(
        `The data in ${folder} is damaged: ${error.message}. ${adviceFor(folder, options.copies?.place)}`,
      );
    }
    if (isDiskFull(error)) throw new StartProblem(noRoomIn(folder), { cause: error });
    throw error instanceof StartProblem
      ? error
      : new StartProblem(`The embedded server could not start: ${messageOf(error)}.`, { cause: error });
  }
};
