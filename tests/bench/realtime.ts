/** From an UPDATE in Postgres to the state in a viewer's hands, through the real client, on one machine. */

import { performance } from 'node:perf_hooks';
import { createOverlay, openTestDatabase, startRealtime, subscribed } from '../embedded/realtime-server.ts';
import { against } from './common/goal.ts';
import { percentile } from './common/statistics.ts';

const VIEWERS = 200;
const GOAL_MILLIS = 100;

export interface Latency {
  viewers: number;
  /** Milliseconds until one viewer had a state, over all viewers and updates. */
  p50: number;
  p95: number;
  /** Milliseconds until the last viewer had it, over all updates. */
  lastP95: number;
}

/** Measures `rounds` updates, one after the other, each awaited by all viewers. Every viewer has its own socket. */
export async function measureLatency(viewers: number, rounds: number): Promise<Latency> {
  const pg = await openTestDatabase();
  const server = await startRealtime(pg);
  const overlay = await createOverlay(pg);
  let arrived: () => void = () => undefined;

  await Promise.all(
    Array.from({ length: viewers }, async () => {
      const channel = server.client().channel(overlay.topic, { config: { private: true } });
      channel.on('broadcast', { event: 'state' }, () => {
        arrived();
      });
      await subscribed(channel);
    }),
  );

  const each: number[] = [];
  const last: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    const delays: number[] = [];
    const everybody = new Promise<void>((resolve) => {
      arrived = () => {
        delays.push(performance.now() - start);
        if (delays.length === viewers) resolve();
      };
    });
    await Promise.all([overlay.score(), everybody]);
    each.push(...delays);
    last.push(Math.max(...delays));
  }

  await server.close();
  await pg.close();
  return {
    viewers,
    p50: percentile(each, 0.5),
    p95: percentile(each, 0.95),
    lastP95: percentile(last, 0.95),
  };
}

if (import.meta.main) {
  const rows = [await measureLatency(1, 200), await measureLatency(VIEWERS, 200)];
  console.table(
    rows.map(({ viewers, p50, p95, lastP95 }) => ({
      viewers,
      'p50 ms': p50.toFixed(1),
      'p95 ms': p95.toFixed(1),
      'last viewer, p95 ms': lastP95.toFixed(1),
    })),
  );
  console.table({
    [`${VIEWERS} overlays reached, p95, ms`]: against(rows.at(-1)?.lastP95 ?? Number.NaN, GOAL_MILLIS),
  });
}
