import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * What the server makes of an append: the time from a tap's request to its answer, one after the other over loopback,
 * and the processor's share of it, which others on the machine don't change much.
 */

const WARM = 100;
const ROUNDS = 400;
const PORT = 4675;
const GOAL_MILLIS = 3;

const server = await startBenchServer(PORT);
try {
  const venue = await openVenue(server.origin, DEMO);
  const [table] = await venue.tables();
  if (!table) throw new Error('The demo owner has a table.');
  const { act } = await venue.begin(table, 'snooker', { bestOf: 99 });
  const tap = (round: number): Promise<unknown> => (round % 2 ? act('endVisit') : act('foul', { points: 4 }));
  for (let round = 0; round < WARM; round += 1) await tap(round);
  const millis: number[] = [];
  const before = server.processor();
  for (let round = 0; round < ROUNDS; round += 1) {
    const tapped = performance.now();
    await tap(round);
    millis.push(performance.now() - tapped);
  }
  const processor = ((server.processor() - before) * 1000) / ROUNDS;
  console.log(`An append, ms, ${ROUNDS} rounds`);
  console.table({
    'answered, p50': against(percentile(millis, 0.5), GOAL_MILLIS),
    'answered, p95': { measured: percentile(millis, 0.95).toFixed(1) },
    processor: { measured: processor.toFixed(2) },
  });
} finally {
  await server.stop();
}
