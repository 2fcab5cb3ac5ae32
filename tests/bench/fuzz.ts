import { parseArgs } from 'node:util';
import { fuzz } from '../common/fuzz/index.ts';
import { startBenchServer } from './common/server.ts';
import { median, percentile } from './common/statistics.ts';

/**
 * Odd requests to everything that the server answers, from many addresses of this machine, beside two scorers whose
 * saves are looked after one by one. `--seed` has it send the same again, `--only` one request of them.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    requests: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const seed = Number(values.seed);
const requests = Number(values.requests);
const PORT = 4397;
/** Between two looks at what the server holds. */
const LOOK_EVERY = 1000;
const PRINT_EVERY = 10_000;
/** How much more memory the last quarter may hold than the one before. PostgreSQL's sessions fill their caches for longer. */
const MOST_GROWTH = { server: 1.1, postgres: 1.2 };

const server = await startBenchServer(PORT);
try {
  console.log(`--seed ${seed} --requests ${requests}`);
  const before = server.processes();
  const held = { server: [] as number[], postgres: [] as number[] };
  const look = async (answered: number): Promise<void> => {
    // What a busy machine collects late is no leak.
    await server.collect();
    const own = server.ownMemory();
    const postgres = server.memory() - own;
    held.server.push(own);
    held.postgres.push(postgres);
    if (answered % PRINT_EVERY === 0)
      console.log(`${answered} requests: ${own.toFixed(0)} MB and ${postgres.toFixed(0)} MB of PostgreSQL`);
  };
  const began = performance.now();
  const only = values.only === undefined ? undefined : Number(values.only);
  const options = {
    origin: server.origin.replace('localhost', '127.0.0.1'),
    folder: server.folder,
    seed,
    requests,
    only,
  };
  const report = await fuzz({ ...options, every: LOOK_EVERY, progress: look });
  await look(requests);
  const seconds = (performance.now() - began) / 1000;

  console.table(report.outcomes);
  for (const line of [...report.errors, ...report.failedSaves.slice(0, 50)]) console.log(line);
  /** The last quarter's memory by the one's before. */
  const growth = (of: keyof typeof held) => {
    const quarter = Math.ceil(held[of].length / 4);
    const measured = median(held[of].slice(-quarter)) / median(held[of].slice(-2 * quarter, -quarter));
    return { measured: measured.toFixed(3), holds: !(measured > MOST_GROWTH[of]) };
  };
  const checks = {
    'errors of the server': { measured: report.errorCount, holds: report.errorCount === 0 },
    'failed or foreign saves': {
      measured: report.failedSaves.length,
      holds: report.failedSaves.length === 0,
    },
    'the same processes': {
      measured: server.processes().join(),
      holds: server.processes().join() === before.join(),
    },
    'last quarter’s memory by the one’s before': growth('server'),
    'last quarter’s memory of PostgreSQL by the one’s before': growth('postgres'),
  };
  console.table({
    'requests a second': { measured: (requests / seconds).toFixed(0) },
    saves: { measured: report.saveMillis.length },
    'save, p50, ms': { measured: percentile(report.saveMillis, 0.5).toFixed(1) },
    'save, p95, ms': { measured: percentile(report.saveMillis, 0.95).toFixed(1) },
    'save, most, ms': { measured: Math.max(...report.saveMillis).toFixed(0) },
    'memory at the start, MB': { measured: held.server[0]?.toFixed(0) },
    'memory at the end, MB': { measured: held.server.at(-1)?.toFixed(0) },
    ...checks,
  });
  if (!Object.values(checks).every(({ holds }) => holds)) process.exitCode = 1;
} finally {
  await server.stop();
}
