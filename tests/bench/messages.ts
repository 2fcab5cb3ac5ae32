import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { EVENING, playEvening } from '../common/evening.ts';
import { openVenue } from '../common/wire-scorer.ts';

/** A simulated evening's Realtime messages, as `docs/scale.md` counts them: by topic and event, with their sizes. */

const folder = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
const server = await startServer({ folder, port: 4682, mail: () => {} });
try {
  const venue = await openVenue(server.origin, DEMO);
  const { rows: before } = await server.pg.query<{ now: string }>('select clock_timestamp()::text as now');
  await playEvening(venue, Date.now() - 26 * 3_600_000);
  const { rows } = await server.pg.query<{ topic: string; event: string; count: number; bytes: number }>(
    `select split_part(topic, ':', 1) as topic, event, count(*)::int as count,
       max(octet_length(payload::text))::int as bytes
     from realtime.messages where inserted_at >= $1::timestamptz at time zone 'utc'
     group by 1, 2 order by 3 desc`,
    [before[0]?.now],
  );
  const moves = EVENING.reduce((sum, { moves: { length } }) => sum + length, 0);
  console.log(`${EVENING.length} matches at 4 tables, ${moves} moves, sent a match at a time`);
  console.table(rows.map((row) => ({ ...row, 'a match': (row.count / EVENING.length).toFixed(1) })));
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
