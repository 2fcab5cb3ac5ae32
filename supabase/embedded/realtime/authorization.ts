import type { Pool } from 'pg';
import { isApiKey, unverifiedClaims, type VerifyToken } from '../auth/tokens.ts';
import { createFairQueue } from '../fair-queue.ts';
import { isSameKey } from '../http.ts';
import { printFailure } from '../log.ts';
import type { Sessions } from '../sessions.ts';

/** Who waits for an answer; on `signal` they have gone, and their question with them. */
export interface Asker {
  address: string;
  signal: AbortSignal;
}

/** In whose name a channel is joined or a message is sent. */
export interface Identity {
  role: string;
  /** Becomes `request.jwt.claims` while policies are evaluated. */
  claims: Record<string, unknown>;
  /** Unix time in seconds; null for an API key, which doesn't expire. */
  expiresAt: number | null;
}

/** What row-level security on `realtime.messages` allows, for each of its `extension` values. */
export interface Permissions {
  broadcast: boolean;
  presence: boolean;
}

/** A credential that was not accepted; the message is Realtime's own `<code>: <sentence>`. */
export class CredentialError extends Error {}

export interface AuthorizerOptions {
  sessions: Sessions;
  publishableKey: string;
  secretKey: string;
  verifyToken: VerifyToken;
}

export interface Authorizer {
  /** Who an API key speaks for; null for an unknown key. */
  identifyKey(key: string | null | undefined): Identity | null;
  /** Who an access token speaks for; without one (or with an API key in its place) that is the `fallback`. */
  identifyToken(token: unknown, fallback: Identity): Promise<Identity>;
  /** Both ask the database when it is the asker's turn; they reject with the signal's reason when the asker goes. */
  mayRead(identity: Identity, topic: string, asker: Asker): Promise<Permissions>;
  mayWrite(identity: Identity, topic: string, asker: Asker): Promise<Permissions>;
}

const NOBODY: Permissions = { broadcast: false, presence: false };

// A token's role becomes the database role, so it may only name one of the API's.
const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

export function createAuthorizer({
  sessions: { pg },
  publishableKey,
  secretKey,
  verifyToken,
}: AuthorizerOptions): Authorizer {
  // One at a time, so that sessions are left for everybody else. A socket handles one message at a time and a request asks
  // for few topics: what one address has waiting is bounded by that.
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

/** What the policies allow. What the database refuses is not allowed. */
async function askDatabase(
  pg: Pool,
  action: 'readable' | 'writable',
  { role, claims }: Identity,
  topic: string,
): Promise<Permissions> {
  // No text of Postgres holds this character, so no policy can allow the topic.
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

/** Clients look for "expired" to know that a refresh helps. */
function whyRefused(token: string): string {
  const claims = unverifiedClaims(token);
  if (!claims) return 'MalformedJWT: The token provided is not a valid JWT';
  const secondsAgo = Math.floor(Date.now() / 1000 - Number(claims['exp']));
  return secondsAgo >= 0
    ? `InvalidJWTToken: Token has expired ${String(secondsAgo)} seconds ago`
    : 'JwtSignatureError: Failed to validate JWT signature';
}
