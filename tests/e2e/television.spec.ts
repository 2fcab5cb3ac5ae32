import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PAGE_MILLIS } from '../../src/core/television/grid.ts';
import { GRACE_MILLIS } from '../../src/stores/overlay/television-tables.ts';
import { DIST } from '../../supabase/embedded/paths.ts';
import { startServer } from '../../supabase/embedded/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { keptIn } from './kept.ts';
import { startProxy } from './proxy.ts';
import { expect, openScreen, signIn, test } from './test.ts';
import { isolated } from '../../src/core/isolated.ts';

/** A venue's television: paired by a code, followed, switched, kept, unpaired. */

const TELEVISION = { width: 1280, height: 720 };

test.use({
  serviceWorkers: 'allow',
  viewport: TELEVISION,
  allowedErrors: [/ERR_CONNECTION|ERR_FAILED|ERR_EMPTY_RESPONSE|WebSocket connection|Failed to (fetch|load)/],
});

const codeOn = async (television: Page): Promise<string> => {
  const code = television.getByTestId('pairing-code');
  await expect(code).toHaveText(/^[CDFHJKMNPRTWXY2-9]{6}$/);
  return (await code.textContent()) ?? '';
};

/** Types a code at the desk, as somebody types it, and has the television show a table. */
const pair = async (desk: Page, code: string, shows: string): Promise<void> => {
  await desk.getByLabel('Code on the television').fill(` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  await desk.getByLabel('Name of the television').fill('صالون 📺');
  await desk.getByLabel('What it shows').selectOption(shows);
  await desk.getByLabel('Label language').selectOption('العربية');
  await desk.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(desk.getByText('The television is paired.')).toBeVisible();
};

test('a television is paired by its code, and goes on through a restart, a reload and a cut', async ({
  page: television,
  otherDevice,
}) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-television-'));
  const start = (port: number) => startServer({ folder, port, dist: DIST, mail: () => {} });
  let server = await start(0);
  const port = Number(new URL(server.origin).port);
  // The television has a network of its own, which can be cut.
  const network = await startProxy(server.origin);
  try {
    const owner = await server.auth.addOwner('television@example.test');
    const venue = await openVenue(server.origin, owner);
    const [table] = await venue.tables();
    if (!table) throw new Error('An owner has a table.');
    const { act } = await venue.begin(table, 'snooker');

    await television.goto(`${network.origin}/tv`);
    await expect(television.getByText('This address opens on this computer only.')).toBeVisible();
    const code = await codeOn(television);
    expect(await barriers(television)).toEqual([]);
    await expect(television.locator('html')).toHaveCSS('cursor', 'none');

    const desk = await otherDevice.newPage();
    await signIn(desk, owner, server.origin);
    await openScreen(desk, 'Televisions');
    await expect(desk.getByText('No televisions paired yet.')).toBeVisible();
    await desk.getByLabel('Code on the television').fill('XXX XXX');
    await desk.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(desk.getByText('No television shows this code.')).toBeVisible();
    await pair(desk, code, 'Table 1');
    await expect(desk.getByText('Shows Table 1')).toBeVisible();
    await expect(desk.getByText('Connected')).toBeVisible();
    expect(await barriers(desk)).toEqual([]);

    // It follows a score, in the look that was chosen.
    const board = television.getByTestId('overlay');
    await expect(board).toHaveAttribute('data-layout', 'tv');
    await expect(television.getByTestId('overlay-best-of')).toContainText('الأفضل من');
    await act('pot', { balls: ['red'] });
    await expect(television.getByTestId('overlay-points-1')).toHaveText('1');

    // It is switched to all tables, and follows those that come.
    await desk.getByRole('button', { name: `Change what ${isolated('صالون 📺')} shows` }).click();
    const dialog = desk.getByRole('dialog', { name: 'صالون 📺' });
    await dialog.getByLabel('What it shows').selectOption('All tables');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText('Shows all tables')).toBeVisible();
    await venue.call('add_table', { title: 'Table 2' });
    const tiles = television.getByTestId('tile');
    await expect(tiles).toHaveCount(2);
    await expect(tiles.first().getByTestId('overlay-points-1')).toHaveText('1');

    // The server restarts.
    await server.close();
    server = await start(port);
    await act('pot', { balls: ['black'] });
    await expect(tiles.first().getByTestId('overlay-points-1')).toHaveText('8');
    await expect(television.getByTestId('stale')).toHaveCount(0);

    // The power goes with the network, and comes back before it: no browser's error, and the boards as they were.
    await expect.poll(() => keptIn(television)).toContain('/tv/');
    network.cut();
    await television.clock.install();
    await television.reload();
    await expect(tiles.first().getByTestId('overlay-points-1')).toHaveText('8');
    // Which it says when the network hasn't come back soon.
    await television.clock.fastForward(GRACE_MILLIS);
    await expect(television.getByTestId('stale')).toHaveText(/^غير محدَّث منذ \d\d:\d\d$/);
    await act('pot', { balls: ['red'] });
    network.restore();
    await expect(tiles.first().getByTestId('overlay-points-1')).toHaveText('9');
    await expect(television.getByTestId('stale')).toHaveCount(0);

    // Unpaired, it shows another code, and nothing of the venue comes back.
    await desk.reload();
    await desk.getByRole('button', { name: `Unpair ${isolated('صالون 📺')}` }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Unpair' }).click();
    await expect(desk.getByText('No televisions paired yet.')).toBeVisible();
    expect(await codeOn(television)).not.toBe(code);
    await television.reload();
    await codeOn(television);
    await expect(tiles).toHaveCount(0);
  } finally {
    await network.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a scanned code leads through signing in to the desk that takes it', async ({
  page: television,
  otherDevice,
  owner,
}) => {
  await television.goto('/fr/tv/');
  await expect(television.getByRole('heading', { name: 'Associez ce téléviseur' })).toBeVisible();
  await expect(television.getByRole('heading', { name: 'Pair this television' })).toBeVisible();
  const code = await codeOn(television);
  const phone = await otherDevice.newPage();
  await phone.goto(`/dashboard/#televisions/${code}`);
  await expect(phone).toHaveURL(new RegExp(`/login/#televisions/${code}$`));
  await phone.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await phone.getByLabel('Password').fill(owner.password);
  await phone.getByRole('button', { name: 'Sign In' }).click();
  await expect(phone.getByLabel('Code on the television')).toHaveValue(code);
  await phone.getByRole('button', { name: 'Pair', exact: true }).click();
  // One table: the whole screen is its.
  await expect(television.getByTestId('overlay')).toHaveAttribute('data-layout', 'tv');
  await expect(phone).toHaveURL(/#televisions$/);
  await expect(phone.getByText('The television is paired.')).toBeVisible();
});

test('twenty tables are read on every television, in two pages', async ({ page: television, owner }) => {
  await television.clock.install();
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  for (let number = 2; number <= 20; number++)
    await venue.call('add_table', {
      title: number === 7 ? 'طاولة النافذة ذات الاسم الطويل جدًا' : `Table ${number}`,
    });
  const all = await venue.tables();
  // One more table is free.
  for (const table of all.slice(0, 19))
    await venue.begin(table, 'eight-ball', { p1: 'Salma', p2: 'Youssef' });
  await television.goto('/tv/');
  await venue.call('pair_television', { code: await codeOn(television), title: '', query: '' });
  const tiles = television.getByTestId('tile');
  await expect(tiles).toHaveCount(10);
  await expect(tiles.first()).toContainText('Table 1');
  const head = television.getByTestId('tv-head');
  await expect(head).toContainText('In play: 19 of 20');
  await expect(head).toContainText(/\d\d:\d\d$/);
  for (const viewport of [TELEVISION, { width: 720, height: 1280 }, { width: 3840, height: 2160 }]) {
    await television.setViewportSize(viewport);
    await expect
      .poll(() =>
        tiles.evaluateAll(
          (all, { width, height }) =>
            all.filter((tile) => {
              const { left, top, right, bottom } = tile.getBoundingClientRect();
              const size = Math.min(
                ...[...tile.querySelectorAll('.on-air__name .on-air__text, h2, .tv-tile__target')].map(
                  (text) => parseFloat(getComputedStyle(text).fontSize),
                ),
              );
              const isInside = left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1;
              return !isInside || size < (28 / 1080) * Math.min(width, height) - 1;
            }).length,
          viewport,
        ),
      )
      .toBe(0);
    expect(
      await television.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
      'no scrollbars',
    ).toBe(true);
  }
  await television.clock.fastForward(PAGE_MILLIS);
  await expect(tiles.first()).toContainText('Table 11');
  await expect(tiles.last()).toContainText('Free');
});

test('on a screen of several tables a long name stays in its row, whose end is the score', async ({
  page: television,
  owner,
}) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('An owner has a table.');
  await venue.begin(table, 'eight-ball', {
    p1: `${'W'.repeat(30)} ${'عبد الرحمن '.repeat(2)}`.trim(),
    p2: 'I',
  });
  for (let number = 2; number <= 4; number++) await venue.call('add_table', { title: `Table ${number}` });
  await television.goto('/tv/');
  await venue.call('pair_television', { code: await codeOn(television), title: '', query: '' });
  const tile = television.getByTestId('tile').first();
  await expect(tile.getByTestId('overlay-p1')).toContainText('WWW');
  for (const viewport of [{ width: 720, height: 1280 }, TELEVISION]) {
    await television.setViewportSize(viewport);
    await expect
      .poll(() =>
        tile.evaluate((shown) =>
          [...shown.querySelectorAll('.tv-tile__player')].flatMap((player) => {
            const row = player.getBoundingClientRect();
            const over = [...player.querySelectorAll('.on-air__text')].map((text) =>
              Math.round(text.getBoundingClientRect().bottom - row.bottom),
            );
            const score = player.querySelector('.tv-tile__tile')?.getBoundingClientRect();
            const besideScore = Math.round(row.right - (score?.right ?? 0) - row.width / 20);
            return [...over, besideScore].filter((pixels) => pixels > 0);
          }),
        ),
      )
      .toEqual([]);
  }
});
