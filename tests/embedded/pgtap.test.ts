import { afterAll } from 'vitest';
import { preparedDatabase } from './folders.ts';
import { installPgtap, runPgtap } from './pgtap.ts';

/** Runs `supabase/tests/` on its own database. */

const database = await preparedDatabase();
const session = await database.pg.connect();
await installPgtap(session);

afterAll(async () => {
  session.release();
  await database.close();
});

await runPgtap(session);
