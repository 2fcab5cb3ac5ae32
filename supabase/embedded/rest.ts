import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '@supabase/lite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { createFairQueue } from './fair-queue.ts';
import { createLimiter } from './limits.ts';
import { printedShort, printFailure } from './log.ts';
import { sqlStateOf } from './problem.ts';
import { bearerOf } from './auth/request.ts';
import type { WebHandler } from './web-handler.ts';
import { isApiKey, unverifiedClaims, type VerifyToken } from './auth/tokens.ts';

interface Options {
  readonly app: App;
  readonly connection: PgliteConnection;
  readonly verifyToken: VerifyToken;
}

/** Tables and functions, by the names that Postgres takes without quotes. What is behind a name, grants decide. */
const TABLE = /^\/rest\/v1\/[A-Za-z_]\w*$/;
const FUNCTION = /^\/rest\/v1\/rpc\/[A-Za-z_]\w*$/;
const TABLE_METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
const FUNCTION_METHODS = ['GET', 'HEAD', 'POST'];

/**
 * What one address may ask for without signing in. Two hundred overlays on one machine that have lost their channel
 * ask 130 times a second.
 */
const ANONYMOUS = { points: 3000, duration: 10 };
/** What one account may ask for, on all its devices together. */
const SIGNED_IN = { points: 1000, duration: 10 };

/**
 * Codes that one address may ask for: a venue's fifty screens renew theirs every eight minutes, and all addresses together
 * may have five thousand.
 */
const PAIRING = { points: 200, duration: 600 };
const PAIRING_PATH = '/rest/v1/rpc/begin_pairing';

/** PostgREST's error shape. */
const refuse = (status: number, code: string, message: string): Response =>
  Response.json({ code, message, details: null, hint: null }, { status });

/** How deep embedded tables, conditions and JSON paths may be nested; the product nests nothing. */
const MOST_NESTED = 10;

const isNestedTooDeep = (text: string): boolean => {
  let depth = 0;
  for (const character of text) {
    if (character === '(' && (depth += 1) > MOST_NESTED) return true;
    if (character === ')') depth -= 1;
  }
  return text.split('->').length > MOST_NESTED;
};

/** lite takes a list of columns that begins with none for all of them, and fails at a quote that never ends. */
const isReadableSelect = (select: string): boolean =>
  select === '' || (/^(\*|(\.{3})?[\p{L}_"])/u.test(select) && select.split('"').length % 2 === 1);

/**
 * What is wrong with a query, in PostgREST's words; undefined when lite may have it. Regular expressions can keep
 * Postgres busy for hours, and here nothing could interrupt it: they are refused, also within conditions.
 */
const problemIn = (query: URLSearchParams): string | undefined => {
  for (const [name, value] of query) {
    if (name === 'select' && !isReadableSelect(value)) return `failed to parse select parameter (${value})`;
    if (isNestedTooDeep(name) || isNestedTooDeep(value)) return `failed to parse ${name}: nested too deep`;
    const isCondition = /(^|\.)(and|or)$/.test(name);
    if ((isCondition ? /\bi?match\b/ : /^(not\.)?i?match\b/).test(value)) {
      return `failed to parse filter (${value}): match is not served`;
    }
  }
  return undefined;
};

/**
 * The status of a database error whose code lite doesn't know.
 * Source: https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes
 */
const statusOf = (code: string): number => {
  if (/^(08|53)/.test(code)) return 503;
  if (/^(0L|0P|28)/.test(code)) return 403;
  if (code === '23503' || code === '23505') return 409;
  // PostgREST has 500 for it, but what was too much is what was sent.
  if (code.startsWith('54')) return 413;
  if (code !== 'P0001' && /^(09|25|2D|38|39|3B|40|55|57|58|F0|HV|P0|XX)/.test(code)) return 500;
  return 400;
};

/** The words that PostgREST has for a token that it doesn't take: clients renew one that has expired. */
const refuseToken = (token: string): Response => {
  const exp = unverifiedClaims(token)?.['exp'];
  return typeof exp === 'number' && exp * 1000 <= Date.now()
    ? refuse(401, 'PGRST303', 'JWT expired')
    : refuse(401, 'PGRST301', 'No suitable key or wrong key type');
};

/** PostgREST's answers below `/rest/v1/`, on a migrated database. */
export const createRest = ({ app, connection, verifyToken }: Options): WebHandler => {
  const anonymous = createLimiter(ANONYMOUS);
  const signedIn = createLimiter(SIGNED_IN);
  const pairing = createLimiter(PAIRING);
  // Viewers take turns among themselves, so that a scorer waits for two of their statements at most.
  const viewers = createFairQueue({ atOnce: 2, waiting: 500 });
  const scorers = createFairQueue({ atOnce: 4, waiting: 100 });

  /** The database error of the request that is being answered: lite hands on only some of their codes. */
  const failing = new AsyncLocalStorage<{ error?: Error }>();
  const normalize = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (thrown) => {
    // lite prints every error of a request, refusals included, with its stack: here, one line of each.
    const error = printedShort(normalize(thrown), 'REST refused a request');
    const context = failing.getStore();
    if (context && error instanceof Error) context.error = error;
    return error;
  };

  const askLite = (request: Request): Promise<Response> =>
    failing.run({}, async () => {
      const answer = await app.fetch(request);
      if (answer.status < 500) return answer;
      const { error } = failing.getStore() ?? {};
      const [code, message = ''] = [sqlStateOf(error), error?.message];
      if (code !== undefined) {
        const status = statusOf(code);
        if (status < 500) return refuse(status, code, message);
      }
      // Its own reading of a value, before Postgres sees it.
      if (/^Invalid input for \w+ type$/.test(message)) return refuse(400, '22P02', message);
      printFailure('REST could not answer', error ?? answer.status);
      return refuse(500, code ?? 'XX000', 'Internal error');
    });

  return async (request, address) => {
    const { pathname, searchParams } = new URL(request.url);
    const methods = TABLE.test(pathname) ? TABLE_METHODS : FUNCTION.test(pathname) ? FUNCTION_METHODS : [];
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
    // lite reads more spellings than we do: what we can't read doesn't get there.
    if (authorization !== null && token === undefined) return refuseToken(authorization);
    const isToken = token !== undefined && !isApiKey(token);
    const claims = isToken ? await verifyToken(token) : null;
    if (isToken && !claims) {
      await anonymous.take(address);
      return refuseToken(token);
    }
    const account = claims?.sub ?? undefined;
    await (account === undefined ? anonymous.take(address) : signedIn.take(account));
    if (pathname === PAIRING_PATH) await pairing.take(address);
    const [queue, key] = account === undefined ? [viewers, address] : [scorers, account];
    // SQL reads it: what a sender writes there names somebody else.
    request.headers.set('cf-connecting-ip', address);
    // A turn begins when all has arrived: whoever sends slowly takes nobody else's.
    const whole = request.body ? new Request(request, { body: await request.arrayBuffer() }) : request;
    return queue.run(key, () => askLite(whole), request.signal);
  };
};
