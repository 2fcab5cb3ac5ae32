import type { Pool } from 'pg';
import { AccountError } from '../http/problem.ts';
import { oneTimePassword, type Account } from './accounts.ts';
import { savePassword } from './passwords.ts';

/** What an operator does with accounts that exist. */

export interface Owner {
  readonly email: string;
  /** ISO 8601. */
  readonly created: string;
}

/** All accounts, the oldest first. */
export const listOwners = async (pg: Pool): Promise<readonly Owner[]> => {
  const { rows } = await pg.query<{ email: string; created_at: Date }>(
    'select email, created_at from auth.users order by created_at, email',
  );
  return rows.map(({ email, created_at }) => ({ email, created: created_at.toISOString() }));
};

const addressOf = (email: string): string => email.trim().toLowerCase();

const noAccount = (email: string): AccountError => new AccountError(`${email} has no account.`);

/** Gives an account a new one-time password, and ends its sessions and links. Throws AccountError. */
export const resetOwner = async (pg: Pool, address: string): Promise<Account> => {
  const email = addressOf(address);
  const { rows } = await pg.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  const id = rows[0]?.id;
  if (id === undefined) throw noAccount(email);
  const password = oneTimePassword();
  await savePassword(pg, { user: id, session: undefined, password });
  return { email, password, id };
};

/** Removes an account and all that is its own. Throws AccountError. */
export const removeOwner = async (pg: Pool, address: string): Promise<{ readonly email: string }> => {
  const email = addressOf(address);
  const { rowCount } = await pg.query('delete from auth.users where email = $1', [email]);
  if (rowCount === 0) throw noAccount(email);
  return { email };
};
