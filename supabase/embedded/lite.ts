import { App } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import type { Secrets } from './data-folder.ts';

export interface LiteOptions {
  readonly connection: PgliteConnection;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  /** Whether accounts are made by sign-up: only by an app that nobody outside this process reaches. */
  readonly signUp?: boolean;
}

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
