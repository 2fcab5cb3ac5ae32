import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { App, EmailDriver } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { PRODUCT } from '../../src/config/product.ts';
import { ROUTES } from '../../src/config/routes.ts';
import type { Secrets } from './data-folder.ts';
import { createLite } from './lite.ts';

/** Letters and digits that nobody mistakes for each other when reading them aloud. */
const PASSWORD_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** An account that can't be made: the reason in a sentence. */
export class AccountError extends Error {}

export interface Claims {
  readonly role: string;
  readonly sub: string | null;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly claims: Record<string, unknown>;
}

export interface Auth {
  /** Answers a request below `/auth/v1/` from `address` as Supabase does; sign-up is closed. Throws Refusal. */
  readonly fetch: (request: Request, address: string) => Promise<Response>;
  /** The app behind it, which answers REST too. */
  readonly app: App;
  /** Makes an account, with a random one-time password unless one is given. Throws AccountError. */
  readonly addOwner: (
    email: string,
    password?: string,
  ) => Promise<{ email: string; password: string; id: string }>;
  /** Mails a link to the page where a password is chosen. Throws AccountError. */
  readonly invite: (email: string) => Promise<void>;
  /** The claims of a valid access token; null for any other text. */
  readonly verifyToken: (token: string) => Promise<Claims | null>;
}

const oneTimePassword = (): string =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]).join(''),
  ).join('-');

interface Options {
  readonly connection: PgliteConnection;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  /** All origins of the site, its own among them: a session is handed to no other. */
  readonly redirectOrigins: readonly string[];
  readonly mail: (text: string) => void;
}

/** Of the mails of the request that is being answered: where they lead, and their subject if it isn't lite's. */
const mailing = new AsyncLocalStorage<{ readonly redirect: string; readonly subject?: string }>();

/**
 * Hands mails to `mail` as text. lite ignores a request's `redirect_to`, so its links lead to the site's own address;
 * here they stand on the address that the mail was asked from, and lead to the page that was asked for.
 */
const mailTo = (mail: (text: string) => void, siteUrl: string): EmailDriver => ({
  send: ({ to, subject, text = '' }) => {
    const { redirect = siteUrl, subject: ownSubject = subject } = mailing.getStore() ?? {};
    const parameter = (address: string) => `redirect_to=${encodeURIComponent(address)}`;
    const body = text
      .replaceAll(`${siteUrl}/auth/v1/verify`, `${new URL(redirect).origin}/auth/v1/verify`)
      .replaceAll(parameter(siteUrl), parameter(redirect));
    // The pages take links only, so the code that lite puts before the link would lead nowhere.
    const link = /https?:\/\/\S+/.exec(body)?.[0] ?? body;
    mail(`\nMail to ${to}: ${ownSubject}\n\n  ${link}\n`);
    return Promise.resolve();
  },
});

/** What Auth reads from a body as text; lite answers anything else there with an internal error. */
const TEXT_FIELDS = [
  'email',
  'password',
  'refresh_token',
  'token',
  'token_hash',
  'type',
  'auth_code',
  'code_verifier',
];

const isText = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0');

/** A request to Auth as lite may have it, or the answer that Supabase's Auth gives instead. */
const guard = async (request: Request): Promise<Request | Response> => {
  const { pathname } = new URL(request.url);
  // lite decodes paths, so an encoded letter would pass what is guarded by name here.
  if (pathname.includes('%')) {
    return Response.json({ code: 404, error_code: 'not_found', msg: 'Not found' }, { status: 404 });
  }
  if (!request.body) return request;
  const text = await request.text();
  const again = (body: string) => new Request(request, { body });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return again(text);
  }
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  const wrong = fields && TEXT_FIELDS.find((name) => fields[name] != null && !isText(fields[name]));
  if (!fields || wrong) {
    const msg = `Could not parse request body as JSON: ${wrong ?? 'the body'} has the wrong type`;
    return Response.json({ code: 400, error_code: 'bad_json', msg }, { status: 400 });
  }
  // lite makes an account for an unknown address here even when sign-up is closed.
  return again(pathname === '/auth/v1/otp' ? JSON.stringify({ ...fields, create_user: false }) : text);
};

const appFor = ({ connection, secrets, siteUrl, mail }: Options, signUp: boolean): App =>
  createLite({ connection, secrets, siteUrl, signUp, email: mailTo(mail, siteUrl) });

/** Makes schema `auth`. Migrations come after it, `createAuth` after them. */
export const prepareAuth = async (options: Options): Promise<void> => {
  await appFor(options, false).ensureSystemSchema();
};

/** Auth and REST on a migrated database. */
export const createAuth = async (options: Options): Promise<Auth> => {
  const { secrets, siteUrl, redirectOrigins } = options;
  const app = appFor(options, false);
  await app.init();
  // lite has no admin interface: accounts are made by a sign-up that only this process can reach.
  const accounts = appFor(options, true);
  await accounts.init();

  const post = (path: string, body: unknown): Promise<Response> =>
    accounts.fetch(
      new Request(`${siteUrl}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  return {
    app,
    fetch: async (request) => {
      const guarded = await guard(request);
      if (guarded instanceof Response) return guarded;
      const url = new URL(request.url);
      // lite's own list of redirects takes every port of this machine and no address of its network: ours decides.
      const asked = URL.parse(url.searchParams.get('redirect_to') ?? '');
      const redirect = asked && redirectOrigins.includes(asked.origin) ? asked.href : siteUrl;
      url.searchParams.delete('redirect_to');
      const answer = await mailing.run({ redirect }, () => app.fetch(new Request(url, guarded)));
      const location = URL.parse(answer.headers.get('location') ?? '');
      if (!location) return answer;
      const target = new URL(redirect);
      target.hash = location.hash;
      return new Response(null, { status: answer.status, headers: { location: target.href } });
    },
    addOwner: async (address, password = oneTimePassword()) => {
      const email = address.trim().toLowerCase();
      if (!EMAIL.test(email)) throw new AccountError(`"${address}" is not an e-mail address.`);
      const response = await post('signup', { email, password });
      const body = (await response.json()) as { user?: { id: string }; error_code?: string; msg?: string };
      if (!response.ok || !body.user) {
        throw new AccountError(
          body.error_code === 'user_already_exists'
            ? `There is an account for ${email} already.`
            : `No account was made: ${body.msg ?? `Auth answered ${response.status}`}.`,
        );
      }
      return { email, password, id: body.user.id };
    },
    invite: async (email) => {
      const redirect = new URL(ROUTES.setPassword, siteUrl).href;
      const subject = `${PRODUCT.name}: choose your password`;
      const { ok, status } = await mailing.run({ redirect, subject }, () => post('recover', { email }));
      if (!ok) throw new AccountError(`The account is made, but no mail was sent: Auth answered ${status}.`);
    },
    verifyToken: async (token) => {
      const [header, payload, signature] = token.split('.');
      if (!header || !payload || !signature) return null;
      const expected = createHmac('sha256', secrets.jwtSecret).update(`${header}.${payload}`).digest();
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      try {
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
        const { role, sub, exp } = claims;
        if (typeof role !== 'string' || typeof exp !== 'number' || exp * 1000 <= Date.now()) return null;
        return { role, sub: typeof sub === 'string' ? sub : null, exp, claims };
      } catch {
        return null;
      }
    },
  };
};
