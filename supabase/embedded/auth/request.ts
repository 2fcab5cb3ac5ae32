import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/config/backend.ts';
import { decodeUtf8 } from '../../functions/_shared/body.ts';
import { isSameKey, Refusal } from '../http/http.ts';

/** Every text field that Auth reads from bodies. */
const TEXTS = ['email', 'password', 'current_password', 'refresh_token', 'token_hash', 'type'] as const;
/** Account fields that can't be changed here. */
const FIXED = ['email', 'phone', 'data'] as const;

export type Fields = Readonly<Partial<Record<(typeof TEXTS)[number], string>>>;

/** A request as the handlers see it, and nothing more. */
export interface AuthRequest {
  readonly fields: Fields;
  /** Whether the body would change anything besides the password. */
  readonly changesMore: boolean;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
  /** The address that limits count for. */
  readonly address: string;
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal;
}

/** The access token in a request. */
export const bearerOf = (authorization: string | null): string | undefined =>
  /^Bearer (?<token>\S+)$/.exec(authorization ?? '')?.groups?.['token'];

const badJson = (why: string): Refusal =>
  new Refusal(400, `Could not parse request body as JSON: ${why}`, { code: 'bad_json' });

const parseBody = async (request: Request): Promise<Record<string, unknown>> => {
  const text = decodeUtf8(new Uint8Array(await request.arrayBuffer()));
  if (text === undefined) throw badJson('it is not UTF-8');
  if (!text) return {};
  // Cross-site forms can send other types without a preflight; JSON requires one.
  if (!/^application\/json *(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new Refusal(415, 'The body has to be application/json.', { code: 'bad_json' });
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badJson('it is not JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badJson('it is no object');
  return body as Record<string, unknown>;
};

/** Reads and checks a request. Throws Refusal. */
export const readRequest = async (request: Request, address: string): Promise<AuthRequest> => {
  const { searchParams: query } = new URL(request.url);
  const key = request.headers.get('apikey') ?? query.get('apikey');
  if (!key) throw new Refusal(401, 'No API key found in request');
  if (!isSameKey(key, EMBEDDED_PUBLISHABLE_KEY)) throw new Refusal(401, 'Invalid API key');
  const body = await parseBody(request);
  const fields: Partial<Record<(typeof TEXTS)[number], string>> = {};
  for (const name of TEXTS) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    // Postgres can't store zero bytes.
    if (typeof value !== 'string' || value.includes('\0')) throw badJson(`${name} has the wrong type`);
    fields[name] = value;
  }
  return {
    fields,
    changesMore: FIXED.some((name) => body[name] !== undefined && body[name] !== null),
    query,
    authorization: request.headers.get('authorization'),
    address,
    signal: request.signal,
  };
};
