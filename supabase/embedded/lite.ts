import { App } from '@supabase/lite';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import type { Secrets } from './data-folder.ts';

export interface LiteOptions {
  readonly connection: PostgresConnection;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  /** Whether accounts are made by sign-up: only by an app that nobody outside this process reaches. */
  readonly signUp?: boolean;
}

/** What of lite's connection we set; `rlsState` is private there. */
type Adjustable = Omit<PostgresConnection, 'kysely'> & { kysely: Kysely<unknown>; rlsState: 'active' };

/**
 * lite's connection, on our sessions: the driver that it brings ends the process when a session is lost while it writes, and
 * never connects here. At the first signed-in request lite would grant every role everything in each schema that has
 * row-level security, and undo the migrations' grants, if it didn't take that for done.
 */
export const connectLite = (pool: Pool): PostgresConnection => {
  const connection = createPostgresConnection({ url: '' });
  const adjustable = connection as unknown as Adjustable;
  adjustable.kysely = new Kysely({ dialect: new PostgresDialect({ pool }) });
  adjustable.rlsState = 'active';
  return connection;
};

/** Asks a lite's Auth from inside this process: a path below `/auth/v1/`, and nothing else of anybody's request. */
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
  (method, path, { body, authorization } = {}) =>
    app.fetch(
      new Request(`${siteUrl}/auth/v1/${path}`, {
        method,
        headers: {
          apikey: EMBEDDED_PUBLISHABLE_KEY,
          'content-type': 'application/json',
          ...(authorization && { authorization }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
