import { jwtVerify } from 'jose';
import type { Sessions } from '../data/sessions.ts';

export interface Claims {
  readonly role: string;
  readonly sub: string | null;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly claims: Record<string, unknown>;
}

/** supabase-js sends API keys in place of access tokens; they carry no claims. */
export const isApiKey = (token: string): boolean => token.startsWith('sb_');

/** A token's unverified claims; null if it isn't a token. Only used to word a refusal. */
export const unverifiedClaims = (token: string): Record<string, unknown> | null => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return typeof claims === 'object' ? (claims as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
};

/** The claims of a valid access token with a live session; null for anything else. */
export type VerifyToken = (token: string) => Promise<Claims | null>;

/** Verified tokens to cache, dropping the oldest. One account uses only a few. */
const MOST_KEPT = 1000;

/** Listens for ended sessions: a verified token is cached until its session ends or it expires. */
export const createVerifyToken = async (
  { pg, listen }: Sessions,
  jwtSecret: string,
): Promise<VerifyToken> => {
  const key = new TextEncoder().encode(jwtSecret);
  const kept = new Map<string, Claims>();
  let endings = 0;
  await listen('session_ended', {
    onMessage: (ended) => {
      endings += 1;
      for (const [token, { claims }] of kept) if (claims['session_id'] === ended) kept.delete(token);
    },
    missed: () => {
      endings += 1;
      kept.clear();
    },
  });

  const verify = async (token: string): Promise<Claims | null> => {
    const verified = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).catch(
      () => null,
    );
    const { role, sub, exp, session_id: session } = verified?.payload ?? {};
    if (!verified || typeof role !== 'string' || exp === undefined) return null;
    const claims = { role, sub: sub ?? null, exp, claims: verified.payload };
    if (session === undefined) return claims;
    const before = endings;
    const { rows } = await pg.query('select from auth.sessions where id = $1', [session]);
    if (!rows.length) return null;
    // The session may have ended since the database answered.
    if (endings === before) kept.set(token, claims);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return claims;
  };

  return async (token) => {
    const known = kept.get(token);
    if (known && known.exp * 1000 > Date.now()) return known;
    kept.delete(token);
    return verify(token);
  };
};
