import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { memoryOf } from './common/memory.ts';
import { startBenchServer } from './common/server.ts';
import { simulateTime } from './common/simulated-time.ts';

/**
 * Eight hours of a television's programme in some minutes: the page's time is simulated, server and frames are real.
 * Its turns change every ten seconds, each minute a table scores and a party is called or leaves. Fewer hours with
 * BENCH_HOURS.
 */

const HOURS = Number(process.env['BENCH_HOURS'] ?? 8);
const PORT = 4674;
const START = Date.parse('2026-11-22T16:00:00Z');
const TURN_SECONDS = 10;
const TABLES = 8;
/** For a turn to be painted. */
const PAINT_MILLIS = 40;
const GOAL = { heapGrowthMegabytes: 0.25, nodes: 0, listeners: 0, blank: 0 };

const server = await startBenchServer(PORT);
let browser: Browser | undefined;
try {
  const venue = await openVenue(server.origin, DEMO);
  for (let number = (await venue.tables()).length; number < TABLES; number += 1)
    await venue.call('add_table', { title: `Table ${number + 1}` });
  const tables = (await venue.tables()).slice(0, TABLES);
  const [first] = tables;
  const free = tables.at(-1);
  if (!first || !free) throw new Error('There are tables.');
  const { act } = await venue.begin(first, 'snooker', { bestOf: 99 });

  browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  const time = await simulateTime(page, START);
  await page.route(/\/rpc\/(ask_television|begin_pairing|get_overlay)$/, async (route) => {
    const response = await route.fetch();
    const serverTime = new Date(await time.seen()).toISOString();
    const body = (await response.text()).replace(/("server_time"\s*:\s*")[^"]*/, `$1${serverTime}`);
    return route.fulfill({ response, body });
  });
  await page.goto(`${server.origin}/tv`);
  const code = page.getByTestId('pairing-code');
  while (!/^\w{6}$/.test((await code.textContent({ timeout: 10_000 })) ?? '')) await time.advance(500);
  await venue.call('pair_television', {
    code: await code.textContent(),
    title: 'Hall',
    table_id: first.id,
    programme: { turns: ['tables', 'table', 'waiting'], seconds: TURN_SECONDS },
  });
  const head = page.getByTestId('tv-head').first();
  while (!(await head.isVisible())) {
    await time.advance(1000);
    await wait(PAINT_MILLIS);
  }

  const change = async (op: object): Promise<string> => {
    const id = randomUUID();
    const { outcome } = (await venue.call('change_waiting', { op: { id, ...op } })) as { outcome: string };
    if (outcome !== 'done') throw new Error(`${JSON.stringify(op)}: ${outcome}`);
    return id;
  };
  const add = async (name: string) => {
    const entry = randomUUID();
    const before = await change({
      entry,
      kind: 'add',
      before: null,
      name,
      name2: null,
      size: 2,
      wants: 'any',
      wanted_id: null,
      table_id: null,
      replace: false,
    });
    return { entry, before };
  };
  for (const name of ['Amine Berrada', 'يوسف بن علي', 'Nadia']) await add(name);

  // The visible turn has drawn content whenever it changes.
  await page.evaluate(() => {
    const blank = { times: 0 };
    Object.assign(window, { blank });
    new MutationObserver(() => {
      if (!document.querySelector('.tv-turn[data-seen] :is(.tv-tile, .tv-queue, .on-air__canvas)'))
        blank.times += 1;
    }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-seen'] });
  });

  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const seen = new Map<string, number>();
  const readings: Awaited<ReturnType<typeof memoryOf>>[] = [];
  let called: { entry: string; before: string } | undefined;
  const began = performance.now();
  for (let minute = 0; minute < HOURS * 60; minute += 1) {
    await (minute % 2 ? act('endVisit') : act('foul', { points: 4 }));
    if (called) {
      await change({ ...called, kind: 'leave' });
      called = undefined;
    } else {
      const { entry, before } = await add(`Guest ${minute}`);
      called = { entry, before: await change({ entry, kind: 'call', before, table_id: free.id }) };
    }
    for (let second = 0; second < 60; second += TURN_SECONDS) {
      await time.advance(TURN_SECONDS * 1000);
      await wait(PAINT_MILLIS);
      const turn = (await page.locator('.tv-turn[data-seen]').getAttribute('data-testid')) ?? 'none';
      seen.set(turn, (seen.get(turn) ?? 0) + 1);
    }
    // At the same place of its programme each time.
    if (minute % 30 === 29) readings.push(await memoryOf(devtools));
  }
  const blank = await page.evaluate(() => (window as unknown as { blank: { times: number } }).blank.times);
  // In the first hours the browser still learns the page's code.
  const [middle, last] = [readings[Math.floor(readings.length / 2) - 1], readings.at(-1)];
  if (!middle || !last) throw new Error('Memory was read too seldom: run an hour at least.');
  console.log(
    `A programme: ${HOURS} hours in ${Math.round((performance.now() - began) / 1000)} s; turns seen: ` +
      [...seen].map(([turn, times]) => `${turn} ${times}`).join(', '),
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
      last.megabytes - middle.megabytes,
      GOAL.heapGrowthMegabytes,
      2,
    ),
    'nodes grown in the second half': against(last.nodes - middle.nodes, GOAL.nodes, 0),
    'event listeners grown in the second half': against(last.listeners - middle.listeners, GOAL.listeners, 0),
    'changes after which nothing was seen': against(blank, GOAL.blank, 0),
  });
} finally {
  await browser?.close();
  await server.stop();
}
