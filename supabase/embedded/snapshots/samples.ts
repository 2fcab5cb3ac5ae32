import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolClient } from 'pg';
import { DEFAULT_TABLES } from '../../../src/config/limits.ts';
import { keptName } from '../../functions/snapshot/names.ts';
import type { SnapshotFiles } from '../../functions/snapshot/ports.ts';

const SAMPLES = join(import.meta.dirname, '../samples');

/** Puts a picture on each of a new venue's tables, to look at until a camera sends one. */
export const addSamples = async (
  { client, files }: { readonly client: PoolClient; readonly files: SnapshotFiles },
  venue: string,
): Promise<void> => {
  for (const table of DEFAULT_TABLES) {
    const bytes = await readFile(join(SAMPLES, `${table}.jpg`));
    // Every installation has these: their ids must be stable, not secret.
    const id = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    await files.put(keptName(id, 'image/jpeg'), bytes, 'image/jpeg');
    const match = `${venue}-${table}`;
    // A scored table already has its address.
    await client.query(
      `insert into public.snapshot_tables (match_id, venue_id, board)
       select $1, id, $3 from public.venues where slug = $2 on conflict (match_id) do nothing`,
      [match, venue, table],
    );
    await client.query(
      `insert into public.snapshots (id, match_id, source, type, captured_at, received_at, kept)
       values ($1, $2, 'upload', 'image/jpeg', now(), now(), true)`,
      [id, match],
    );
  }
};
