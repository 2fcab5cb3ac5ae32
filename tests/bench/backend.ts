import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * The embedded backend's costs: from its start to the first page, of memory, for a question and for a save, and to come
 * back when PostgreSQL is killed.
 */

const PORT = 4396;
const ROUNDS = 300;
const KILLS = 20;

const rounded = (millis: number): number => Math.round(millis * 10) / 10;
const spread = (millis: readonly number[]) => ({
  p50: rounded(percentile(millis, 0.5)),
  p95: rounded(percentile(millis, 0.95)),
  most: rounded(Math.max(...millis)),
});

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const repeat = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
  const millis: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) millis.push(await timed(work));
  return millis;
};

const begun = performance.now();
const server = await startBenchServer(PORT);
const page = async (): Promise<void> => {
  await (await fetch(`${server.origin}/`)).text();
};
try {
  await page();
  const first = performance.now() - begun;
  const restarted = await timed(async () => {
    await server.restart();
    await page();
  });
  const memory = server.memory();

  const venue = await openVenue(server.origin, { email: 'demo@cueboard.test', password: 'cueboard-demo' });
  const [table] = await venue.tables();
  if (!table) throw new Error('The demo account has no table.');
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${server.origin}/rest/v1/rpc/get_overlay`, {
      method: 'POST',
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY, 'content-type': 'application/json' },
      body: JSON.stringify({ key: table.token }),
    });
    if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  const match = await venue.begin(table, 'plain', { raceTo: 0 });
  await repeat(ask);
  const asked = await repeat(ask);
  let score = 0;
  const saved = await repeat(() => match.act('set', { changes: { s1: { from: score, to: (score += 1) } } }));

  const away: number[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Without a postmaster there is nothing to kill.
    if (spawnSync('pkill', ['-9', '-f', `^\\S*postgres -D ${server.folder}/`]).status !== 0) break;
    away.push(
      await timed(async () => {
        for (;;) {
          try {
            await ask();
            return;
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        }
      }),
    );
  }
  console.table({
    'first start to first page, ms': { p50: Math.round(first) },
    'start to first page, ms': { p50: Math.round(restarted) },
    'memory at the start, MB': { p50: Math.round(memory) },
    'memory at the end, MB': { p50: Math.round(server.memory()) },
    'get_overlay, ms': spread(asked),
    'a save (append_actions), ms': spread(saved),
    ...(away.length && { 'killed, to its next answer, ms': spread(away) }),
  });
} finally {
  await server.stop();
}
