import { randomUUID } from 'node:crypto';
import { SCORE_MANIFEST } from '../../src/config/app.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { caller, openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { codeOn } from './let-in.ts';
import { beginMatch, padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

/** A phone of the venue: let in by a code, at work, removed in the middle of a frame. */

const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };

test.use({
  ...PHONE,
  // A removed device's requests are refused, and before that its network is cut.
  allowedErrors: [/401 \(Unauthorized\)|net::ERR_|WebSocket connection|Failed to fetch/],
});

test('a phone is let in for Service, scores at a table, and is removed with a tap that it keeps', async ({
  page: phone,
  browser,
  owner,
  network,
}) => {
  const context = await browser.newContext(DESKTOP);
  const desk = await context.newPage();
  await phone.goto(`${network.origin}/score/`);
  await expect(phone.getByRole('heading', { name: 'Connect this phone' })).toBeVisible();
  expect(await barriers(phone)).toEqual([]);
  await expect(phone.locator('link[rel="manifest"]')).toHaveAttribute('href', SCORE_MANIFEST);
  await phone.getByRole('button', { name: 'Show a code' }).tap();
  const code = await codeOn(phone);

  await signIn(desk, owner);
  await openScreen(desk, 'Staff and televisions');
  await desk.getByLabel('Code on the television or device').fill('XXX XXX');
  await expect(desk.getByText('No television or device shows this code.')).toBeVisible();
  await desk.getByLabel('Code on the television or device').fill(code);
  await expect(desk.getByText('A phone or tablet shows this code. Choose what it may do.')).toBeVisible();
  // Enter after the code goes on, and pairs nothing before its role was seen.
  await desk.getByLabel('Code on the television or device').press('Enter');
  await expect(desk.getByLabel('Name, such as')).toBeFocused();
  await desk.getByLabel('Name, such as').fill('كريم <b>📱');
  await desk.getByRole('radio', { name: 'Service' }).check();
  await desk.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(desk.getByText('Device added.')).toBeVisible();
  await expect(desk.getByText('Active now')).toBeVisible();
  expect(await barriers(desk)).toEqual([]);

  await openScreen(desk, 'System');
  await expect(desk.getByText('Everything is working.')).toBeVisible();
  await expect(desk.getByText('Every screen shows the current score')).toBeVisible();
  await desk.route('**/health', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({
      json: { ...body, troubles: ['second'], second: { last: '2026-11-20T03:10:00Z' } },
    });
  });
  await desk.route('**/rpc/list_devices', async (route) => {
    const answer = await route.fetch();
    const { devices } = (await answer.json()) as { devices: object[] };
    const [silent] = devices;
    await route.fulfill({ json: { devices: [{ ...silent, seen_at: '2026-11-20T22:00:00Z' }] } });
  });
  await desk.reload();
  await expect(desk.getByText('Check that the disk is connected.')).toBeVisible();
  await expect(desk.getByRole('listitem').filter({ hasText: 'كريم <b>📱' })).toContainText('Last seen 20');
  expect(await barriers(desk)).toEqual([]);
  await desk.unrouteAll();

  // It opens the venue's desk, without what Service may not do, whatever its address names.
  const places = phone.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  await expect(places).toHaveText(['Counter', 'Tables', 'Results', 'Venue']);
  const menu = phone.getByRole('banner').getByLabel('Account');
  await menu.tap();
  await expect(phone.getByRole('banner').getByText(`${isolated('كريم <b>📱')} · Service`)).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Log out' })).toHaveCount(0);
  await menu.tap();
  await phone.goto(`${network.origin}/score/#system`);
  await expect(phone.getByRole('heading', { level: 1, name: 'Tables' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Add table' })).toHaveCount(0);

  await phone.getByRole('main').getByRole('link', { name: 'Table 1', exact: true }).tap();
  await beginMatch(phone, { game: '8-Ball', p1: 'Salma', p2: 'Mehdi', length: '5' });
  const pad = padOn(phone);
  await pad.rack('A', 1);
  await expect(pad.dialog.getByRole('region', { name: 'On air' })).toContainText('Salma1');

  // The owner sees whose device it was.
  await openScreen(desk, 'Tables');
  await desk.getByRole('main').getByRole('link', { name: 'Table 1', exact: true }).click();
  await expect(desk.getByRole('region', { name: 'Match' }).getByText('كريم <b>📱')).toBeVisible();
  await openScreen(desk, 'Staff and televisions');

  // Removed while a tap waits for the network: it is refused, and stays.
  network.cut();
  await pad.rack('A', 2);
  await pad.waiting(1);
  await desk.getByRole('button', { name: `Remove ${isolated('كريم <b>📱')}` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(desk.getByText('No device has been added yet.')).toBeVisible();
  network.restore();
  await expect(pad.dialog.getByRole('heading', { name: 'This phone was removed' })).toBeVisible();
  await expect(pad.dialog.getByRole('listitem').first()).toContainText('Salma');
  await expect(pad.key('status')).toHaveText('1No access');
  await phone.reload();
  await pad.scores(2, 0);
  await expect(pad.key('copy')).toBeInViewport({ ratio: 1 });
  expect(await phone.evaluate(() => localStorage.getItem('venue-2'))).toBeNull();
  await context.close();
});

test('a remote that is moved to another table shows its unsent actions before it continues', async ({
  page: phone,
  browser,
  owner,
  network,
}) => {
  const context = await browser.newContext(DESKTOP);
  const desk = await context.newPage();
  await signIn(desk, owner);
  await openScreen(desk, 'Tables');
  await desk.getByLabel('Name of the new table').fill('Table 2');
  await desk.getByRole('button', { name: 'Add table' }).click();
  await openScreen(desk, 'Staff and televisions');
  await phone.goto(`${network.origin}/score/`);
  await phone.getByRole('button', { name: 'Show a code' }).tap();
  await desk.getByLabel('Code on the television or device').fill(await codeOn(phone));
  await desk.getByLabel('Name, such as').fill('Karim');
  await desk.getByRole('radio', { name: 'Remote' }).check();
  await desk.getByRole('main').getByRole('combobox').selectOption('Table 1');
  await desk.getByRole('button', { name: 'Add', exact: true }).click();
  const pad = padOn(phone);
  await pad.waiting(0);

  network.cut();
  await pad.tap('close', 's1+');
  await pad.waiting(1);
  await desk.getByRole('button', { name: `Change ${isolated('Karim')}` }).click();
  const dialog = desk.getByRole('dialog', { name: 'Karim' });
  await dialog.getByRole('combobox').selectOption('Table 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  network.restore();
  await expect(
    pad.dialog.getByRole('heading', { name: 'This remote now scores another table' }),
  ).toBeVisible();
  await expect(pad.key('copy')).toBeInViewport({ ratio: 1 });
  await phone.reload();
  await expect(pad.dialog.getByRole('listitem')).toHaveCount(1);
  expect(await barriers(phone)).toEqual([]);
  await pad.dialog.getByRole('button', { name: `Score ${isolated('Table 2')}` }).tap();
  await expect(phone.getByRole('dialog', { name: /Table 2/ })).toBeVisible();
  await pad.waiting(0);
  await context.close();
});

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false });

  test('an Admin that is removed ends with the televisions that it paired, but for one that stays', async ({
    page: desk,
    browser,
    owner,
    baseURL,
  }) => {
    const origin = baseURL ?? '';
    const venue = await openVenue(origin, owner);
    await venue.tables();
    const call = async (name: string, body: object, device?: string) =>
      (await caller(origin, undefined, device)(`/rest/v1/rpc/${name}`, body)) as Record<string, string>;
    const [admin, stays] = ['admin', 'stays'].map((name) => name + randomUUID().replaceAll('-', ''));
    const { code } = await call('begin_pairing', { secret: admin, kind: 'device' });
    await venue.call('let_in_device', { code, title: 'سعيدة', role: 'admin' });
    const waiting = await call('begin_pairing', { secret: stays });
    await call('pair_television', { code: waiting['code'], title: '' }, admin);

    const television = await browser.newPage({ baseURL: origin });
    await television.goto('/tv');
    const shown = television.getByTestId('pairing-code');
    await call('pair_television', { code: await codeOn(television), title: 'Salle 📺' }, admin);
    await expect(shown).toHaveCount(0);

    await signIn(desk, owner);
    await openScreen(desk, 'Staff and televisions');
    await desk.getByRole('button', { name: `Remove ${isolated('سعيدة')}` }).click();
    const dialog = desk.getByRole('dialog');
    const ended = dialog.getByRole('checkbox', { name: `Television: ${isolated('Salle 📺')}` });
    await expect(ended).toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Television: unnamed' }).uncheck();
    expect(await barriers(desk)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(desk.getByText('No device has been added yet.')).toBeVisible();

    // One shows a code again, and the other continues.
    await expect(shown).toBeVisible();
    expect((await call('ask_television', { secret: stays }))['status']).toBe('paired');
    await television.close();
  });
});
