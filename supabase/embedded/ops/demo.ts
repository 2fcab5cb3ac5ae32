import type { Pool } from 'pg';
import type { Auth } from '../auth/index.ts';
import { transaction } from '../data/sessions.ts';
import type { Snapshots } from '../snapshots/index.ts';
import { addSamples } from '../snapshots/samples.ts';

/** An account only the embedded server has. */
export const DEMO = { email: 'demo@cueboard.test', password: 'cueboard-demo', venue: 'demo' } as const;

/** The demo account's token; creates the account, its venue with sample pictures, and its overlay if missing. */
export const prepareDemo = async (pg: Pool, auth: Auth, { files }: Snapshots): Promise<string> => {
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
    if (venue.rowCount) await addSamples({ client, files }, DEMO.venue);
    return overlay.rows[0]?.url_token ?? '';
  });
};
