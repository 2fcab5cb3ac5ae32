import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type Locator } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * From the press of Save on the desk, and from a tap on a pad, to the request that leaves the browser, and to the painted
 * score in another one, over loopback, against the built site on the embedded server. The browsers read the same
 * machine's clock.
 */

const ROUNDS = 60;
const PORT = 4391;
/** Longer than a pad's key ignores taps after one. */
const SLEEP_MILLIS = 400;
const GOAL_MILLIS = { p50: 4, p95: 8 };

interface Took {
  /** Until the page had asked the browser for the request. */
  readonly fetch: number;
  /** Until the request left the browser. */
  readonly request: number;
  /** From then until its answer was there. */
  readonly answer: number;
  /** Until another browser had painted it. */
  readonly paint: number;
}

/** Presses a button, which sends one request. Returns when it was pressed, asked for, sent and answered. */
const press = (
  button: Locator,
): Promise<{ pressed: number; asked: number; sent: number; answered: number }> =>
  button.evaluate(async (element: HTMLElement) => {
    performance.clearResourceTimings();
    const entry = new Promise<PerformanceResourceTiming>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        const [append] = list.getEntries().filter(({ name }) => name.endsWith('/append_actions'));
        if (!append) return;
        observer.disconnect();
        resolve(append as PerformanceResourceTiming);
      });
      observer.observe({ type: 'resource' });
    });
    const pressed = performance.now();
    element.click();
    const { startTime, requestStart, responseEnd } = await entry;
    const [at, asked, sent, answered] = [pressed, startTime, requestStart, responseEnd].map(
      (millis) => performance.timeOrigin + millis,
    ) as [number, number, number, number];
    return { pressed: at, asked, sent, answered };
  });

/** Raises a score by one `ROUNDS` times, and waits each time until another browser has painted it. */
const measure = async (
  browser: Browser,
  overlay: string,
  raise: (score: number) => Promise<Locator>,
): Promise<readonly Took[]> => {
  const viewer = await (await browser.newContext()).newPage();
  await viewer.goto(overlay);
  const score = viewer.getByTestId('overlay-s1');
  await score.waitFor();
  const took: Took[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const button = await raise(round);
    // The task after the next frame runs when that frame has been painted.
    const seen = score.evaluate(
      (element, wanted) =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            if (element.textContent !== wanted) return;
            observer.disconnect();
            requestAnimationFrame(() =>
              setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0),
            );
          };
          const observer = new MutationObserver(look);
          observer.observe(element, { childList: true, characterData: true, subtree: true });
          look();
        }),
      String(round),
    );
    // The page has its observer when it answers anything else.
    await viewer.evaluate(() => undefined);
    const { pressed, asked, sent, answered } = await press(button);
    took.push({
      fetch: asked - pressed,
      request: sent - pressed,
      answer: answered - sent,
      paint: (await seen) - pressed,
    });
  }
  await viewer.close();
  return took;
};

const print = (title: string, took: readonly Took[]): void => {
  const of = (name: keyof Took, share: number): number =>
    percentile(
      took.map((one) => one[name]),
      share,
    );
  console.log(`${title}, ms, ${ROUNDS} rounds`);
  console.table({
    'fetch, p50': { measured: of('fetch', 0.5).toFixed(1) },
    'request, p50': against(of('request', 0.5), GOAL_MILLIS.p50),
    'request, p95': against(of('request', 0.95), GOAL_MILLIS.p95),
    'answer, p50': { measured: of('answer', 0.5).toFixed(1) },
    'paint, p50': { measured: of('paint', 0.5).toFixed(1) },
    'paint, p95': { measured: of('paint', 0.95).toFixed(1) },
  });
};

const executablePath = ensureChromium();
const server = await startBenchServer(PORT);
let browser: Browser | undefined;
try {
  const venue = await openVenue(server.origin, DEMO);
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const desk = await (await browser.newContext()).newPage();
  await desk.goto(`${server.origin}/login/`);
  await desk.getByRole('textbox', { name: 'Email' }).fill(DEMO.email);
  await desk.getByLabel('Password').fill(DEMO.password);
  await desk.getByRole('button', { name: 'Sign In' }).click();
  const field = desk.getByLabel('Score A', { exact: true });
  await field.waitFor();
  const saves = await measure(browser, server.overlay, async (score) => {
    await field.fill(String(score));
    return desk.getByRole('button', { name: 'Save' });
  });
  await desk.close();
  print('From Save', saves);

  await venue.call('add_table', { title: 'Pad' });
  const table = (await venue.tables()).at(-1);
  if (!table) throw new Error('There is no table for the pad.');
  await venue.begin(table, 'eight-ball', { raceTo: 99 });
  const link = (await venue.call('add_scorer_link', {
    table_id: table.id,
    label: 'Pad',
    is_machine: false,
  })) as {
    readonly secret: string;
  };
  const pad = await (await browser.newContext()).newPage();
  await pad.goto(`${server.origin}/score/#${link.secret}`);
  const key = pad.locator('[data-key="rackA"]');
  const taps = await measure(browser, `${server.origin}/overlay/${table.token}`, async () => {
    await wait(SLEEP_MILLIS);
    return key;
  });
  print('From a tap', taps);
} finally {
  await browser?.close();
  await server.stop();
}
