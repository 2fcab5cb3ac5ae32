import { timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createConnectionServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { DEFAULT_BOARDS } from '../../src/config/limits.ts';
import { overlayLink } from '../../src/core/link.ts';
import { AccountError, createAuth, prepareAuth, type Auth } from './auth.ts';
import { connect, migrate, MIGRATIONS, purgeMessages } from './database.ts';
import { lockFolder, readSecrets, type Secrets } from './data-folder.ts';
import { answerJson, Refusal, sendWebResponse, toWebRequest } from './http.ts';
import { messageOf, StartProblem } from './problem.ts';
import { attachRealtime } from './realtime/index.ts';
import { createSite } from './site.ts';
import { createSnapshots } from './snapshots.ts';

/** The account that only the embedded default has. */
export const DEMO = { email: 'demo@cueboard.test', password: 'cueboard-demo', venue: 'demo' } as const;

/** Where the running server notes its address for `npm run owner`. */
const ADDRESS_FILE = 'address';
const OWNERS_PATH = '/admin/v1/owners';
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

const sameKey = (given: string | undefined, expected: string): boolean =>
  given?.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));

/** Starts listening; gives the address. Throws StartProblem. */
const listen = (server: Server, port: number, host: string | undefined): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartProblem(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken: stop what uses it, or choose another with PORT=8080 npm start.`
            : `Port ${port} can't be opened: ${error.message}.`,
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

/** Starts the whole embedded default on one port. Throws StartProblem. */
export const startServer = async (options: ServerOptions): Promise<EmbeddedServer> => {
  const { folder, port, everywhere = false, dist, mail = console.log } = options;
  // Undone in reverse order when the server stops, or when it can't start.
  const undo: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    undo.push(lockFolder(folder));
    const secrets = readSecrets(folder);

    const server = createServer();
    // Whoever asks while the database opens is answered when it has.
    const ready =
      Promise.withResolvers<(request: IncomingMessage, response: ServerResponse) => Promise<void>>();
    server.on('request', (request, response) => {
      ready.promise
        .then((route) => route(request, response))
        .catch((error: unknown) => {
          const status = error instanceof Refusal ? error.status : error instanceof AccountError ? 422 : 500;
          if (status === 500) console.error(error);
          if (response.headersSent) {
            response.destroy();
            return;
          }
          // What is left of an oversized body would be read as the next request.
          if (status === 413) response.setHeader('connection', 'close');
          answerJson(response, status, {
            code: status,
            msg: status === 500 ? 'Internal error' : messageOf(error),
          });
        });
    });
    const { port: actualPort } = await listen(server, port, everywhere ? undefined : '127.0.0.1');
    const origin = `http://localhost:${actualPort}`;
    undo.push(async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    });
    if (!everywhere) {
      // Where `localhost` means ::1 to a browser, it finds the same server there.
      const ipv6 = createConnectionServer((socket) => server.emit('connection', socket));
      await listen(ipv6, actualPort, '::1').then(
        () => undo.push(() => ipv6.close()),
        () => undefined,
      );
    }

    const connection = await connect(join(folder, 'postgres'));
    const pg = connection.driver;
    undo.push(() => connection.close());
    const siteUrl = options.siteUrl ?? origin;
    const redirectUrls = [
      siteUrl,
      siteUrl.replace('localhost', '127.0.0.1'),
      ...(options.otherOrigins ?? []),
    ];
    const authOptions = { connection, secrets, siteUrl, redirectUrls, mail };
    await prepareAuth(authOptions);
    await migrate(pg, options.migrations ?? MIGRATIONS);
    const auth = await createAuth(authOptions);
    undo.push(await purgeMessages(pg));

    const snapshots = createSnapshots({
      folder: join(folder, 'snapshots'),
      uploadKey: secrets.snapshotUploadKey,
    });
    const realtime = await attachRealtime(server, {
      pg,
      publishableKey: EMBEDDED_PUBLISHABLE_KEY,
      secretKey: secrets.secretKey,
      verifyToken: auth.verifyToken,
    });
    undo.push(() => realtime.close());
    const site = dist ? createSite({ dist }) : undefined;
    const token = await prepareDemo(pg, auth, snapshots);

    const addOwner = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (!sameKey(request.headers['apikey'] as string | undefined, secrets.secretKey)) {
        throw new Refusal(401, 'This needs the secret key.');
      }
      if (request.method !== 'POST') throw new Refusal(405, 'Use POST.');
      const { email } = (await (await toWebRequest(request, origin, BODY_LIMIT)).json()) as {
        email?: unknown;
      };
      const owner = await auth.addOwner(String(email));
      await inviteByMail(auth, siteUrl, owner.email);
      answerJson(response, 201, { email: owner.email, password: owner.password });
    };

    const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (/^\/(auth|rest)\/v1(\/|$)/.test(path)) {
        await sendWebResponse(await auth.fetch(await toWebRequest(request, origin, BODY_LIMIT)), response);
      } else if (path.startsWith('/realtime/v1/')) {
        await realtime.handle(request, response);
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
    server.on('upgrade', (request, socket) => {
      if (!request.url?.startsWith('/realtime/v1/websocket')) socket.destroy();
    });

    const addressFile = join(folder, ADDRESS_FILE);
    writeFileSync(addressFile, origin);
    undo.push(() => {
      rmSync(addressFile, { force: true });
    });
    return { origin, pg, auth, secrets, overlayLink: overlayLink(siteUrl, token), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Mails a link that leads to the page where a password is chosen. */
const inviteByMail = async (auth: Auth, siteUrl: string, email: string): Promise<void> => {
  const redirect = encodeURIComponent(`${siteUrl}/set-password/`);
  await auth.fetch(
    new Request(`${siteUrl}/auth/v1/recover?redirect_to=${redirect}`, {
      method: 'POST',
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    }),
  );
};

/**
 * Makes an account on the embedded default in `folder`: through its server when that runs, otherwise by starting one
 * for a moment. Throws AccountError or StartProblem.
 */
export const addEmbeddedOwner = async (
  folder: string,
  email: string,
): Promise<{ email: string; password: string }> => {
  const addressFile = join(folder, ADDRESS_FILE);
  const viaServer = async (origin: string) => {
    const response = await fetch(`${origin}${OWNERS_PATH}`, {
      method: 'POST',
      headers: { apikey: readSecrets(folder).secretKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    const body = (await response.json()) as { email: string; password: string; msg?: string };
    if (!response.ok) throw new AccountError(body.msg ?? `The server answered ${response.status}.`);
    return body;
  };
  if (existsSync(addressFile)) {
    try {
      return await viaServer(readFileSync(addressFile, 'utf8'));
    } catch (error) {
      // A server that was killed leaves its address behind.
      if (error instanceof AccountError) throw error;
    }
  }
  // The invitation leads to where the site will be.
  const siteUrl = `http://localhost:${process.env['PORT'] ?? '4321'}`;
  const server = await startServer({ folder, port: 0, siteUrl });
  try {
    return await viaServer(server.origin);
  } finally {
    await server.close();
  }
};
