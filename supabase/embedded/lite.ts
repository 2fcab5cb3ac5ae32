import { AsyncLocalStorage } from 'node:async_hooks';
import { App } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import type { Secrets } from './data-folder.ts';
import { isUnavailable } from './problem.ts';

// What lite might still write to what all objects share fails instead, in the request that brought it.
Object.preventExtensions(Object.prototype);

export interface LiteOptions {
  readonly connection: PostgresConnection;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  /** Whether accounts are made by sign-up: only by an app that nobody outside this process reaches. */
  readonly signUp?: boolean;
}

/** What of lite's connection we set; `rlsState` is private there. */
type Adjustable = Omit<PostgresConnection, 'kysely'> & { kysely: Kysely<unknown>; rlsState: 'active' };

/** What the request that lite is answering failed with: the database's word, before lite's own. */
const answering = new AsyncLocalStorage<{ error?: unknown }>();

const noteError = (error: unknown): void => {
  const noted = answering.getStore();
  if (noted) noted.error = error;
};

// lite prints what a request failed with, its own refusals too, and nothing can tell it not to.
const print = console.error.bind(console);
console.error = (...parts: unknown[]) => {
  const noted = answering.getStore();
  if (noted) noted.error ??= parts.find((part) => part instanceof Error);
  else print(...parts);
};

/**
 * lite's connection, on our sessions: the driver that it brings ends the process when a session is lost while it writes, and
 * never connects here. At the first signed-in request lite would grant every role everything in each schema that has
 * row-level security, and undo the migrations' grants, if it didn't take that for done.
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
 * Has lite answer a request. Gives with its answer what it failed with, of which lite tells less; throws that when the database
 * was away.
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

/** Asks a lite's Auth from inside this process: a path below `/auth/v1/`, and nothing else of anybody's request. Rejects where it fails. */
export type AskLite = (
  method: 'GET' | 'POST',
  path: string,
  sent?: { readonly body?: unknown; readonly authorization?: string | null },
) => Promise<Response>;

/** @supabase/lite on our database. What it answers from outside goes through `auth/` and `rest.ts`. */
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
    // Mails with lite's tokens would hold nothing that opens: `auth/links.ts` makes ours.
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
