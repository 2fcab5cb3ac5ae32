import type { Pool } from 'pg';
import { isApiKey, unverifiedClaims, type VerifyToken } from '../auth/tokens.ts';
import { createFairQueue } from '../http/fair-queue.ts';
import { isSameKey } from '../http/http.ts';
import { printFailure } from '../http/log.ts';
import type { Sessions } from '../data/sessions.ts';

/** Who is waiting for an answer; `signal` aborts when they leave, which withdraws the question. */
export interface Asker {
  address: string;
  signal: AbortSignal;
}

/** Who joins a channel or sends a message. */
export interface Identity {
  role: string;
  /** `request.jwt.claims` while policies are evaluated. */
  claims: Record<string, unknown>;
  /** Unix time in seconds; null for an API key, which doesn't expire. */
  expiresAt: number | null;
}

/** The rights that row-level security on `realtime.messages` allows, per `extension`. */
export interface Permissions {
  broadcast: boolean;
  presence: boolean;
}

/** A rejected credential; the message is Realtime's own `<code>: <sentence>`. */
export class CredentialError extends Error {}

export interface AuthorizerOptions {
  sessions: Sessions;
  publishableKey: string;
  secretKey: string;
  verifyToken: VerifyToken;
}

export interface Authorizer {
  /** The identity behind an API key; null for an unknown key. */
  identifyKey(key: string | null | undefined): Identity | null;
  /** The identity behind an access token; `fallback` if there is none or it is an API key. */
  identifyToken(token: unknown, fallback: Identity): Promise<Identity>;
  /** Both ask the database when the asker's turn comes, and reject with the signal's reason if the asker leaves. */
  mayRead(identity: Identity, topic: string, asker: Asker): Promise<Permissions>;
  mayWrite(identity: Identity, topic: string, asker: Asker): Promise<Permissions>;
}

const NOBODY: Permissions = { broadcast: false, presence: false };

// A token's role becomes the database role, so only the API's roles are allowed.
const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

export function createAuthorizer({
  sessions: { pg },
  publishableKey,
  secretKey,
  verifyToken,
}: AuthorizerOptions): Authorizer {
  // One at a time, to keep sessions free for everyone else. A socket handles one message at a time and a request has
  // few topics, which bounds how much one address has waiting.
  const checks = createFairQueue({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });
  const keys = [
    { key: publishableKey, role: 'anon' },
    { key: secretKey, role: 'service_role' },
  ];

  return {
    identifyKey(given) {
      const role = keys.find(({ key }) => isSameKey(given ?? '', key))?.role;
      return role === undefined ? null : { role, claims: { role }, expiresAt: null };
    },

    async identifyToken(token, fallback) {
      if (typeof token !== 'string' || isApiKey(token)) return fallback;
      const verified = await verifyToken(token);
      if (!verified || verified.exp * 1000 <= Date.now()) throw new CredentialError(whyRefused(token));
      if (!API_ROLES.has(verified.role))
        throw new CredentialError('Unauthorized: The role of the token is unknown');
      return { role: verified.role, claims: verified.claims, expiresAt: verified.exp };
    },

    mayRead: (identity, topic, { address, signal }) =>
      checks.run(address, () => askDatabase(pg, 'readable', identity, topic), signal),
    mayWrite: (identity, topic, { address, signal }) =>
      checks.run(address, () => askDatabase(pg, 'writable', identity, topic), signal),
  };
}

/** The rights that the policies allow. A database error counts as denied. */
async function askDatabase(
  pg: Pool,
  action: 'readable' | 'writable',
  { role, claims }: Identity,
  topic: string,
): Promise<Permissions> {
  // Postgres text can't contain this character, so no policy can allow the topic.
  if (topic.includes('\0')) return NOBODY;
  try {
    const { rows } = await pg.query<{ allowed: (keyof Permissions)[] }>(
      `select realtime.${action}($1, $2, $3) as allowed`,
      [topic, role, JSON.stringify(claims)],
    );
    const allowed = rows[0]?.allowed ?? [];
    return { broadcast: allowed.includes('broadcast'), presence: allowed.includes('presence') };
  } catch (error) {
    printFailure('Realtime could not evaluate a policy', error);
    return NOBODY;
  }
}

/** Clients look for "expired" to know that refreshing helps. */
function whyRefused(token: string): string {
  const claims = unverifiedClaims(token);
  if (!claims) return 'MalformedJWT: The token provided is not a valid JWT';
  const secondsAgo = Math.floor(Date.now() / 1000 - Number(claims['exp']));
  return secondsAgo >= 0
    ? `InvalidJWTToken: Token has expired ${String(secondsAgo)} seconds ago`
    : 'JwtSignatureError: Failed to validate JWT signature';
}
