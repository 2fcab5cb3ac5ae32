import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createConnectionServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { DEFAULT_BOARDS } from '../../src/config/limits.ts';
import { overlayLink } from '../../src/core/link.ts';
import { AccountError, createAuth, prepareAuth, type Auth } from './auth.ts';
import { connect, migrate, MIGRATIONS, purgeMessages } from './database.ts';
import { adviceFor } from './copies.ts';
import { markComplete, openFolder, type Secrets } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { answerJson, isSameKey, Refusal, sendWebResponse, toWebRequest } from './http.ts';
import { addressOf } from './limits.ts';
import { printFailure } from './log.ts';
import { DATA } from './paths.ts';
import { Damage, messageOf, StartProblem } from './problem.ts';
import { attachRealtime, isWebSocketPath, type Realtime } from './realtime/index.ts';
import { createRest } from './rest.ts';
import { createSite } from './site.ts';
import { createSnapshots } from './snapshots.ts';

/** The account that only the embedded default has. */
export const DEMO = { email: 'demo@cueboard.test', password: 'cueboard-demo', venue: 'demo' } as const;

/** Where an account is made, by whoever has the secret key. */
export const OWNERS_PATH = '/admin/v1/owners';
const BODY_LIMIT = 1024 * 1024;

export interface ServerOptions {
  /** The data folder. */
  readonly folder: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Listen on every address of the machine, not only on its own. */
  readonly everywhere?: boolean;
  /** The built site's folder; without one, only the backend answers. */
  readonly dist?: string;
  /** The site's address when it isn't this server's: the development server's. */
  readonly siteUrl?: string;
  /** Other addresses by which the site is reached, such as the machine's own on its network. */
  readonly otherOrigins?: readonly string[];
  readonly migrations?: string;
  /** Takes the mails, which the embedded default prints. */
  readonly mail?: (text: string) => void;
}

export interface EmbeddedServer {
  readonly origin: string;
  readonly pg: PGlite;
  readonly auth: Auth;
  readonly secrets: Secrets;
  /** The demo account's overlay link. */
  readonly overlayLink: string;
  readonly close: () => Promise<void>;
}

/** Starts listening; gives the address. Throws StartProblem. */
const listen = (server: Server, port: number, host: string | undefined): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartProblem(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken: stop what uses it, or choose another with PORT=8080 npm start.`
            : `Port ${port} can't be opened: ${error.message}.`,
          { cause: error },
        ),
      );
    });
    server.listen(port, host, () => {
      resolve(server.address() as AddressInfo);
    });
  });

