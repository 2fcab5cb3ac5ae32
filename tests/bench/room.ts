import { randomUUID } from 'node:crypto';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { SESSION_KEY } from '../../src/config/backend.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { caller, openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { median } from './common/statistics.ts';

/**
 * A waiting list of 40 at 8 tables on a slow phone: until it is painted when its screen is opened, and from a tap until
 * the change is painted as pending. The network is slow as well, so that no answer is painted instead. Also prints the page's own script, style and layout time, which other load doesn't change.
 */

const PORT = 4679;
const ROUNDS = 9;
const PARTIES = 40;
const TABLES = 8;
const SLOWER = 4;
/** Of a request, while a tap is measured. */
const LATENCY_MILLIS = 500;
const GOAL_MILLIS = { draw: 100, tap: 50 };
const PARTS = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration'] as const;
const NAMES = ['Youssef', 'سلمى', 'Hicham', 'Nadia', 'عبد الرحمن'];

const server = await startBenchServer(PORT);
let browser: Browser | undefined;
try {
  const venue = await openVenue(server.origin, DEMO);
  for (let number = (await venue.tables()).length; number < TABLES; number += 1)
    await venue.call('add_table', { title: `Table ${number + 1}` });
  await venue.call('update_table', { id: (await venue.tables()).at(-1)?.id, kind: 'snooker' });
  for (let party = 0; party < PARTIES; party += 1)
    await venue.call('change_waiting', {
      op: {
        id: randomUUID(),
        entry: randomUUID(),
        before: null,
        kind: 'add',
        table_id: null,
        replace: false,
        name: `${NAMES[party % NAMES.length]} ${party + 1}`,
        name2: null,
        size: 1 + (party % 5),
        wants: ['any', 'pool', 'snooker'][party % 3],
        wanted_id: null,
      },
    });
  const session = await caller(server.origin)('/auth/v1/token?grant_type=password', DEMO);

  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addInitScript(([key, stored]) => localStorage.setItem(key, stored), [
    SESSION_KEY,
    JSON.stringify(session),
  ] as const);
  const page = await context.newPage();
  await page.goto(`${server.origin}/dashboard/#room`);
  const line = '.room__waiting .room__line';
  await page.waitForSelector(line);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

  const spent = async (): Promise<readonly number[]> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return PARTS.map((part) => 1000 * (metrics.find(({ name }) => name === part)?.value ?? Number.NaN));
  };
  const slowDown = (latency: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  const runs: Record<'draw' | 'tap', number[][]> = { draw: [], tap: [] };
  /** Presses what the selector names, until `shown` is there and painted: the task after the next frame runs then. */
  const timed = async (into: number[][], pressed: string, shown: string): Promise<void> => {
    await page.waitForTimeout(1000);
    const before = await spent();
    const millis = await page.evaluate(
      async ([pressed, shown]) => {
        const began = performance.now();
        document.querySelector<HTMLElement>(pressed)?.click();
        do await new Promise(requestAnimationFrame);
        while (!document.querySelector(shown));
        await new Promise((resolve) => setTimeout(resolve));
        return performance.now() - began;
      },
      [pressed, shown] as const,
    );
    const after = await spent();
    into.push([millis, ...after.map((value, index) => value - (before[index] ?? 0))]);
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate(() => (location.hash = '#venue'));
    await page.waitForSelector(line, { state: 'detached' });
    await timed(runs.draw, 'a[href="#room"]', line);
    await slowDown(LATENCY_MILLIS);
    await timed(runs.tap, `${line}--waiting .room__keys .button`, `${line}[aria-busy='true']`);
    await slowDown(0);
    await page.waitForSelector(`${line}--called`);
    await page.waitForTimeout(1000);
    await page.locator('.room__undo').click();
    await page.waitForSelector(`${line}--called`, { state: 'detached' });
  }
  console.log(`${PARTIES} parties, ${TABLES} tables, a processor ${SLOWER} times slower, ms, medians`);
  console.table(
    Object.fromEntries(
      (['draw', 'tap'] as const).map((name) => [
        name,
        {
          ...against(median(runs[name].map(([millis = Number.NaN]) => millis)), GOAL_MILLIS[name]),
          ...Object.fromEntries(
            PARTS.map((part, index) => [
              part.replace('Duration', ''),
              median(runs[name].map((run) => run[index + 1] ?? Number.NaN)).toFixed(1),
            ]),
          ),
        },
      ]),
    ),
  );
} finally {
  await browser?.close();
  await server.stop();
}
