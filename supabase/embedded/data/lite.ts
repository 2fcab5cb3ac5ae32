import { AsyncLocalStorage } from 'node:async_hooks';
import { App } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/config/backend.ts';
import { PASSWORD_MIN_LENGTH } from '../../../src/config/limits.ts';
import type { Secrets } from './data-folder.ts';
import { isUnavailable } from '../http/problem.ts';

// If lite ever tries to write to Object.prototype, fail that request instead.
Object.preventExtensions(Object.prototype);

export interface LiteOptions {
  readonly connection: PostgresConnection;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  /** Whether sign-up creates accounts: only for an app unreachable from outside this process. */
  readonly signUp?: boolean;
}

/** The parts of lite's connection we set; `rlsState` is private there. */
type Adjustable = Omit<PostgresConnection, 'kysely'> & { kysely: Kysely<unknown>; rlsState: 'active' };

/** The database error behind the request that lite is answering, before lite rewords it. */
const answering = new AsyncLocalStorage<{ error?: unknown }>();

const noteError = (error: unknown): void => {
  const noted = answering.getStore();
  if (noted) noted.error = error;
};

// lite's own version of this reads every warning as a text, and throws at Node's own, which are errors.
const emitWarning = process.emitWarning.bind(process);
process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
  if (warning instanceof Error) process.emit('warning', warning);
  else Reflect.apply(emitWarning, null, [warning, ...rest]);
};

// lite prints every failed request, even its own refusals, and has no option to stop it.
const print = console.error.bind(console);
console.error = (...parts: unknown[]) => {
  const noted = answering.getStore();
  if (noted) noted.error ??= parts.find((part) => part instanceof Error);
  else print(...parts);
};

/**
 * lite's connection, using our sessions. Its own driver never connects here: it ends the process if a session is lost
 * mid-write. Marks row-level security as set up: otherwise, on the first signed-in request, lite would grant every role
 * everything in each schema that uses it, undoing the migrations' grants.
 */
export const connectLite = (pool: Pool): PostgresConnection => {
  const connection = createPostgresConnection({ url: '' });
  const adjustable = connection as unknown as Adjustable;
  const sessions = {
    connect: () =>
      pool.connect().catch((error: unknown) => {
        noteError(error);
        throw error;
      }),
    end: () => Promise.resolve(),
  };
  adjustable.kysely = new Kysely({
    dialect: new PostgresDialect({ pool: sessions }),
    log: (event) => {
      if (event.level === 'error') noteError(event.error);
    },
  });
  adjustable.rlsState = 'active';
  return connection;
};

/**
 * Has lite answer a request. Returns its answer with the underlying error, which lite's answer says less about; throws
 * that error if the database was down.
 */
export const fetchFrom = (
  app: App,
  request: Request,
): Promise<{ readonly answer: Response; readonly error: unknown }> =>
  answering.run({}, async () => {
    const answer = await app.fetch(request);
    const error = answering.getStore()?.error;
    if (isUnavailable(error)) throw error;
    return { answer, error };
  });

/** Calls a lite's Auth at a path under `/auth/v1/`, with no part of a client's request. Rejects on failure. */
export type AskLite = (
  method: 'GET' | 'POST',
  path: string,
  sent?: { readonly body?: unknown; readonly authorization?: string | null },
) => Promise<Response>;

/** @supabase/lite on our database. Outside requests reach it only through `auth/` and `rest.ts`. */
export const createLite = ({ connection, secrets, siteUrl, signUp = false }: LiteOptions): App =>
  new App({
    connection,
    auth: {
      jwt_secret: secrets.jwtSecret,
      publishable_key: EMBEDDED_PUBLISHABLE_KEY,
      secret_key: secrets.secretKey,
      enable_signup: signUp,
      site_url: siteUrl,
      minimum_password_length: PASSWORD_MIN_LENGTH,
    },
    // Mails from lite would carry its own tokens, which open nothing here: `auth/links.ts` makes ours.
    options: { drivers: { email: { send: () => Promise.reject(new Error('lite sends no mails here')) } } },
  });

export const createAskLite =
  (app: App, siteUrl: string): AskLite =>
  async (method, path, { body, authorization } = {}) => {
    const request = new Request(`${siteUrl}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: EMBEDDED_PUBLISHABLE_KEY,
        'content-type': 'application/json',
        ...(authorization && { authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { answer, error } = await fetchFrom(app, request);
    if (answer.status >= 500) {
      throw error instanceof Error ? error : new Error(`lite's Auth answered ${answer.status}`);
    }
    return answer;
  };
