import { randomBytes } from 'node:crypto';
import type { App } from '@supabase/lite';
import type { Pool } from 'pg';
import { isEmail } from '../../../src/core/account/credentials.ts';
import type { Secrets } from '../data/data-folder.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { Refusal } from '../http/http.ts';
import { createLimiter } from '../http/limits.ts';
import { connectLite, createAskLite, createLite } from '../data/lite.ts';
import type { Sessions } from '../data/sessions.ts';
import type { WebHandler } from '../http/web-handler.ts';
import { createAddOwner, type AddOwner } from './accounts.ts';
import {
  ACCOUNT_REQUESTS,
  coolDown,
  createGuesses,
  MAILS_FOR_ADDRESS,
  REFRESHES,
  VERIFICATIONS,
} from './guesses.ts';
import { createLinks, prepareLinks } from './links.ts';
import { createMails, type Mails } from './mails.ts';
import { checkNewPassword, hashForNothing, isPassword, readSession, savePassword } from './passwords.ts';
import { bearerOf, readRequest, type AuthRequest } from './request.ts';
import { createVerifyToken, type VerifyToken } from './tokens.ts';

export interface Auth {
  /** Answers a request under `/auth/v1/` from `address` as Supabase does, without sign-up. Throws Refusal. */
  readonly fetch: WebHandler;
  /** What that serves, each as `POST token`. */
  readonly routes: readonly string[];
  /** The underlying app, which serves tables too. */
  readonly lite: App;
  readonly addOwner: AddOwner;
  readonly invite: Mails['invite'];
  readonly verifyToken: VerifyToken;
}

interface Options {
  readonly sessions: Sessions;
  readonly secrets: Secrets;
  readonly siteUrl: string;
  /** All of the site's origins, including its own: links lead nowhere else. */
  readonly redirectOrigins: readonly string[];
  readonly mail: (text: string) => void;
}

type Answer = (asked: AuthRequest) => Promise<Response>;

/** Creates schema `auth` and our additions. Run migrations after it, then `createAuth`. */
export const prepareAuth = async (pg: Pool): Promise<void> => {
  const unused = { jwtSecret: 'unused'.repeat(6), secretKey: 'sb_secret_unused' };
  const connection = connectLite(pg);
  await createLite({ connection, secrets: unused, siteUrl: 'http://localhost' }).ensureSystemSchema();
  await prepareLinks(pg);
};

/** lite's answer without its extra headers. */
const relay = async (answer: Response): Promise<Response> => {
  const body = await answer.text();
  return new Response(body || null, {
    status: answer.status,
    headers: { 'cache-control': 'no-store', ...(body && { 'content-type': 'application/json' }) },
  });
};

const wrongCredentials = (): Refusal =>
  new Refusal(400, 'Invalid login credentials', { code: 'invalid_credentials' });
const spentLink = (): Refusal =>
  new Refusal(403, 'Email link is invalid or has expired', { code: 'otp_expired' });
/** Auth uses one message for both codes. */
const currentPassword = (code: 'current_password_required' | 'current_password_invalid'): Refusal =>
  new Refusal(400, 'Current password required when setting new password.', { code });
const invalid = (message: string): Refusal => new Refusal(400, message, { code: 'validation_failed' });

