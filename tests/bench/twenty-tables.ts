import { setTimeout as wait } from 'node:timers/promises';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * Twenty tables of one venue, each tapped twice a second for a minute through the embedded server, less with
 * BENCH_SECONDS: how long a tap waits for its answer, from when it was due, and what the server then holds in memory.
 */

const TABLES = 20;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const INTERVAL_MILLIS = 500;
const PORT = 4672;
const GOAL_MILLIS = 250;
const GOAL_MEGABYTES = 250;

const server = await startBenchServer(PORT);
try {
  const venue = await openVenue(server.origin, DEMO);
  for (let number = (await venue.tables()).length; number < TABLES; number += 1) {
    await venue.call('add_table', { title: `Table ${number + 1}` });
  }
  const tables = (await venue.tables()).slice(0, TABLES);
  const scorers = await Promise.all(tables.map((table) => venue.begin(table, 'snooker', { bestOf: 99 })));
  const waits: number[] = [];
  const began = performance.now();
  await Promise.all(
    scorers.map(async ({ act }, index) => {
      // Spread over the interval, as people are.
      const first = began + (index / TABLES) * INTERVAL_MILLIS;
      for (let tap = 0; tap < (SECONDS * 1000) / INTERVAL_MILLIS; tap += 1) {
        const due = first + tap * INTERVAL_MILLIS;
        await wait(Math.max(0, due - performance.now()));
        await (tap % 2 ? act('endVisit') : act('foul', { points: 4 }));
        waits.push(performance.now() - due);
      }
    }),
  );
  await server.collect();
  console.log(`${TABLES} tables, each tapped twice a second for ${SECONDS} s: ms until a tap is answered`);
  console.table({
    p50: { measured: percentile(waits, 0.5).toFixed(1) },
    p95: { measured: percentile(waits, 0.95).toFixed(1) },
    most: against(Math.max(...waits), GOAL_MILLIS),
    taps: { measured: String(waits.length) },
    'MB, the server': against(server.ownMemory(), GOAL_MEGABYTES),
    'MB, with PostgreSQL': { measured: server.memory().toFixed(0) },
  });
} finally {
  await server.stop();
}
