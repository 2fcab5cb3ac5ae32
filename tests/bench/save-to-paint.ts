import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * From the press of Save in one browser to the painted score in another, over loopback, against the built site on
 * the embedded server. Both browsers read the same machine's clock.
 */

const ROUNDS = 60;
const PORT = 4391;
const executablePath = ensureChromium();
const server = await startBenchServer(PORT);
let browser: Browser | undefined;
try {
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const scorer = await (await browser.newContext()).newPage();
  const viewer = await (await browser.newContext()).newPage();
  await scorer.goto(`${server.origin}/login/`);
  await scorer.getByRole('textbox', { name: 'Email' }).fill('demo@cueboard.test');
  await scorer.getByLabel('Password').fill('cueboard-demo');
  await scorer.getByRole('button', { name: 'Sign In' }).click();
  const link = scorer.getByTestId('overlay-link');
  await link.filter({ hasText: '/overlay/' }).waitFor();
  await viewer.goto((await link.textContent()) ?? '');
  const score = viewer.getByTestId('overlay-s1');
  await score.waitFor();

  const millis: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The task after the next frame runs when that frame has been painted.
    const painted = score.evaluate(
      (element, wanted) =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            if (element.textContent !== wanted) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => resolve(Date.now()), 0));
          };
          const observer = new MutationObserver(look);
          observer.observe(element, { childList: true, characterData: true, subtree: true });
          look();
        }),
      String(round),
    );
    await scorer.getByLabel('Score A', { exact: true }).fill(String(round));
    const pressed = await scorer.getByRole('button', { name: 'Save' }).evaluate((button: HTMLElement) => {
      const now = Date.now();
      button.click();
      return now;
    });
    millis.push((await painted) - pressed);
  }
  console.table({
    'Save to paint, ms': {
      rounds: ROUNDS,
      p50: percentile(millis, 0.5),
      p95: percentile(millis, 0.95),
      most: Math.max(...millis),
    },
  });
} finally {
  await browser?.close();
  await server.stop();
}