/** Auth and REST on a migrated database. */
export const createAuth = async (options: Options): Promise<Auth> => {
  const { sessions, secrets, siteUrl } = options;
  const { pg, settle } = sessions;
  const lite = { connection: connectLite(pg), secrets, siteUrl };
  const app = createLite(lite);
  await app.init();
  // lite has no admin API: accounts are created through a sign-up that only this process can reach.
  const accounts = createLite({ ...lite, signUp: true });
  await accounts.init();

  const ask = createAskLite(app, siteUrl);
  const links = createLinks(pg);
  const mails = createMails({ ...options, links });
  const verifyToken = await createVerifyToken(sessions, secrets.jwtSecret);
  const guess = createGuesses();
  const refreshes = createLimiter(REFRESHES);
  const accountRequests = createLimiter(ACCOUNT_REQUESTS);
  const verifications = createLimiter(VERIFICATIONS);
  const mailsForAddress = createLimiter(MAILS_FOR_ADDRESS);
  /**
   * Signing in, opening links and changing passwords take turns: guesses use only one core, wrong passwords are counted
   * exactly, and no session starts from a password or link that is being replaced. A hash takes about 70 ms.
   */
  const turns = createFairQueue({ atOnce: 1, waiting: 30 });

  const signIn: Answer = async ({ fields: { email = '', password = '' }, address, signal }) => {
    if (!email) throw invalid('missing email or phone');
    const account = email.toLowerCase();
    const check = async (): Promise<Response | null> => {
      const answer = await ask('POST', 'token?grant_type=password', { body: { email: account, password } });
      if (answer.status !== 400) return relay(answer);
      // lite skips hashing if there is no account or no password was sent.
      const { rows } = await pg.query(
        `select from auth.users where email = $1 and encrypted_password is not null and $2 <> ''`,
        [account, password],
      );
      if (!rows.length) await hashForNothing(password);
      await coolDown();
      return null;
    };
    const session = await turns.run(address, () => guess(address, account, check), signal);
    if (!session) throw wrongCredentials();
    return session;
  };

  const refresh: Answer = async ({ fields: { refresh_token }, address }) => {
    await refreshes.take(address);
    return relay(await ask('POST', 'token?grant_type=refresh_token', { body: { refresh_token } }));
  };

  const token: Answer = (asked) => {
    switch (asked.query.get('grant_type')) {
      case 'password':
        return signIn(asked);
      case 'refresh_token':
        return refresh(asked);
      default:
        throw new Refusal(400, 'unsupported_grant_type', { code: 'invalid_credentials' });
    }
  };

  const logout: Answer = async ({ query, authorization, address }) => {
    await accountRequests.take(address);
    const scope = query.get('scope') ?? 'global';
    const answer = await relay(
      await ask('POST', `logout?scope=${encodeURIComponent(scope)}`, { authorization }),
    );
    await settle();
    return answer;
  };

  const readUser = async (authorization: string | null): Promise<Response> =>
    relay(await ask('GET', 'user', { authorization }));

  const getUser: Answer = async ({ authorization, address }) => {
    await accountRequests.take(address);
    return readUser(authorization);
  };

  const changePassword: Answer = async (asked) => {
    const who = await getUser(asked);
    if (!who.ok) return who;
    if (asked.changesMore) {
      throw new Refusal(422, 'Only the password of an account can be changed', { code: 'validation_failed' });
    }
    const password = checkNewPassword(asked.fields.password);
    const { current_password: current } = asked.fields;
    const session = (await verifyToken(bearerOf(asked.authorization) ?? ''))?.claims['session_id'];
    const before = await readSession(pg, session);
    if (before && !before.fresh && current === undefined) throw currentPassword('current_password_required');
    const change = async (): Promise<true | null> => {
      const account = await readSession(pg, session);
      if (!account) throw new Refusal(403, 'The session has ended', { code: 'session_not_found' });
      const { user_id: user, encrypted_password: hash } = account;
      if (current !== undefined && !(await isPassword(current, hash))) return null;
      if (await isPassword(password, hash)) {
        throw new Refusal(422, 'New password should be different from the old password.', {
          code: 'same_password',
        });
      }
      await savePassword(pg, { user, session, password });
      return true;
    };
    const { address, signal } = asked;
    const proven = await turns.run(
      address,
      // Without a current password there is nothing to guess: if locked out, use a mailed link.
      () => (current === undefined ? change() : guess(address, before?.email ?? '', change)),
      signal,
    );
    if (!proven) throw currentPassword('current_password_invalid');
    await settle();
    return readUser(asked.authorization);
  };

  const recover: Answer = async ({ fields: { email = '' }, query, address }) => {
    if (!email) throw invalid('Password recovery requires an email');
    if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format');
    await mailsForAddress.take(address);
    mails.recover(email.toLowerCase(), query.get('redirect_to'));
    return Response.json({});
  };

  const verify: Answer = async ({ fields: { token_hash = '', type = '' }, address, signal }) => {
    await verifications.take(address);
    return turns.run(
      address,
      async () => {
        const user = await links.redeem(token_hash, type);
        if (!user) throw spentLink();
        // lite starts sessions only for its own tokens: this one exists only for the duration of the call.
        const ours = randomBytes(32).toString('hex');
        await pg.query('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [
          user,
          ours,
        ]);
        return relay(await ask('POST', 'verify', { body: { type: 'recovery', token_hash: ours } }));
      },
      signal,
    );
  };

  const closed =
    (message: string, code: string): Answer =>
    () => {
      throw new Refusal(422, message, { code });
    };

  /** Everything served; each handler makes its own call to lite, so no outside request reaches it. */
  const routes = new Map<string, ReadonlyMap<string, Answer>>([
    ['token', new Map([['POST', token]])],
    ['logout', new Map([['POST', logout]])],
    [
      'user',
      new Map([
        ['GET', getUser],
        ['PUT', changePassword],
      ]),
    ],
    ['recover', new Map([['POST', recover]])],
    ['verify', new Map([['POST', verify]])],
    ['signup', new Map([['POST', closed('Signups not allowed for this instance', 'signup_disabled')]])],
    ['otp', new Map([['POST', closed('Signups not allowed for otp', 'otp_disabled')]])],
  ]);

  return {
    lite: app,
    fetch: async (request, address) => {
      const { pathname } = new URL(request.url);
      const methods = pathname.startsWith('/auth/v1/')
        ? routes.get(pathname.slice('/auth/v1/'.length))
        : undefined;
      if (!methods) throw new Refusal(404, 'Not found', { code: 'not_found' });
      const answer = methods.get(request.method);
      if (!answer) {
        const allow = [...methods.keys()].join(', ');
        throw new Refusal(405, `Use ${allow}`, { headers: { allow } });
      }
      return answer(await readRequest(request, address));
    },
    routes: [...routes].flatMap(([path, methods]) =>
      [...methods.keys()].map((method) => `${method} ${path}`),
    ),
    addOwner: createAddOwner(createAskLite(accounts, siteUrl)),
    invite: mails.invite,
    verifyToken,
  };
};
