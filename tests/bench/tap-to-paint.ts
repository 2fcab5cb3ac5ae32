import { randomUUID } from 'node:crypto';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/chromium.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { against } from './common/goal.ts';
import { startBenchServer } from './common/server.ts';
import { percentile } from './common/statistics.ts';

/**
 * From a tap that is sent to the server, or a machine's move, to the painted score on another browser's overlay, over
 * loopback, against the built site on the embedded server. Both read the same machine's clock. The tapping device's
 * own display waits for nothing.
 */

const ROUNDS = 50;
const PORT = 4671;
const GOAL_MILLIS = { tap: 30, press: 60 };

/** Gives a rack to A `ROUNDS` times, and waits each time until the overlay's score is painted. */
const measure = async (
  browser: Browser,
  overlay: string,
  giveRack: () => Promise<unknown>,
): Promise<{ readonly answered: readonly number[]; readonly painted: readonly number[] }> => {
  const viewer = await browser.newPage();
  await viewer.goto(overlay);
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
    await giveRack();
    answered.push(performance.timeOrigin + performance.now() - tapped);
    painted.push((await seen) - tapped);
  }
  await viewer.close();
  return { answered, painted };
};

const executablePath = ensureChromium();
const server = await startBenchServer(PORT);
let browser: Browser | undefined;
try {
  const venue = await openVenue(server.origin, DEMO);
  await venue.call('add_table', { title: 'Machine' });
  const [table, other] = await venue.tables();
  if (!table || !other) throw new Error('The demo owner has two tables.');
  browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const { act } = await venue.begin(table, 'eight-ball', { raceTo: 99 });
  const tap = await measure(browser, server.overlay, () => act('rack', { side: 'A' }));

  await venue.begin(other, 'eight-ball', { raceTo: 99 });
  const key = (await venue.call('add_scorer_link', {
    table_id: other.id,
    label: 'Bench',
    is_machine: true,
  })) as { readonly secret: string };
  const press = await measure(browser, `${server.origin}/overlay/${other.token}`, async () => {
    const answer = await fetch(`${server.origin}/functions/v1/score/v1/moves/rack`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.secret}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ side: 'A' }),
    });
    if (!answer.ok) throw new Error(`A move was refused: ${await answer.text()}`);
  });

  for (const [name, { answered, painted }] of Object.entries({ tap, press })) {
    console.log(`From a ${name} to paint elsewhere, ms, ${ROUNDS} rounds`);
    console.table({
      'answered, p50': { measured: percentile(answered, 0.5).toFixed(1) },
      'answered, p95': { measured: percentile(answered, 0.95).toFixed(1) },
      'painted elsewhere, p50': { measured: percentile(painted, 0.5).toFixed(1) },
      'painted elsewhere, p95': against(
        percentile(painted, 0.95),
        GOAL_MILLIS[name as keyof typeof GOAL_MILLIS],
      ),
    });
  }
} finally {
  await browser?.close();
  await server.stop();
}
