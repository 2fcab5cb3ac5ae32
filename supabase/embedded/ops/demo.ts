import type { Pool } from 'pg';
import type { Auth } from '../auth/index.ts';
import { isPassword } from '../auth/passwords.ts';
import { transaction } from '../data/sessions.ts';
import { addSamples } from '../snapshots/samples.ts';

/** An account only the embedded server has. */
export const DEMO = { email: 'demo@cueboard.test', password: 'cueboard-demo', venue: 'demo' } as const;

/** What the demo account's password is: the public one, its own, or none because there is no such account. */
export const demoPassword = async (pg: Pool): Promise<'public' | 'own' | 'none'> => {
  const { rows } = await pg.query<{ hash: string }>(
    `select coalesce(encrypted_password, '') as hash from auth.users where email = $1`,
    [DEMO.email],
  );
  if (!rows[0]) return 'none';
  return (await isPassword(DEMO.password, rows[0].hash)) ? 'public' : 'own';
};

/** The demo account's token; creates the account, its venue with sample pictures, and its overlay if missing. */
export const prepareDemo = async (pg: Pool, auth: Auth): Promise<string> => {
  const { rows } = await pg.query<{ id: string }>('select id from auth.users where email = $1', [DEMO.email]);
  const id = rows[0]?.id ?? (await auth.addOwner(DEMO.email, DEMO.password)).id;
  return transaction(pg, async (client) => {
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true)`,
      [JSON.stringify({ sub: id, role: 'authenticated' }), id],
    );
    const venue = await client.query(
      'insert into public.venues (owner_uid, slug) values ($1, $2) on conflict (owner_uid) do nothing',
      [id, DEMO.venue],
    );
    const overlay = await client.query<{ url_token: string }>(
      'select url_token from public.ensure_overlay()',
    );
    if (venue.rowCount) await addSamples(client, DEMO.venue);
    return overlay.rows[0]?.url_token ?? '';
  });
};
