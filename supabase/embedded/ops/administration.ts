import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { sqlStateOf } from '../../functions/_shared/database-error.ts';
import type { Pool } from 'pg';
import type { Auth } from '../auth/index.ts';
import { listOwners, removeOwner, resetOwner } from '../auth/owners.ts';
import type { Call } from '../data/calls.ts';
import { isSameKey, Refusal } from '../http/http.ts';
import type { WebHandler } from '../http/web-handler.ts';
import { readObject } from '../rest/rest.ts';

/** What programs of this machine ask the server. */

/** Lists accounts (GET), creates (POST), resets (PUT) and removes (DELETE) one; needs the secret key. */
export const OWNERS_PATH = '/admin/v1/owners';
/** Imports lines of an account's file; needs the secret key. */
export const IMPORT_PATH = '/admin/v1/import';

/** The email address in an account request's body, and the language to invite it in, if any. */
const accountIn = async (
  request: Request,
): Promise<{ email: string; locale: Locale | undefined } | undefined> => {
  const { email, locale } = (await readObject(request))?.fields ?? {};
  return typeof email === 'string'
    ? { email, locale: LOCALE_NAMES.find((name) => name === locale) }
    : undefined;
};

interface Administered {
  readonly auth: Auth;
  readonly pg: Pool;
  readonly call: Call;
  readonly secretKey: string;
}

/** The handlers of both paths. */
export const administration = ({
  auth,
  pg,
  call,
  secretKey,
}: Administered): { readonly owners: WebHandler; readonly importLines: WebHandler } => {
  const requireAdministrator = (request: Request, methods: readonly string[]): void => {
    if (!isSameKey(request.headers.get('apikey') ?? '', secretKey)) {
      throw new Refusal(401, 'This needs the secret key.');
    }
    if (methods.includes(request.method)) return;
    const allow = methods.join(', ');
    throw new Refusal(405, `Use ${allow}.`, { headers: { allow } });
  };

  const addOwner = async (email: string, locale: Locale | undefined) => {
    const owner = await auth.addOwner(email);
    await auth.invite(owner.email, locale);
    return { email: owner.email, password: owner.password };
  };

  const resetPassword = async (email: string) => {
    const { password, ...owner } = await resetOwner(pg, email);
    return { email: owner.email, password };
  };

  const change: Readonly<Record<string, (email: string, locale: Locale | undefined) => Promise<object>>> = {
    POST: addOwner,
    PUT: resetPassword,
    DELETE: (email) => removeOwner(pg, email),
  };

  const owners: WebHandler = async (request) => {
    requireAdministrator(request, ['GET', ...Object.keys(change)]);
    const headers = { 'cache-control': 'no-store' };
    const work = change[request.method];
    if (!work) return Response.json(await listOwners(pg), { headers });
    const account = await accountIn(request);
    if (account === undefined) throw new Refusal(400, 'The body must be {"email": "…"}.');
    return Response.json(await work(account.email, account.locale), {
      status: request.method === 'POST' ? 201 : 200,
      headers,
    });
  };

  const importLines: WebHandler = async (request) => {
    requireAdministrator(request, ['POST']);
    const malformed = new Refusal(400, 'The body must be {"email": "…", "lines": […], "stores": true}.');
    const body = await readObject(request);
    if (!body) throw malformed;
    const args = { names: ['email', 'lines', 'stores'], json: body.text };
    const answer = await call('import_lines', args, { role: 'service_role' }).catch((error: unknown) => {
      // Values of other types.
      throw sqlStateOf(error)?.startsWith('22') ? malformed : error;
    });
    return new Response(answer, {
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
  };
  return { owners, importLines };
};
