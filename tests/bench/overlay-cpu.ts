import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { askedLayout } from './common/layout.ts';
import { startBenchServer } from './common/server.ts';
import { median } from './common/statistics.ts';

/**
 * What an overlay costs that nobody touches: processor time of all of Chromium's processes while it shows nothing, a
 * board whose clock stands, one whose clock runs, and one whose shot clock runs, in the built site on the embedded default.
 * Chromium draws without a graphics processor, as broadcast software does with hardware acceleration off. Linux only: it
 * reads /proc. A quarter of an hour, or less with BENCH_SECONDS and BENCH_ROUNDS. `--layout tv`
 * for another layout than the bar.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PORT = Number(process.env['BENCH_PORT'] ?? 4392);
/** Of one core. */
const GOAL_PER_CENT = 1;
/** Of /proc/<pid>/stat; Linux counts in hundredths for programs, whatever its kernel does. */
const TICKS_PER_SECOND = 100;

/** `/proc/<pid>/stat` behind the name, which may hold spaces: state, parent, … user and system ticks. */
const statOf = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** Seconds that a process and all its descendants have worked so far, by their kind. */
const workOf = (ancestor: number): Map<string, number> => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? statOf(Number(name))?.[1] : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || belongs(parents.get(pid)));
  const work = new Map<string, number>();
  for (const pid of parents.keys()) {
    const stat = belongs(pid) ? statOf(pid) : undefined;
    if (!stat) continue;
    const kind = /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? 'browser';
    const seconds = (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND;
    work.set(kind, (work.get(kind) ?? 0) + seconds);
  }
  return work;
};

/** Per cent of one core that a fresh browser's processes take while a page is left alone. */
const measure = async (address: string): Promise<Record<string, number>> => {
  // A server of its own gives the process that everything else descends from.
  const server = await chromium.launchServer({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  let browser: Browser | undefined;
  try {
    browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await page.goto(address);
    if (address.includes('/overlay/')) await page.getByTestId('overlay-clock').waitFor();
    // Loading is no part of it.
    await wait(5000);
    const pid = server.process().pid ?? 0;
    const [before, began] = [workOf(pid), performance.now()];
    await wait(SECONDS * 1000);
    const [after, seconds] = [workOf(pid), (performance.now() - began) / 1000];
    const kinds = Object.fromEntries(
      [...after].map(([kind, work]) => [kind, ((work - (before.get(kind) ?? 0)) / seconds) * 100]),
    );
    return { ...kinds, all: Object.values(kinds).reduce((sum, part) => sum + part, 0) };
  } finally {
    await browser?.close();
    await server.close();
  }
};

const { layout } = askedLayout();
const { origin, overlay: link, stop } = await startBenchServer(PORT);
try {
  const { begin, tables } = await openVenue(origin, DEMO);
  const [table] = await tables();
  if (!table) throw new Error('The demo owner has a table.');
  const { clock } = await begin(table, 'eight-ball');
  /** How the match is brought into each state, one after the other. */
  const states: Record<string, () => Promise<unknown>> = {
    'clock stands': () => clock('clock.stop'),
    'clock runs': () => clock('clock.start'),
    'shot clock runs': async () => {
      await clock('clock.stop');
      await clock('shot.start', { n: 3600, warn: 10 });
    },
  };
  const results: Record<string, Record<string, number>[]> = { 'no page': [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    results['no page']?.push(await measure('about:blank'));
    for (const [name, bring] of Object.entries(states)) {
      await bring();
      (results[name] ??= []).push(await measure(`${link}&layout=${layout}`));
      await clock('shot.off');
    }
  }
  const medians = Object.fromEntries(
    Object.entries(results).map(([name, rounds]) => [
      name,
      Object.fromEntries(
        Object.keys(rounds[0] ?? {}).map((kind) => [
          kind,
          Number(median(rounds.map((round) => round[kind] ?? 0)).toFixed(2)),
        ]),
      ),
    ]),
  );
  console.log(`${layout}: per cent of one core, medians of ${ROUNDS} rounds of ${SECONDS} s`);
  console.table(medians);
  console.table(
    Object.fromEntries(
      ['clock runs', 'shot clock runs'].map((name) => [
        name,
        against(medians[name]?.['all'] ?? Number.NaN, GOAL_PER_CENT, 2),
      ]),
    ),
  );
} finally {
  await stop();
}
