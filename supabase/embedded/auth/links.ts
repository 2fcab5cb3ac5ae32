import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { isSameKey } from '../http/http.ts';

/** The purpose of a mailed link, its `type`. */
export type Purpose = 'recovery' | 'invite';

/** How long a link is valid, as in hosted Supabase's default. */
const VALID_MINUTES = 60;
/** Wrong secrets before a link is void. */
const MAX_WRONG_TRIES = 5;

/** 128 bits identify the link and 128 prove it; in hex, because mail programs may cut other characters off. */
const TOKEN = /^(?<id>[0-9a-f]{32})(?<secret>[0-9a-f]{32})$/;

const random = (): string => randomBytes(16).toString('hex');
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export interface Links {
  /** Creates a token for an account's email address; null if there is no account, after the same statement. */
  readonly issue: (email: string, purpose: Purpose) => Promise<{ token: string; email: string } | null>;
  /** Redeems a token: returns the account id the first time, null after that. */
  readonly redeem: (token: string, purpose: string) => Promise<string | null>;
}

/** Creates the table. Needs schema `auth`. */
export const prepareLinks = async (pg: Pool): Promise<void> => {
  await pg.query(readFileSync(join(import.meta.dirname, 'beside-auth.sql'), 'utf8'));
};

export const createLinks = (pg: Pool): Links => ({
  issue: async (email, purpose) => {
    const id = random();
    const secret = random();
    const { rows } = await pg.query<{ email: string }>(
      `with account as (select id, email from auth.users where email = $1),
        link as (
          insert into embedded.links (id, secret_hash, user_id, purpose)
          select $2, $3, id, $4 from account
          on conflict (user_id, purpose) do update set
            id = excluded.id, secret_hash = excluded.secret_hash, created_at = now(), wrong_tries = 0
        )
      select email from account`,
      [email, id, hashOf(secret), purpose],
    );
    return rows[0] ? { token: id + secret, email: rows[0].email } : null;
  },
  redeem: async (token, purpose) => {
    const { id, secret } = TOKEN.exec(token)?.groups ?? {};
    if (!id || !secret) return null;
    const { rows } = await pg.query<{ secret_hash: string }>(
      `select secret_hash from embedded.links
        where id = $1 and purpose = $2 and created_at > now() - make_interval(mins => $3)`,
      [id, purpose, VALID_MINUTES],
    );
    if (!rows[0]) return null;
    if (isSameKey(hashOf(secret), rows[0].secret_hash)) {
      const spent = await pg.query<{ user_id: string }>(
        'delete from embedded.links where id = $1 returning user_id',
        [id],
      );
      return spent.rows[0]?.user_id ?? null;
    }
    await pg.query('update embedded.links set wrong_tries = wrong_tries + 1 where id = $1', [id]);
    await pg.query('delete from embedded.links where id = $1 and wrong_tries >= $2', [id, MAX_WRONG_TRIES]);
    return null;
  },
});
