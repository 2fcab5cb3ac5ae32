import type { App } from '@supabase/lite';
import { isObject, type Body } from '../../../src/rules/read.ts';
import { decodeUtf8 } from '../../functions/_shared/body.ts';
import { sqlStateOf } from '../../functions/_shared/database-error.ts';
import { NoFunction, type Call } from '../data/calls.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { refusalOf } from '../http/http.ts';
import { isJsonTooDeep, MOST_NESTED } from '../http/nesting.ts';
import { createRecentDevices } from '../http/recent-devices.ts';
import { createLimiter } from '../http/limits.ts';
import { fetchFrom } from '../data/lite.ts';
import { printFailure, printOnce } from '../http/log.ts';
import { messageOf } from '../http/problem.ts';
import { bearerOf } from '../auth/request.ts';
import type { WebHandler } from '../http/web-handler.ts';
import { isApiKey, unverifiedClaims, type VerifyToken } from '../auth/tokens.ts';

interface Options {
  readonly lite: App;
  readonly call: Call;
  readonly verifyToken: VerifyToken;
}

/** Tables and functions whose names need no quotes. Grants decide access. */
const TABLE = /^\/rest\/v1\/[A-Za-z_]\w*$/;
const FUNCTION = /^\/rest\/v1\/rpc\/(?<name>[A-Za-z_]\w*)$/;
/** Rows are added and removed only by functions. */
const TABLE_METHODS = ['GET', 'HEAD', 'PATCH'];
const FUNCTION_METHODS = ['POST'];
/** Updates of several rows at once could deadlock. */
const ONE_ROW = ['id', 'url_token', 'table_id'];

/**
 * Limit per address without signing in. Two hundred overlays on one machine that have lost their channel make 130
 * requests a second.
 */
const ANONYMOUS = { points: 3000, duration: 10 };
/** Limit per account across its browsers, and per device of a venue. */
const SIGNED_IN = { points: 1000, duration: 10 };

/**
 * Codes per address: a venue's fifty screens renew theirs every eight minutes. The database limits each network's
 * codes.
 */
const PAIRING = { points: 200, duration: 600 };
const PAIRING_FUNCTION = 'begin_pairing';

/** The header with a venue device's secret, which SQL reads. */
export const DEVICE_HEADER = 'x-device';
/** An answer to these doesn't prove that the gate knows the device. */
const FOR_ANYBODY = [PAIRING_FUNCTION, 'ask_device', 'ask_television', 'get_overlay'];

const RETRY_SECONDS = 1;

/** PostgREST's error shape. */
const refuse = (
  status: number,
  code: string,
  message: string,
  { detail = null, hint = null }: { readonly detail?: string | null; readonly hint?: string | null } = {},
): Response =>
  Response.json(
    { code, message, details: detail, hint },
    { status, ...(status === 503 && { headers: { 'retry-after': String(RETRY_SECONDS) } }) },
  );

const notJson = (): Response => refuse(400, 'PGRST102', 'Empty or invalid json');

const isNestedTooDeep = (text: string): boolean => {
  let depth = 0;
  for (const character of text) {
    if (character === '(' && (depth += 1) > MOST_NESTED) return true;
    if (character === ')') depth -= 1;
  }
  return false;
};

/** Whether a quoted name contains a dot: lite would split it into several names, and fails at the fourth. */
const hasDottedName = (text: string): boolean =>
  text.split('"').some((part, index) => index % 2 === 1 && part.includes('.'));

