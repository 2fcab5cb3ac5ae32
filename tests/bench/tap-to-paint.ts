import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * From a tap that is sent to the server to the painted score on another browser's overlay, over loopback, against the built
 * site on the embedded default. Both read the same machine's clock. What the tapping device itself shows waits for nothing.
 */

const ROUNDS = 60;
const PORT = 4671;
const GOAL_MILLIS = 30;

const executablePath = ensureChromium();
const server = await startBenchServer(PORT);
let browser: Browser | undefined;
try {
  const venue = await openVenue(server.origin, DEMO);
  const [table] = await venue.tables();
  if (!table) throw new Error('The demo owner has a table.');
  const { act } = await venue.begin(table, 'eight-ball', { raceTo: 99 });
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const viewer = await browser.newPage();
  await viewer.goto(server.overlay);
  const score = viewer.getByTestId('overlay-s1');
  await score.waitFor();

  const painted: number[] = [];
  const answered: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
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
    const tapped = performance.timeOrigin + performance.now();
    await act('rack', { side: 'A' });
    answered.push(performance.timeOrigin + performance.now() - tapped);
    painted.push((await seen) - tapped);
  }
  console.log(`Tap to paint elsewhere, ms, ${ROUNDS} rounds`);
  console.table({
    'answered, p50': { measured: percentile(answered, 0.5).toFixed(1) },
    'answered, p95': { measured: percentile(answered, 0.95).toFixed(1) },
    'painted elsewhere, p50': { measured: percentile(painted, 0.5).toFixed(1) },
    'painted elsewhere, p95': against(percentile(painted, 0.95), GOAL_MILLIS),
  });
} finally {
  await browser?.close();
  await server.stop();
}
