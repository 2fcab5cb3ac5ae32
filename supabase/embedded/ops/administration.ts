import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { sqlStateOf } from '../../functions/_shared/database-error.ts';
import type { Auth } from '../auth/index.ts';
import type { Call } from '../data/calls.ts';
import { isSameKey, Refusal } from '../http/http.ts';
import type { WebHandler } from '../http/web-handler.ts';
import { readObject } from '../rest/rest.ts';

/** What programs of this machine ask the server. */

/** Creates an account; needs the secret key. */
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
  readonly call: Call;
  readonly secretKey: string;
}

/** The handlers of both paths. */
export const administration = ({
  auth,
  call,
  secretKey,
}: Administered): { readonly addOwner: WebHandler; readonly importLines: WebHandler } => {
  const requireAdministrator = (request: Request): void => {
    if (!isSameKey(request.headers.get('apikey') ?? '', secretKey)) {
      throw new Refusal(401, 'This needs the secret key.');
    }
    if (request.method !== 'POST') throw new Refusal(405, 'Use POST.', { headers: { allow: 'POST' } });
  };

  const addOwner: WebHandler = async (request) => {
    requireAdministrator(request);
    const account = await accountIn(request);
    if (account === undefined) throw new Refusal(400, 'The body must be {"email": "…"}.');
    const owner = await auth.addOwner(account.email);
    await auth.invite(owner.email, account.locale);
    const { password } = owner;
    return Response.json(
      { email: owner.email, password },
      { status: 201, headers: { 'cache-control': 'no-store' } },
    );
  };

  const importLines: WebHandler = async (request) => {
    requireAdministrator(request);
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
  return { addOwner, importLines };
};
