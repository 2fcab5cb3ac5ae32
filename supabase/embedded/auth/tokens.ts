import type { PGlite } from '@electric-sql/pglite';
import { jwtVerify } from 'jose';

export interface Claims {
  readonly role: string;
  readonly sub: string | null;
  /** Seconds since 1970. */
  readonly exp: number;
  readonly claims: Record<string, unknown>;
}

/** The claims of a valid access token whose session has not ended; null for any other text. */
export type VerifyToken = (token: string) => Promise<Claims | null>;

export const createVerifyToken = (pg: PGlite, jwtSecret: string): VerifyToken => {
  const key = new TextEncoder().encode(jwtSecret);
  return async (token) => {
    const verified = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp'] }).catch(
      () => null,
    );
    const { role, sub, exp, session_id: session } = verified?.payload ?? {};
    if (!verified || typeof role !== 'string' || exp === undefined) return null;
    if (session !== undefined) {
      const { rows } = await pg.query('select from auth.sessions where id = $1', [session]);
      if (!rows.length) return null;
    }
    return { role, sub: sub ?? null, exp, claims: verified.payload };
  };
};