/** The demo account's token; makes the account, its overlay and the sample boards where they are missing. */
const prepareDemo = async (
  pg: PGlite,
  auth: Auth,
  snapshots: ReturnType<typeof createSnapshots>,
): Promise<string> => {
  const { rows } = await pg.query<{ id: string }>('select id from auth.users where email = $1', [DEMO.email]);
  let id = rows[0]?.id;
  if (!id) {
    for (const board of DEFAULT_BOARDS) {
      const picture = join(import.meta.dirname, 'samples', `${board}.jpg`);
      await snapshots.store(`${DEMO.venue}-${board}`, readFileSync(picture));
    }
    ({ id } = await auth.addOwner(DEMO.email, DEMO.password));
  }
  return pg.transaction(async (transaction) => {
    await transaction.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)`,
      [JSON.stringify({ sub: id, role: 'authenticated' }), id],
    );
    const overlay = await transaction.query<{ url_token: string }>(
      'select url_token from public.ensure_overlay()',
    );
    return overlay.rows[0]?.url_token ?? '';
  });
};

/** Answers a request that failed: refusals with their sentence, anything else without details. */
const answerFailure = (response: ServerResponse, error: unknown): void => {
  // Whoever hung up hears nothing.
  if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return;
  const status = error instanceof Refusal ? error.status : error instanceof AccountError ? 422 : 500;
  if (status === 500) printFailure('The server could not answer', error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (error instanceof Refusal) response.setHeaders(new Headers(error.headers));
  // What is left of an oversized body would be read as the next request.
  if (status === 413) response.setHeader('connection', 'close');
  answerJson(response, status, {
    code: status,
    ...(error instanceof Refusal && error.code !== undefined && { error_code: error.code }),
    msg: status === 500 ? 'Internal error' : messageOf(error),
  });
};

/** Closes an upgraded connection that nobody takes, with the reason. */
const refuseUpgrade = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
};

/** Runs every step, whatever becomes of the ones before; rejects with the first failure. */
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

/** Starts the whole embedded default on one port. Throws StartProblem. */
export const startServer = async (options: ServerOptions): Promise<EmbeddedServer> => {
  const { folder, port, everywhere = false, dist, mail = console.log } = options;
  const lock = lockFolder(folder);
  const server = createServer();
  const ipv6 = createConnectionServer((socket) => server.emit('connection', socket));
  let connection: PgliteConnection | undefined;
  let realtime: Realtime | undefined;
  let stopPurging = (): void => {};
  let closing = false;

  // Nothing new comes in before what is open is ended, and the database goes when nobody asks it any more.
  const close = (): Promise<void> => {
    closing = true;
    const closed = new Promise((resolve) => server.close(resolve));
    ipv6.close();
    return runAll([
      () => realtime?.close(),
      () => {
        server.closeAllConnections();
        return closed;
      },
      () => {
        stopPurging();
      },
      () => connection?.close(),
      lock.release,
    ]);
  };

  try {
    const secrets = openFolder(folder);
    // Whoever asks while the database opens is answered when it has.
    const ready =
      Promise.withResolvers<(request: IncomingMessage, response: ServerResponse) => Promise<void>>();
    server.on('request', (request, response) => {
      ready.promise
        .then((route) => route(request, response))
        .catch((error: unknown) => {
          answerFailure(response, error);
        });
    });
    server.on('upgrade', (request, socket) => {
      // Node takes its own listener away with the upgrade; a reset connection must not end the process.
      socket.on('error', () => {});
      if (!isWebSocketPath(request.url)) refuseUpgrade(socket, '404 Not Found');
      else if (closing || !realtime) refuseUpgrade(socket, '503 Service Unavailable');
    });
    const { port: actualPort } = await listen(server, port, everywhere ? undefined : '127.0.0.1');
    const origin = `http://localhost:${actualPort}`;
    if (!everywhere) {
      // Where `localhost` means ::1 to a browser, it finds the same server there.
      await listen(ipv6, actualPort, '::1').catch((problem: unknown) => {
        const { code = '' } = (problem as StartProblem).cause as NodeJS.ErrnoException;
        if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) throw problem;
      });
    }

    connection = await connect(join(folder, DATA.database));
    const pg = connection.driver;
    const siteUrl = options.siteUrl ?? origin;
    const redirectOrigins = [
      siteUrl,
      siteUrl.replace('localhost', '127.0.0.1'),
      ...(options.otherOrigins ?? []),
    ];
    const authOptions = { connection, secrets, siteUrl, redirectOrigins, mail };
    await prepareAuth(authOptions);
    await migrate(pg, options.migrations ?? MIGRATIONS);
    const auth = await createAuth(authOptions);
    const rest = createRest(auth.app);
    stopPurging = await purgeMessages(pg);

    const snapshots = createSnapshots({
      folder: join(folder, DATA.pictures),
      uploadKey: secrets.snapshotUploadKey,
    });
    const channels = await attachRealtime(server, {
      pg,
      publishableKey: EMBEDDED_PUBLISHABLE_KEY,
      secretKey: secrets.secretKey,
      verifyToken: auth.verifyToken,
    });
    realtime = channels;
    const site = dist ? createSite({ dist }) : undefined;
    const token = await prepareDemo(pg, auth, snapshots);

    const addOwner = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (!isSameKey(String(request.headers['apikey']), secrets.secretKey)) {
        throw new Refusal(401, 'This needs the secret key.');
      }
      if (request.method !== 'POST') throw new Refusal(405, 'Use POST.', { headers: { allow: 'POST' } });
      const body = await (await toWebRequest(request, origin, BODY_LIMIT)).text();
      const email = body.startsWith('{') ? (JSON.parse(body) as { email?: unknown }).email : undefined;
      if (typeof email !== 'string') throw new Refusal(400, 'The body is {"email": "…"}.');
      const owner = await auth.addOwner(email);
      await auth.invite(owner.email);
      answerJson(response, 201, { email: owner.email, password: owner.password });
    };

    const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (/^\/auth\/v1(\/|$)/.test(path)) {
        const asked = await toWebRequest(request, origin, BODY_LIMIT);
        await sendWebResponse(await auth.fetch(asked, addressOf(request)), response);
      } else if (/^\/rest\/v1(\/|$)/.test(path)) {
        await sendWebResponse(await rest(await toWebRequest(request, origin, BODY_LIMIT)), response);
      } else if (path.startsWith('/realtime/v1/')) {
        await channels.handle(request, response);
      } else if (/^\/functions\/v1\/snapshot(\/|$)/.test(path)) {
        await snapshots.handle(request, response, new URL(request.url ?? '/', origin));
      } else if (path === OWNERS_PATH) {
        await addOwner(request, response);
      } else if (/^\/(auth|rest|realtime|functions|admin|storage)\//.test(path) || !site) {
        throw new Refusal(404, `There is nothing at ${path}.`);
      } else {
        await site(request, response);
      }
    };
    ready.resolve(route);
    markComplete(folder);
    lock.note(origin);
    return { origin, pg, auth, secrets, overlayLink: overlayLink(siteUrl, token), close };
  } catch (error) {
    await close().catch(() => undefined);
    if (error instanceof Damage) {
      throw new StartProblem(`The data in ${folder} is damaged: ${error.message}. ${adviceFor(folder)}`);
    }
    throw error instanceof StartProblem
      ? error
      : new StartProblem(`The embedded default could not start: ${messageOf(error)}.`, { cause: error });
  }
};
