import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { startProxy } from '../e2e/proxy.ts';
import { countFrames } from './common/frames.ts';
import { against } from './common/goal.ts';
import { askedLayout } from './common/layout.ts';
import { memoryOf } from './common/memory.ts';
import { startBenchServer } from './common/server.ts';
import { simulateTime } from './common/simulated-time.ts';

/**
 * Eight hours of an overlay in some minutes: the page's time is simulated; server, network and frames
 * are real. The clock runs but for five minutes of each hour, something is scored each minute, the network drops each
 * quarter of an hour, and the server's process is killed each hour. `--layout tv` for another layout than the bar; fewer
 * hours with BENCH_HOURS. What it costs meanwhile is measured by `overlay-cpu.ts`, which waits for real seconds.
 */

const HOURS = Number(process.env['BENCH_HOURS'] ?? 8);
const PORT = Number(process.env['BENCH_PORT'] ?? 4469);
const START = Date.parse('2026-11-22T16:00:00Z');
/** Frames are looked at in some of the minutes, in which the page gets the time to paint each second. */
const LOOKED_AT = { minutesOfHour: [5, 6, 30, 52], seconds: 20 };
const PAINT_MILLIS = 80;
const GOAL = { heapGrowthMegabytes: 0.25, nodes: 0, listeners: 0, alike: 0 };

const { layout, viewport } = askedLayout();
const server = await startBenchServer(PORT);
const network = await startProxy(server.origin);
let browser: Browser | undefined;
try {
  const venue = await openVenue(server.origin, DEMO);
  const [table] = await venue.tables();
  if (!table) throw new Error('The demo owner has a table.');
  const { act, clock } = await venue.begin(table, 'eight-ball', { raceTo: 99 });
  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport });

  /** When the clock began to run each time, in the page's time, by what the server calls it. */
  const begun = new Map<string, string>();
  let startedMillis = START;
  const simulated = (text: string): string =>
    text.replace(/("started_at"\s*:\s*")([^"]*)/g, (_all, before: string, at: string) => {
      if (!begun.has(at)) begun.set(at, new Date(startedMillis).toISOString());
      return before + (begun.get(at) ?? '');
    });
  await page.routeWebSocket(/\/realtime\//, (socket) => {
    const upstream = socket.connectToServer();
    upstream.onMessage((message) => socket.send(typeof message === 'string' ? simulated(message) : message));
  });
  const time = await simulateTime(page, START);
  await page.route('**/rpc/get_overlay', async (route) => {
    const response = await route.fetch().catch(() => undefined);
    if (!response) return route.abort();
    const serverTime = new Date(await time.seen()).toISOString();
    const body = simulated(await response.text()).replace(/("server_time"\s*:\s*")[^"]*/, `$1${serverTime}`);
    return route.fulfill({ response, body });
  });

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const frames = countFrames(devtools);
  const address = new URL(server.overlay.replace(server.origin, network.origin));
  address.searchParams.set('layout', layout);
  await page.goto(address.href);
  const digits = page.getByTestId('overlay-clock');
  while (!(await digits.isVisible())) {
    await time.advance(100);
    await wait(PAINT_MILLIS);
  }
  const startClock = async (): Promise<void> => {
    startedMillis = time.now();
    await clock('clock.start');
  };
  await startClock();

  const readings: Awaited<ReturnType<typeof memoryOf>>[] = [];
  let seconds = 0;
  let changes = 0;
  let restarting: Promise<void> | undefined;
  const done = { cuts: 0, restarts: 0, scored: { A: 0, B: 0 } };

  /** Lets time pass. A server takes its real time to start: meanwhile the page's isn't in a hurry either. */
  const pass = async (howMany: number): Promise<void> => {
    for (let left = howMany; left > 0;) {
      const step = restarting ? 1 : left;
      await time.advance(step * 1000);
      if (restarting) await wait(PAINT_MILLIS);
      left -= step;
    }
    seconds += howMany;
  };

  /** A second in which every frame is looked at. */
  const look = async (): Promise<void> => {
    const before = await digits.textContent();
    await pass(1);
    await wait(PAINT_MILLIS);
    if ((await digits.textContent()) !== before) changes += 1;
  };

  const minute = async (number: number): Promise<void> => {
    const ofHour = number % 60;
    const ofQuarter = number % 15;
    if (ofHour === 50) await clock('clock.stop');
    if (ofHour === 55) await startClock();
    const looks = LOOKED_AT.minutesOfHour.includes(ofHour);
    if (looks) await frames.start();
    // The page is looked at while the network drops and comes back as well.
    if (ofQuarter === 5) {
      network.cut();
      done.cuts += 1;
    }
    if (ofQuarter === 6) network.restore();
    if (ofHour === 20) {
      done.restarts += 1;
      restarting = server.restart().finally(() => (restarting = undefined));
    }
    for (let second = 0; looks && second < LOOKED_AT.seconds / 2; second += 1) await look();
    if (!looks) await pass(LOOKED_AT.seconds / 2);
    if (!restarting) {
      const side = number % 2 === 0 ? 'A' : 'B';
      if (number % 5 === 0) done.scored[side] += 1;
      await act(number % 5 === 0 ? 'rack' : 'foul', { side });
    }
    for (let second = 0; looks && second < LOOKED_AT.seconds / 2; second += 1) await look();
    if (looks) await frames.stop();
    await pass(60 - LOOKED_AT.seconds / (looks ? 1 : 2));
  };

  const began = performance.now();
  for (let number = 0; number < HOURS * 60; number += 1) {
    await minute(number);
    if (number % 30 === 29) readings.push(await memoryOf(devtools));
  }
  await time.advance(60_000);
  const shown = page.getByTestId('overlay-s1');
  await shown.filter({ hasText: new RegExp(`^${done.scored.A}$`) }).waitFor();

  // In the first hours the browser still learns the page's code.
  const [first, last] = [readings[readings.length / 2 - 1], readings.at(-1)];
  if (!first || !last) throw new Error('Memory was read too seldom: run an hour at least.');
  const real = Math.round((performance.now() - began) / 1000);
  console.log(
    `${layout}: ${(seconds / 3600).toFixed(1)} hours in ${real} s, ${done.cuts} cuts, ${done.restarts} restarts`,
  );
  console.table(
    readings.map(({ megabytes, nodes, listeners }, index) => ({
      hours: (index + 1) / 2,
      'heap, MB': megabytes.toFixed(2),
      nodes,
      listeners,
    })),
  );
  console.table({
    'heap grown in the second half, MB': against(
      last.megabytes - first.megabytes,
      GOAL.heapGrowthMegabytes,
      2,
    ),
    'nodes grown in the second half': against(last.nodes - first.nodes, GOAL.nodes, 0),
    'event listeners grown in the second half': against(last.listeners - first.listeners, GOAL.listeners, 0),
    [`frames like the one before, of ${frames.counted.frames} for ${changes} turns of the clock`]: against(
      frames.counted.alike,
      GOAL.alike,
      0,
    ),
  });
} finally {
  await browser?.close();
  await network.close();
  await server.stop();
}
