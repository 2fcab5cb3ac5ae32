import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * From a party's call that is sent to the server to its painted name on the last of ten televisions, while twenty tables are
 * tapped twice a second: over loopback, against the built site on the embedded default. All read the same machine's clock,
 * and share its processors: BENCH_TELEVISIONS asks for fewer.
 */

const TELEVISIONS = Number(process.env['BENCH_TELEVISIONS'] ?? 10);
const TABLES = 20;
const INTERVAL_MILLIS = 500;
const ROUNDS = 20;
const PORT = 4673;
const GOAL_MILLIS = 300;

/** When a name is painted in a television's strip of calls, in milliseconds since the epoch. */
const paintedAt = (television: Page, name: string): Promise<number> =>
  television.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const calls = [...document.querySelectorAll('[data-testid="call"]')];
          if (!calls.some(({ textContent }) => textContent.includes(wanted))) return;
          observer.disconnect();
          // The task after the next frame runs when that frame has been painted.
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0),
          );
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, characterData: true, subtree: true });
        look();
      }),
    name,
  );

const executablePath = ensureChromium();
const server = await startBenchServer(PORT);
let browser: Browser | undefined;
const end = new AbortController();
try {
  const venue = await openVenue(server.origin, DEMO);
  for (let number = (await venue.tables()).length; number < TABLES + 1; number += 1) {
    await venue.call('add_table', { title: `Table ${number + 1}` });
  }
  const tables = (await venue.tables()).slice(0, TABLES + 1);
  const free = tables.at(-1);
  if (!free) throw new Error('There is no table to call to.');

  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const televisions: Page[] = [];
  for (let number = 1; number <= TELEVISIONS; number += 1) {
    // Each has storage of its own.
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await page.goto(`${server.origin}/tv`);
    const code = page.getByTestId('pairing-code');
    await code.filter({ hasText: /^\w{6}$/ }).waitFor();
    await venue.call('pair_television', {
      code: await code.textContent(),
      title: `TV ${number}`,
      programme: { turns: ['tables', 'waiting'], seconds: 60 },
    });
    await page.getByTestId('tv-head').first().waitFor();
    televisions.push(page);
  }

  const scorers = await Promise.all(
    tables.slice(0, TABLES).map((table) => venue.begin(table, 'snooker', { bestOf: 99 })),
  );
  const tapping = scorers.map(async ({ act }, index) => {
    // Spread over the interval, as people are.
    await wait((index / TABLES) * INTERVAL_MILLIS);
    for (let tap = 0; !end.signal.aborted; tap += 1) {
      const since = performance.now();
      await (tap % 2 ? act('endVisit') : act('foul', { points: 4 }));
      await wait(Math.max(0, INTERVAL_MILLIS - (performance.now() - since)));
    }
  });

  const change = async (op: object): Promise<string> => {
    const id = randomUUID();
    const { outcome } = (await venue.call('change_waiting', { op: { id, ...op } })) as { outcome: string };
    if (outcome !== 'done') throw new Error(`${JSON.stringify(op)}: ${outcome}`);
    return id;
  };
  const last: number[] = [];
  const each: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [entry, name] = [randomUUID(), `Zineb${round}x`];
    const added = await change({
      ...{ entry, kind: 'add', before: null, name, name2: null, size: 2, wants: 'any', wanted_id: null },
      ...{ table_id: null, replace: false },
    });
    const seen = televisions.map((television) => paintedAt(television, name));
    // Each has its observer when it answers anything else.
    await Promise.all(televisions.map((television) => television.evaluate(() => undefined)));
    const called = performance.timeOrigin + performance.now();
    const call = await change({ entry, kind: 'call', before: added, table_id: free.id });
    const painted = (await Promise.all(seen)).map((at) => at - called);
    each.push(...painted);
    last.push(Math.max(...painted));
    await change({ entry, kind: 'leave', before: call });
  }
  end.abort();
  await Promise.all(tapping);
  console.log(`From a call to paint on ${TELEVISIONS} televisions, ms, ${ROUNDS} rounds`);
  console.table({
    'a television, p50': { measured: percentile(each, 0.5).toFixed(1) },
    'a television, p95': against(percentile(each, 0.95), GOAL_MILLIS),
    'the last one, p95': { measured: percentile(last, 0.95).toFixed(1) },
  });
} finally {
  end.abort();
  await browser?.close();
  await server.stop();
}
