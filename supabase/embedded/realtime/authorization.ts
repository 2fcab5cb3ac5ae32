import { createHash, timingSafeEqual } from 'node:crypto';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import { isRecord } from './protocol.ts';

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
  pg: PGlite;
  publishableKey: string;
  secretKey: string;
  /** The claims of a token that is ours and not expired; null for any other. */
  verifyToken: (
    jwt: string,
  ) => Promise<{ role: string; sub: string | null; exp: number; claims: Record<string, unknown> } | null>;
}

export interface Authorizer {
  /** Who an API key speaks for; null for an unknown key. */
  identifyKey(key: string | null | undefined): Identity | null;
  /** Who an access token speaks for; without one (or with an API key in its place) that is the `fallback`. */
  identifyToken(token: unknown, fallback: Identity): Promise<Identity>;
  mayRead(identity: Identity, topic: string): Promise<Permissions>;
  mayWrite(identity: Identity, topic: string): Promise<Permissions>;
}

const NOBODY: Permissions = { broadcast: false, presence: false };

// A token's role becomes the database role, so it may only name one of the API's.
const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

/** API keys stand in for access tokens in supabase-js; they carry no claims of their own. */
export function isApiKey(token: string): boolean {
  return token.startsWith('sb_');
}

export function createAuthorizer({
  pg,
  publishableKey,
  secretKey,
  verifyToken,
}: AuthorizerOptions): Authorizer {
  const keys = [
    { digest: digest(publishableKey), role: 'anon' },
    { digest: digest(secretKey), role: 'service_role' },
  ];

  return {
    identifyKey(key) {
      if (!key) return null;
      const given = digest(key);
      const role = keys.find((known) => timingSafeEqual(known.digest, given))?.role;
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

    mayRead: (identity, topic) =>
      rolledBack(pg, async (transaction) => {
        const probes = await transaction.query<{ id: string; extension: keyof Permissions }>(
          `insert into realtime.messages (topic, extension) values ($1, 'broadcast'), ($1, 'presence')
           returning id, extension`,
          [topic],
        );
        await assume(transaction, identity, topic);
        const ids = probes.rows.map((probe) => probe.id);
        const visible = await transaction.query<{ extension: keyof Permissions }>(
          'select extension from realtime.messages where id = any ($1)',
          [ids],
        );
        return visible.rows.reduce((allowed, { extension }) => ({ ...allowed, [extension]: true }), NOBODY);
      }),

    mayWrite: async (identity, topic) => {
      // A transaction each, because a refused insert ends its transaction.
      const mayInsert = (extension: keyof Permissions) =>
        rolledBack(pg, async (transaction) => {
          await assume(transaction, identity, topic);
          await transaction.query('insert into realtime.messages (topic, extension) values ($1, $2)', [
            topic,
            extension,
          ]);
          return { ...NOBODY, [extension]: true };
        });
      const [{ broadcast }, { presence }] = [await mayInsert('broadcast'), await mayInsert('presence')];
      return { broadcast, presence };
    },
  };
}

/** Makes the rest of the transaction run as PostgREST would for this identity, plus `realtime.topic()`. */
async function assume(transaction: Transaction, { role, claims }: Identity, topic: string): Promise<void> {
  const sub = typeof claims['sub'] === 'string' ? claims['sub'] : '';
  await transaction.query(
    `select set_config('realtime.topic', $1, true),
            set_config('request.jwt.claims', $2, true),
            set_config('request.jwt.claim.sub', $3, true),
            set_config('request.jwt.claim.role', $4, true),
            set_config('role', $4, true)`,
    [topic, JSON.stringify(claims), sub, role],
  );
}

/** Runs a probe and undoes it, so it leaves no row and sends no NOTIFY. What the database refuses is not allowed. */
async function rolledBack(
  pg: PGlite,
  probe: (transaction: Transaction) => Promise<Permissions>,
): Promise<Permissions> {
  try {
    return await pg.transaction(async (transaction) => {
      const permissions = await probe(transaction);
      await transaction.rollback();
      return permissions;
    });
  } catch (error) {
    if (!isInsufficientPrivilege(error)) console.error('Realtime could not evaluate a policy:', error);
    return NOBODY;
  }
}

function isInsufficientPrivilege(error: unknown): boolean {
  return isRecord(error) && error['code'] === '42501';
}

/** The unverified content only chooses the sentence: clients look for "expired" to know that a refresh helps. */
function whyRefused(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (!isRecord(claims)) return 'MalformedJWT: The token provided is not a valid JWT';
    const secondsAgo = Math.floor(Date.now() / 1000 - Number(claims['exp']));
    return secondsAgo >= 0
      ? `InvalidJWTToken: Token has expired ${String(secondsAgo)} seconds ago`
      : 'JwtSignatureError: Failed to validate JWT signature';
  } catch {
    return 'MalformedJWT: The token provided is not a valid JWT';
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
