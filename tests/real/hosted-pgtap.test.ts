import { readdirSync, readFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { installPgtap, runPgtap } from '../embedded/pgtap.ts';
import { startHosted } from './hosted.ts';

/** Runs `supabase/tests/` as a hosted project's role `postgres`. */

const hosted = await startHosted();
afterAll(hosted.close);

await installPgtap(await hosted.signIn('supabase_admin'));
const session = await hosted.signIn('postgres');
for (const name of readdirSync('supabase/migrations').sort())
  await session.query(readFileSync(`supabase/migrations/${name}`, 'utf8'));
// The shortest limit there: for calls without an account.
await session.query(`set statement_timeout = '3s'`);
await runPgtap(session);
