import bcrypt from 'bcrypt';
import type { Pool } from 'pg';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from '../../../src/config/limits.ts';
import { Refusal } from '../http/http.ts';
import { transaction } from '../data/sessions.ts';

/** bcrypt's cost, as in Supabase's Auth. */
const COST = 10;
/** A session this recent proves identity; refreshing it doesn't count. */
const FRESH_MINUTES = 10;
/** A dummy hash, so that comparing takes as long as with a real account's. */
const NOBODYS_HASH = '$2b$10$fLwbfQN1PfSVySGKBsvAaeqP0Re8PelI.zkspkgXLQyyIspvunDBK';

/** When there is no account, takes as long as a wrong password would. */
export const hashForNothing = async (password: string): Promise<void> => {
  await bcrypt.compare(password, NOBODYS_HASH);
};

/** Throws Refusal for an unacceptable password. */
export const checkNewPassword = (password: string | undefined): string => {
  if (password === undefined) {
    throw new Refusal(400, 'A new password is missing', { code: 'validation_failed' });
  }
  if (password.length < PASSWORD_MIN_LENGTH) {
    throw new Refusal(422, `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`, {
      code: 'weak_password',
    });
  }
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) {
    throw new Refusal(400, `Password cannot be longer than ${PASSWORD_MAX_BYTES} bytes`, {
      code: 'validation_failed',
    });
  }
  return password;
};

export interface SessionState {
  readonly user_id: string;
  readonly email: string;
  readonly encrypted_password: string;
  readonly fresh: boolean;
}

/** The session's account; undefined if the session has ended. */
export const readSession = async (pg: Pool, session: unknown): Promise<SessionState | undefined> => {
  const { rows } = await pg.query<SessionState>(
    `select u.id as user_id, u.email, coalesce(u.encrypted_password, '') as encrypted_password,
        s.created_at > now() - make_interval(mins => $2) as fresh
      from auth.sessions s join auth.users u on u.id = s.user_id where s.id = $1`,
    [session, FRESH_MINUTES],
  );
  return rows[0];
};

/** Whether this is the account's password. */
export const isPassword = (password: string, hash: string): Promise<boolean> =>
  bcrypt.compare(password, hash);

/** Saves a password and ends everything the old one opened: pending links, and all sessions but `session`. */
export const savePassword = async (
  pg: Pool,
  { user, session = null, password }: { user: string; session: unknown; password: string },
): Promise<void> => {
  const hash = await bcrypt.hash(password, COST);
  await transaction(pg, async (client) => {
    await client.query('update auth.users set encrypted_password = $2, updated_at = now() where id = $1', [
      user,
      hash,
    ]);
    await client.query('delete from embedded.links where user_id = $1', [user]);
    await client.query(
      'delete from auth.refresh_tokens where user_id = $1 and session_id is distinct from $2',
      [user, session],
    );
    await client.query('delete from auth.sessions where user_id = $1 and id is distinct from $2', [
      user,
      session,
    ]);
  });
};
