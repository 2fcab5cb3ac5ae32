import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { FIRST_PROGRAMME } from '../../src/core/television/programme.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { askedLayout } from './common/layout.ts';
import { startBenchServer } from './common/server.ts';
import { median } from './common/statistics.ts';

/**
 * The cost of an idle overlay: processor time of all of Chromium's processes while it shows nothing, a board with a
 * stopped clock, one whose clock runs, and one whose shot clock runs, in the built site on the embedded server; and
 * what a television costs whose programme, as the desk proposes it, shows six tables, all with running clocks, and who
 * waits. Chromium draws without a graphics processor, as broadcast software does with hardware acceleration off. Linux
 * only: it reads /proc. A quarter of an hour, or less with BENCH_SECONDS and BENCH_ROUNDS. `--layout tv` for another
 * layout than the bar.
 */

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PORT = Number(process.env['BENCH_PORT'] ?? 4392);
/** Of one core. */
const GOAL_PER_CENT = { 'clock runs': 1, 'shot clock runs': 1, programme: 2 };
const TABLES = 6;
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
const measure = async (open: (page: Page) => Promise<unknown>): Promise<Record<string, number>> => {
  // A separate browser server gives the process that everything else descends from.
  const server = await chromium.launchServer({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  let browser: Browser | undefined;
  try {
    browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
    await open(page);
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
  const venue = await openVenue(origin, DEMO);
  for (let number = (await venue.tables()).length; number < TABLES; number += 1)
    await venue.call('add_table', { title: `Table ${number + 1}` });
  const tables = await venue.tables();
  const [first, ...others] = await Promise.all(tables.map((table) => venue.begin(table, 'eight-ball')));
  if (!first) throw new Error('The demo owner has a table.');
  for (const { clock } of others) await clock('clock.start');
  for (const name of ['Amine', 'يوسف', 'Nadia'])
    await venue.call('change_waiting', {
      op: {
        id: randomUUID(),
        entry: randomUUID(),
        kind: 'add',
        before: null,
        name,
        name2: null,
        size: 2,
        wants: 'any',
        wanted_id: null,
        table_id: null,
        replace: false,
      },
    });
  const { clock } = first;
  const openOverlay = async (page: Page): Promise<void> => {
    await page.goto(`${link}&layout=${layout}`);
    await page.getByTestId('overlay-clock').waitFor();
  };
  /** How the match is brought into each state, one after the other, and the page that is opened then. */
  const states: Record<string, (page: Page) => Promise<unknown>> = {
    'no page': (page) => page.goto('about:blank'),
    'clock stands': async (page) => {
      await clock('clock.stop');
      await openOverlay(page);
    },
    'clock runs': async (page) => {
      await clock('clock.start');
      await openOverlay(page);
    },
    'shot clock runs': async (page) => {
      await clock('clock.stop');
      await clock('shot.start', { n: 3600, warn: 10 });
      await openOverlay(page);
    },
    programme: async (page) => {
      await clock('clock.start');
      await page.goto(`${origin}/tv`);
      const code = page.getByTestId('pairing-code').filter({ hasText: /^\w{6}$/ });
      await venue.call('pair_television', {
        code: await code.textContent(),
        title: 'Hall',
        programme: FIRST_PROGRAMME,
      });
      await page.locator('.tv-turn[data-seen]').waitFor();
    },
  };
  const results: Record<string, Record<string, number>[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, open] of Object.entries(states)) {
      (results[name] ??= []).push(await measure(open));
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
      Object.entries(GOAL_PER_CENT).map(([name, goal]) => [
        name,
        against(medians[name]?.['all'] ?? Number.NaN, goal, 2),
      ]),
    ),
  );
} finally {
  await stop();
}
