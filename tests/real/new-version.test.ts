import { chromium, expect, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { CHROMIUM_FLAGS, ensureChromium, findChromium } from '../../scripts/chromium.ts';
import { scorerLink } from '../../src/core/overlay/address.ts';
import { countAt } from '../../src/core/television/programme.ts';
import { buildIfStale } from '../../supabase/embedded/ops/build.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { deploy } from '../e2e/deploy.ts';
import { padOn } from '../e2e/pad.ts';
import { sharedInstallation } from '../embedded/folders.ts';

/** A site that is redeployed while a pad and a television are open; `tests/e2e/overlay.spec.ts` has the overlay. */

const hasChromium = findChromium() !== undefined;
if (!hasChromium) console.log('Skipped: new versions, for which no Chromium is installed.');

const SECONDS = 8;

describe.skipIf(!hasChromium)('a new version is loaded when nothing is at stake', () => {
  let server: EmbeddedServer;
  let browser: Browser;

  beforeAll(async () => {
    buildIfStale();
    server = await startServer({ folder: sharedInstallation(), port: 0, dist: DIST, mail: () => undefined });
    browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** A venue with a match at its table, and a page. */
  const open = async () => {
    const venue = await openVenue(
      server.origin,
      await server.auth.addOwner(`${crypto.randomUUID()}@example.test`),
    );
    const [table] = await venue.tables();
    if (!table) throw new Error('There is no table');
    await venue.begin(table, 'eight-ball');
    const context = await browser.newContext({ baseURL: server.origin, hasTouch: true });
    return { venue, table, page: await context.newPage() };
  };

  test('by a pad when it is left, with its earlier taps', async () => {
    const { venue, table, page } = await open();
    const link = (await venue.call('add_scorer_link', { table_id: table.id, label: '' })) as {
      secret: string;
    };
    await page.goto(scorerLink(server.origin, link.secret));
    const pad = padOn(page);
    await pad.scores(0, 0);
    const isOld = await deploy(page);
    for (const racks of [1, 2, 3]) await pad.rack('A', racks);
    await pad.waiting(0);
    expect(await isOld()).toBe(true);
    await pad.key('leave').tap();
    await expect.poll(isOld).toBe(false);
    await pad.scores(3, 0);
    await page.context().close();
  });

  test('by a television with a match on air when its turn changes', async () => {
    const { venue, table, page } = await open();
    await page.goto('/tv/');
    const code = page.getByTestId('pairing-code');
    await expect(code).toHaveText(/^[A-Z0-9]{6}$/);
    const programme = { turns: ['tables', 'table'], seconds: SECONDS };
    await venue.call('pair_television', {
      code: await code.textContent(),
      title: '',
      table_id: table.id,
      programme,
    });
    const name = page.getByText('Salma').filter({ visible: true }).first();
    await expect(name).toBeVisible();
    // Soon after a turn began, so that it is heard of within that turn.
    const turnNow = (): number => countAt(SECONDS * 1000, Date.now());
    const before = turnNow();
    await expect.poll(turnNow, { timeout: 2 * SECONDS * 1000 }).toBe(before + 1);
    const isOld = await deploy(page);
    expect([await isOld(), turnNow()]).toEqual([true, before + 1]);
    await expect.poll(isOld, { timeout: 2 * SECONDS * 1000 }).toBe(false);
    expect(turnNow()).toBe(before + 2);
    await expect(name).toBeVisible();
    await page.context().close();
  });
});