/** lite reads a column list with an empty first entry as all columns, and fails at an unclosed quote. */
const isReadableSelect = (select: string): boolean =>
  select === '' ||
  (/^(\*|(\.{3})?[\p{L}_"])/u.test(select) && select.split('"').length % 2 === 1 && !hasDottedName(select));

/**
 * Whether a condition's column or operator is a property every object has. lite keeps these names as keys in plain
 * objects: it would read inherited properties, or write to the shared prototype.
 */
const isOfEveryObject = (name: string, condition: string): boolean => {
  const operator = /^(?:not\.)?(\w+)/.exec(condition)?.[1] ?? '';
  return [...(name.match(/\w+/g) ?? []), operator].some((word) => word in Object.prototype);
};

/**
 * The fault in a query, in PostgREST's words; undefined if lite may have it. Regular expressions are refused, even
 * within conditions, because they can keep a processor busy until the statement times out.
 */
const problemIn = (query: URLSearchParams): string | undefined => {
  for (const [name, value] of query) {
    if (name === 'select' && !isReadableSelect(value)) return `failed to parse select parameter (${value})`;
    for (const text of [name, value]) {
      // Postgres' messages end at a zero byte.
      if (text.includes('\0')) return 'failed to parse a query with a zero byte';
      if (isNestedTooDeep(text) || text.split('->').length > MOST_NESTED) {
        return `failed to parse ${name}: nested too deep`;
      }
    }
    if (hasDottedName(name) || isOfEveryObject(name, value))
      return `failed to parse filter (${name}=${value})`;
    const isCondition = /(^|\.)(and|or)$/.test(name);
    if ((isCondition ? /\bi?match\b/ : /^(not\.)?i?match\b/).test(value)) {
      return `failed to parse filter (${value}): match is not served`;
    }
  }
  return undefined;
};

/** A body's object and its text; undefined if it is anything else. An empty body counts as `{}`. */
export const readObject = async (
  request: Request,
): Promise<{ readonly text: string; readonly fields: Body } | undefined> => {
  const text = decodeUtf8(new Uint8Array(await request.arrayBuffer()))?.replace(/^$/, '{}');
  if (text === undefined || isJsonTooDeep(text)) return undefined;
  try {
    const fields: unknown = JSON.parse(text);
    return isObject(fields) ? { text, fields } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * The status of a database error.
 * Source: https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
 */
const statusOf = (code: string, isSignedIn: boolean): number => {
  if (code === '42501') return isSignedIn ? 403 : 401;
  if (code === '42883' || code === '42P01') return 404;
  if (code === '25006') return 405;
  // A statement that timed out, or a deadlock. PostgREST answers 500.
  if (/^(08|53)/.test(code) || /^(57014|55P03|40001|40P01)$/.test(code)) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  if (code === '23503' || code === '23505') return 409;
  // PostgREST answers 500, but the request was too large.
  if (code.startsWith('54')) return 413;
  if (code !== 'P0001' && /^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/.test(code)) return 500;
  return 400;
};

/** PostgREST's message for a rejected token: clients renew an expired one. */
const refuseToken = (token: string): Response => {
  const exp = unverifiedClaims(token)?.['exp'];
  return typeof exp === 'number' && exp * 1000 <= Date.now()
    ? refuse(401, 'PGRST303', 'JWT expired')
    : refuse(401, 'PGRST301', 'No suitable key or wrong key type');
};

/** The answer when the database refuses or can't take a request. */
const answerTo = (error: unknown, isSignedIn: boolean): Response => {
  if (error instanceof NoFunction) return refuse(404, 'PGRST202', error.message);
  const refusal = refusalOf(error);
  if (refusal) {
    printFailure('REST could not answer', error);
    return refuse(refusal.status, 'PGRST001', refusal.message);
  }
  const code = sqlStateOf(error);
  const status = code === undefined ? 500 : statusOf(code, isSignedIn);
  if (status >= 500) printFailure('REST could not answer', error);
  if (code === undefined || status === 500) return refuse(500, code ?? 'XX000', 'Internal error');
  if (status < 500) printOnce(`REST refused a request: database error ${code}`);
  return refuse(status, code, messageOf(error), error as { detail?: string; hint?: string });
};

const answerWith = (json: string | undefined): Response =>
  json === undefined
    ? new Response(null, { status: 204 })
    : new Response(json, { headers: { 'content-type': 'application/json; charset=utf-8' } });

/** Answers under `/rest/v1/` as PostgREST does, on a migrated database. */
export const createRest = ({ lite, call, verifyToken }: Options): WebHandler => {
  const anonymous = createLimiter(ANONYMOUS);
  const signedIn = createLimiter(SIGNED_IN);
  const pairing = createLimiter(PAIRING);
  // Viewers take turns, to keep sessions free for scorers.
  const viewers = createFairQueue({ atOnce: 2, waiting: 500 });
  const scorers = createFairQueue({ atOnce: 4, waiting: 100 });
  const recentDevices = createRecentDevices();

  const askLite = async (request: Request, isSignedIn: boolean): Promise<Response> => {
    const { answer, error } = await fetchFrom(lite, request);
    if (sqlStateOf(error) !== undefined) return answerTo(error, isSignedIn);
    if (answer.status < 500) return answer;
    return answerTo(error ?? new Error(`lite answered ${answer.status}`), isSignedIn);
  };

  return async (request, address) => {
    const { pathname, searchParams } = new URL(request.url);
    const { name } = FUNCTION.exec(pathname)?.groups ?? {};
    const methods = name !== undefined ? FUNCTION_METHODS : TABLE.test(pathname) ? TABLE_METHODS : [];
    if (!methods.length) return refuse(404, 'PGRST125', 'Invalid path specified in request URL');
    if (!methods.includes(request.method)) {
      const answer = refuse(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`);
      answer.headers.set('allow', methods.join(', '));
      return answer;
    }
    const problem = problemIn(searchParams);
    if (problem !== undefined) return refuse(400, 'PGRST100', `"${problem}" (line 1, column 1)`);
    const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
    if (request.body && type !== undefined && type !== 'application/json') {
      return refuse(400, 'PGRST102', `Content-Type not acceptable: ${type}`);
    }
    const authorization = request.headers.get('authorization');
    const token = bearerOf(authorization);
    // lite accepts more spellings than we do; anything we can't read stops here.
    if (authorization !== null && token === undefined) return refuseToken(authorization);
    const isToken = token !== undefined && !isApiKey(token);
    const verified = isToken ? await verifyToken(token) : null;
    if (isToken && verified?.role !== 'authenticated') {
      await anonymous.take(address);
      return refuseToken(token);
    }
    const device = request.headers.get(DEVICE_HEADER);
    const account = verified?.sub ?? (device !== null && recentDevices.has(device) ? device : undefined);
    await (account === undefined ? anonymous.take(address) : signedIn.take(account));
    if (name === PAIRING_FUNCTION) await pairing.take(address);
    const [queue, key] = account === undefined ? [viewers, address] : [scorers, account];
    // A turn starts once the whole body has arrived, so a slow sender doesn't hold it.
    const body = request.body ? await readObject(request) : { text: '{}', fields: {} };
    if (!body) return notJson();
    const { text, fields } = body;
    if (name !== undefined) {
      // SQL reads this header, so overwrite anything the client sent.
      const headers = {
        'cf-connecting-ip': address,
        ...(device !== null && { [DEVICE_HEADER]: device }),
      };
      const caller = verified
        ? { role: 'authenticated' as const, claims: verified.claims, headers }
        : { role: 'anon' as const, headers };
      const answer = (): Promise<Response> =>
        call(name, { names: Object.keys(fields), json: text }, caller).then(
          (json) => {
            if (device !== null && !FOR_ANYBODY.includes(name)) recentDevices.add(device);
            return answerWith(json);
          },
          (error: unknown) => answerTo(error, verified !== null),
        );
      return queue.run(key, answer, request.signal);
    }
    if (request.method === 'PATCH' && !ONE_ROW.some((name) => searchParams.get(name)?.startsWith('eq.'))) {
      return refuse(400, 'PGRST100', `Name the row that is changed: ${ONE_ROW.join(' or ')}=eq.…`);
    }
    if (Object.values(fields).some((value) => typeof value === 'object' && value !== null)) {
      return refuse(400, '22P02', 'A column takes no object and no list');
    }
    const { url, method, headers } = request;
    const whole = new Request(url, { method, headers, ...(method === 'PATCH' && { body: text }) });
    return queue.run(key, () => askLite(whole, account !== undefined), request.signal);
  };
};
