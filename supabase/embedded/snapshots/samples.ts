import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { DEFAULT_TABLES } from '../../../src/config/limits.ts';
import { keptName } from '../../functions/snapshot/names.ts';
import type { SnapshotFiles } from '../../functions/snapshot/ports.ts';

const SAMPLES = join(import.meta.dirname, '../samples');

/** Puts a picture on each of a venue's usual tables, to be seen before any camera sends one. Doing it again adds nothing. */
export const addSamples = async (
  { pg, files }: { readonly pg: Pool; readonly files: SnapshotFiles },
  venue: string,
): Promise<void> => {
  for (const table of DEFAULT_TABLES) {
    const bytes = await readFile(join(SAMPLES, `${table}.jpg`));
    // Everybody has these: their ids needn't be secret, but the same each time.
    const id = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    await files.put(keptName(id, 'image/jpeg'), bytes, 'image/jpeg');
    await pg.query(`select public.import_snapshot($1, $2, 'image/jpeg', now(), null)`, [
      `${venue}-${table}`,
      id,
    ]);
  }
};
