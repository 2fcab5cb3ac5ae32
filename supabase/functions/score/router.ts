import { decodeUtf8, readBody } from '../_shared/body.ts';
import { DatabaseError } from '../_shared/database-error.ts';
import { Refusal, refusalOf } from '../_shared/refusal.ts';
import { createKnownLogs, type KnownLogs } from './known-logs.ts';
import type { Ports } from './ports.ts';
import { problem } from './problem.ts';
import { createTurns } from './turns.ts';

/** A request that a route answers. */
export interface Asked {
  readonly request: Request;
  /** The path's named parts, decoded. */
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body's text. It has arrived before anything takes a turn, so a slow sender holds none. */
  readonly text: string;
  readonly ports: Ports;
  readonly logs: KnownLogs;
  /**
   * Runs a task when its sender's turn comes; never, once the client has gone. Throws a 429 if too many tasks with the
   * same secret are waiting.
   */
  readonly inTurn: <Result>(task: () => Promise<Result>, secret?: string) => Promise<Result>;
}

export interface Route {
  /** HEAD is answered like GET, without a body. */
  readonly method: 'GET' | 'POST';
  /** Below the service's address; `:name` takes one part, as in `v1/moves/:move`. */
  readonly path: string;
  /** May throw a `Refusal`, and any error of the database. */
  readonly answer: (asked: Asked) => Promise<Response>;
}

const COMMON = {
  // No cookies are used here, so any page may ask.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Retry-After',
  'x-content-type-options': 'nosniff',
};
const PREFLIGHT = {
  'access-control-allow-headers':
    'apikey, authorization, content-type, idempotency-key, if-match, if-none-match, x-client-info, x-device',
  'access-control-max-age': '86400',
};

const BODY = {
  limit: 2048,
  tooLarge: () => new Refusal(413, 'The body is larger than 2 kB.'),
};

/** A text's JSON object, `{}` for none. Throws a 400. */
export const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  if (text.trim() === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal(400, 'The body has to be a JSON object.');
  return body as Readonly<Record<string, unknown>>;
};

/** Uncacheable JSON. */
export const json = (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });

/** The refusal for a missing, wrong or expired token or key: all have the same wording. */
export const unauthorized = (
  detail = 'The key or the session is missing, wrong or no longer valid.',
): Refusal => new Refusal(401, detail, { headers: { 'www-authenticate': 'Bearer' } });

/** The database's answers that are not bugs. Source: https://www.postgresql.org/docs/17/errcodes-appendix.html */
const refusalOfDatabase = (error: DatabaseError, isSignedIn: boolean): Refusal | undefined => {
  const { code } = error;
  if (code.startsWith('PGRST30')) return unauthorized();
  if (code === '42501') return isSignedIn ? new Refusal(403, 'You may not do this.') : unauthorized();
  // Lock timeout, statement timeout, deadlock, lost connection, or no room.
  if (/^(08|53)|^(55P03|57014|57P0\d|40001|40P01)$/.test(code))
    return new Refusal(503, 'The database is busy: try again in a second.', {
      headers: { 'retry-after': '1' },
    });
  // A value is out of range.
  return /^(22|23)/.test(code) ? new Refusal(422, 'The database refuses these values.') : undefined;
};

/** A route's path as a pattern, with or without a slash at its end; each named part takes what a slash ends. */
const patternOf = (path: string): RegExp => new RegExp(`^/${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(404, 'There is nothing at this address.');
  }
};

/** Answers a request under `…/score`, and never rejects. */
export type ScoreHandler = (request: Request, sender: string) => Promise<Response>;

/** Answers by the first route with the request's path and method. */
export const createRouter = (routes: readonly Route[], ports: Ports): ScoreHandler => {
  const known = routes.map((route) => ({ ...route, pattern: patternOf(route.path) }));
  const logs = createKnownLogs();
  const turns = createTurns(ports.turns);

  const answer = async (request: Request, sender: string): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(request.url);
    const path = pathname.replace(/^.*?\/score(?=\/|$)/, '');
    const here = known.filter(({ pattern }) => pattern.test(path));
    if (here.length === 0) throw new Refusal(404, 'There is nothing at this address.');
    const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: { ...PREFLIGHT, 'access-control-allow-methods': methods.join(', ') },
      });
    const asking = request.method === 'HEAD' ? 'GET' : request.method;
    const route = here.find(({ method }) => method === asking);
    if (!route)
      throw new Refusal(405, `${request.method} is not served here.`, {
        headers: { allow: methods.join(', ') },
      });
    const found = Object.entries(route.pattern.exec(path)?.groups ?? {});
    const parts = Object.fromEntries(found.map(([name, part]) => [name, decoded(part)]));
    const text = request.body ? decodeUtf8(await readBody(request, BODY, request.signal)) : '';
    if (text === undefined) throw new Refusal(400, 'The body is not UTF-8.');
    return route.answer({
      request,
      parts,
      query,
      text,
      ports,
      logs,
      inTurn: (task, secret) => turns.run(sender, request.signal, task, secret),
    });
  };

  const refuse = (request: Request, error: unknown): Response => {
    const isSignedIn = request.headers.has('authorization');
    const refusal =
      refusalOf(error) ??
      (error instanceof DatabaseError ? refusalOfDatabase(error, isSignedIn) : undefined) ??
      new Refusal(500, 'The score service failed.');
    // An address may contain a button's secret, so only its first part is logged.
    const [, place = ''] = /\/score\/(\w*)/.exec(new URL(request.url).pathname) ?? [];
    if (refusal.status >= 500)
      ports.report(`The score service could not answer ${request.method} ${place}`, error);
    const { status, message, headers, code } = refusal;
    return problem(status, message, { headers, ...(code !== undefined && { members: { reason: code } }) });
  };

  return async (request, sender) => {
    let response: Response;
    try {
      response = await answer(request, sender);
    } catch (error) {
      // The client disconnected.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      response = refuse(request, error);
    }
    for (const [name, value] of Object.entries(COMMON)) response.headers.set(name, value);
    return request.method === 'HEAD' ? new Response(null, response) : response;
  };
};
