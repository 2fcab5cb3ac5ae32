import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { join } from './common/listen.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/** From a tap that is sent to the embedded server to the board at every viewer, each with its own socket. */

const ROUNDS = 100;
const VIEWERS = [1, 200];
const PORT = 4673;
const GOAL_MILLIS = 100;

const server = await startBenchServer(PORT);
try {
  const venue = await openVenue(server.origin, DEMO);
  const [table] = await venue.tables();
  if (!table) throw new Error('The demo owner has a table.');
  const { act } = await venue.begin(table, 'eight-ball');
  const rows: Record<string, Record<string, string>> = {};
  for (const viewers of VIEWERS) {
    let arrived = (): void => {};
    const leave = await Promise.all(
      Array.from({ length: viewers }, () =>
        join(server.origin, `overlay:${table.token}`, 'state', () => arrived()),
      ),
    );
    const each: number[] = [];
    const last: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      const delays: number[] = [];
      const everybody = new Promise<void>((resolve) => {
        arrived = () => {
          delays.push(performance.now() - began);
          if (delays.length === viewers) resolve();
        };
      });
      await Promise.all([act('foul', { side: 'A' }), everybody]);
      each.push(...delays);
      last.push(Math.max(...delays));
    }
    for (const close of leave) close();
    rows[`${viewers} viewers, each, p50`] = { measured: percentile(each, 0.5).toFixed(1) };
    rows[`${viewers} viewers, the last, p50`] = { measured: percentile(last, 0.5).toFixed(1) };
    rows[`${viewers} viewers, the last, p95`] = against(percentile(last, 0.95), GOAL_MILLIS);
  }
  console.log(`A tap to ${VIEWERS.join(' and ')} viewers, ms, ${ROUNDS} rounds`);
  console.table(rows);
} finally {
  await server.stop();
}
