import { App, type EmailDriver } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import type { Secrets } from './data-folder.ts';

export interface LiteOptions {
  readonly connection: PgliteConnection;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  readonly email: EmailDriver;
  /** Whether accounts are made by sign-up: only by an app that nobody outside this process reaches. */
  readonly signUp?: boolean;
}

/** @supabase/lite on our database. What it answers from outside goes through `auth.ts` and `rest.ts`. */
export const createLite = ({ connection, secrets, siteUrl, email, signUp = false }: LiteOptions): App =>
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
    options: { drivers: { email } },
  });
