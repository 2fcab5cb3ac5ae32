import type { Page, Route } from '@playwright/test';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { startProxy } from './proxy.ts';
import { settled } from './settled.ts';
import { expect, signIn, test } from './test.ts';

const APPEND = '**/rest/v1/rpc/append_actions*';

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('save-status')).toContainText('Saved');
};

/** The overlay's texts, by their roles. */
const onAir = (page: Page) => ({
  p1: page.getByTestId('overlay-p1'),
  p2: page.getByTestId('overlay-p2'),
  s1: page.getByTestId('overlay-s1'),
  s2: page.getByTestId('overlay-s2'),
  raceTo: page.getByTestId('overlay-race-to'),
  clock: page.getByTestId('overlay-clock'),
});

const seconds = async (page: Page): Promise<number> => {
  const text = (await onAir(page).clock.textContent()) ?? '';
  expect(text).toMatch(/^\d{2}:\d{2}:\d{2}$/);
  return text.split(':').reduce((total, part) => total * 60 + Number(part), 0);
};

test('what is typed is on air in another browser, as data, and fits', async ({
  page,
  owner,
  otherDevice,
}) => {
  const link = await signIn(page, owner);
  expect(link).toMatch(/^http:\/\/localhost:\d+\/overlay\/[A-Za-z0-9]{24}\?theme=dark$/);
  const overlay = await otherDevice.newPage();
  await overlay.goto(link);
  const board = onAir(overlay);
  await expect(board.p1).toHaveText('PLAYER A');
  await expect(board.p2).toHaveText('PLAYER B');
  await expect(board.raceTo).toContainText('0');
  await expect(board.clock).toHaveText('00:00:00');

  await page.getByLabel('Player A').fill('Youssef');
  await page.getByLabel('Score A').fill('3');
  await page.getByLabel('Race To').fill('7');
  await save(page);
  await expect(board.p1).toHaveText('Youssef');
  await expect(board.s1).toHaveText('3');
  await expect(board.s2).toHaveText('0');
  await expect(board.raceTo).toContainText('7');

  await expect
    .poll(() => overlay.getByTestId('overlay').boundingBox())
    .toMatchObject({ width: 1280, height: 150 });
  for (const element of ['html', 'body']) {
    await expect(overlay.locator(element)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  }
  await expect(overlay.getByRole('banner')).toHaveCount(0);
  await expect(overlay.getByRole('contentinfo')).toHaveCount(0);

  // A score that is no finite number is 0.
  await page.getByLabel('Score A').fill('');
  await save(page);
  await expect(board.s1).toHaveText('0');

  for (const name of [
    `"O'Neil" & <b>Sons</b>`,
    'محمد أمين بن عبد الله الإدريسي',
    '🎱 Salma 👩🏽‍🚀 Zineb',
    'Wolfeschlegelsteinhausenbergerdorff-Abdelrahmane El Mansouri',
    'W'.repeat(60),
  ]) {
    await page.getByLabel('Player A').fill(name);
    await page.getByLabel('Player B').fill(name);
    await save(page);
    await expect(board.p1).toHaveText(name);
    await expect(board.p2).toHaveText(name);
    for (const side of [board.p1, board.p2]) {
      const isCut = () =>
        side.evaluate((node) => {
          const outer = node.closest('[data-testid=overlay]')?.getBoundingClientRect();
          const range = document.createRange();
          range.selectNodeContents(node);
          const inner = range.getBoundingClientRect();
          return (
            !outer ||
            inner.top < outer.top - 1 ||
            inner.bottom > outer.bottom + 1 ||
            node.scrollWidth > node.clientWidth + 1
          );
        });
      await settled(overlay);
      await expect.poll(isCut, `${name} is cut`).toBe(false);
    }
  }
  // Over the limit: kept to it, with a hint beside the field.
  await page.getByLabel('Player A').fill('A'.repeat(75));
  await expect(page.getByLabel('Player A')).toHaveValue('A'.repeat(60));
  await expect(page.getByText(/up to 60/)).toBeVisible();
});

test('a name takes the default’s place at once, is cleared by its key, and known ones are offered', async ({
  page,
  owner,
  baseURL,
}) => {
  const venue = await openVenue(baseURL ?? '', owner);
  await venue.call('save_player', { name: 'Zineb' });
  await signIn(page, owner);

  const field = page.getByLabel('Player A');
  await expect(field).toHaveAttribute('placeholder', 'PLAYER A');
  await expect(field).toBeEnabled();
  await field.click();
  await expect(page.locator('datalist option')).toHaveAttribute('value', 'Zineb');
  await page.keyboard.type('Yassine A');
  await save(page);
  const board = onAir(page);
  await expect(board.p1).toHaveText('Yassine A');
  await field.click();
  await page.keyboard.type('Salma');
  await save(page);
  await expect(board.p1).toHaveText('Salma');
  await page.getByRole('button', { name: 'Clear: Player A' }).click();
  await expect(field).toBeFocused();
  await save(page);
  await expect(board.p1).toHaveText('PLAYER A');
});

test('the clock runs, stops, continues, and is the same everywhere', async ({ page, owner, otherDevice }) => {
  const link = await signIn(page, owner);
  const [first, second] = [await otherDevice.newPage(), await otherDevice.newPage()];
  await first.goto(link);
  await page.getByRole('button', { name: 'Start Clock' }).click();
  await expect.poll(() => seconds(first)).toBeGreaterThanOrEqual(2);
  await second.goto(link);
  await expect.poll(() => seconds(second)).toBeGreaterThanOrEqual(2);
  await expect.poll(async () => Math.abs((await seconds(first)) - (await seconds(second)))).toBe(0);

  await page.getByRole('button', { name: 'Stop Clock' }).click();
  await expect(first.locator('[data-clock=stopped]')).toBeVisible();
  await expect(second.locator('[data-clock=stopped]')).toBeVisible();
  const stopped = await seconds(first);
  await expect.poll(() => seconds(second)).toBe(stopped);

  await page.getByRole('button', { name: 'Start Clock' }).click();
  await expect.poll(() => seconds(first)).toBeGreaterThan(stopped);
  expect(await seconds(first)).toBeLessThan(stopped + 30);

  const ask = page.getByRole('dialog', { name: 'Reset match clock' });
  await page.getByRole('button', { name: 'Reset match clock' }).click();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(first.locator('[data-clock=running]')).toBeVisible();
  await page.getByRole('button', { name: 'Reset match clock' }).click();
  await ask.getByRole('button', { name: 'Reset match clock' }).click();
  await expect.poll(() => seconds(first)).toBe(0);
});

test('a new second changes its characters alone, and hours grow beyond two digits', async ({
  page,
  owner,
  otherDevice,
}) => {
  const link = await signIn(page, owner);
  const overlay = await otherDevice.newPage();
  let board = { rev: 1000, accum: 300_000 };
  await overlay.route('**/rest/v1/rpc/get_overlay*', async (route) => {
    const { rev, accum } = board;
    const response = await route.fetch();
    const answer = (await response.json()) as { server_time: string };
    const clock = { running: true, started_at: answer.server_time, accum };
    // Of answers with one revision, the first counts.
    await route.fulfill({ response, json: { ...answer, rev, clock } });
  });
  await overlay.goto(link);
  const { clock } = onAir(overlay);
  await expect(clock).toHaveText(/^83:2\d:/);
  const changes = await clock.evaluate(
    (element) =>
      new Promise<string[]>((resolve) => {
        new MutationObserver((records, observer) => {
          observer.disconnect();
          resolve(records.map(({ type, target }) => `${type} ${target.nodeName}`));
        }).observe(element, { childList: true, characterData: true, attributes: true, subtree: true });
      }),
  );
  // Two where the tens change too.
  expect(changes.slice(0, 2)).toEqual(changes);
  expect(new Set(changes)).toEqual(new Set(['characterData #text']));
  board = { rev: 1001, accum: 359_999 };
  // A page that comes back into view asks again.
  await overlay.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(clock).toHaveText(/^100:0\d:\d\d$/);
  await expect(clock.locator('.clock-digit')).toHaveCount(7);
});

test('an address’s theme comes before the stored one; token, id and language show the same board', async ({
  page,
  owner,
  otherDevice,
}) => {
  const link = new URL(await signIn(page, owner));
  const id = await page.getByTestId('overlay-panel').getAttribute('data-overlay-id');
  const overlay = await otherDevice.newPage();
  for (const [path, search, theme] of [
    [link.pathname, '?theme=light', 'light'],
    [`/overlay/${id ?? ''}`, '', 'dark'],
    [`/ar${link.pathname}`, '?theme=anything', 'light'],
  ] as const) {
    await overlay.goto(`${link.origin}${path}${search}`);
    await expect(overlay.getByTestId('overlay')).toHaveAttribute('data-theme', theme);
    await expect(onAir(overlay).p1).toHaveText('PLAYER A');
  }
});

test('an overlay that does not exist says so, whatever its address', async ({ page }) => {
  for (const key of [
    'nope',
    'A'.repeat(24),
    '%F0%9F%8E%B1',
    '%E0%A4%A',
    "'; drop table--",
    '..%2f..%2fetc',
    'a'.repeat(2000),
  ]) {
    await page.goto(`/overlay/${key}`);
    await expect(page.getByText('Overlay not found…'), key).toBeVisible();
  }
});

test('two tabs that load at once make one overlay, and their buttons wait for it', async ({
  page,
  context,
  owner,
}) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  await context.route('**/rest/v1/rpc/list_tables', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login/');
  const second = await context.newPage();
  await second.goto('/login/');
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  // The other tab learns of the session and opens the dashboard by itself.
  const tabs = [page, second];
  const buttons = tabs.flatMap((tab) =>
    ['Save', 'Start Clock', 'Stop Clock'].map((name) => tab.getByRole('button', { name })),
  );
  for (const tab of tabs) await expect(tab.getByTestId('overlay-link')).toHaveText('Loading…');
  for (const button of buttons) await expect(button).toBeDisabled();
  release(undefined);
  for (const tab of tabs) await expect(tab.getByTestId('overlay-link')).toContainText('/overlay/');
  for (const button of buttons) await expect(button).toBeEnabled();
  const link = (await page.getByTestId('overlay-link').textContent()) ?? '';
  await expect(second.getByTestId('overlay-link')).toHaveText(link);
});

test('two dashboards don’t undo each other’s fields', async ({ page, owner, otherDevice }) => {
  const link = await signIn(page, owner);
  const other = await otherDevice.newPage();
  await signIn(other, owner);
  await page.getByLabel('Player A').fill('Salma');
  await other.getByLabel('Score B').fill('4');
  await save(page);
  // The other follows without losing text being typed.
  await expect(other.getByLabel('Player A')).toHaveValue('Salma');
  await expect(other.getByLabel('Score B')).toHaveValue('4');
  await save(other);
  await expect(page.getByLabel('Score B')).toHaveValue('4');
  const overlay = await otherDevice.newPage();
  await overlay.goto(link);
  await expect(onAir(overlay).p1).toHaveText('Salma');
  await expect(onAir(overlay).s2).toHaveText('4');
});

test.describe('a network that drops', () => {
  test.use({
    allowedErrors: [
      /ERR_CONNECTION|ERR_EMPTY_RESPONSE|WebSocket connection|Failed to fetch|Failed to load resource/,
    ],
  });

  test('the overlay keeps its board and catches up', async ({ page, owner, otherDevice, baseURL }) => {
    const proxy = await startProxy(baseURL ?? '');
    const link = new URL(await signIn(page, owner));
    const overlay = await otherDevice.newPage();
    await overlay.goto(`${proxy.origin}${link.pathname}`);
    const board = onAir(overlay);
    await expect(board.p1).toHaveText('PLAYER A');
    await page.getByRole('button', { name: 'Start Clock' }).click();
    await expect.poll(() => seconds(overlay)).toBeGreaterThan(0);

    proxy.cut();
    await page.getByLabel('Player A').fill('Amine');
    await save(page);
    const before = await seconds(overlay);
    await expect.poll(() => seconds(overlay)).toBeGreaterThan(before + 1);
    await expect(board.p1).toHaveText('PLAYER A');
    proxy.restore();
    await expect(board.p1).toHaveText('Amine');

    // Live again: the next change shows without a reload.
    await page.getByLabel('Score B').fill('2');
    await save(page);
    await expect(board.s2).toHaveText('2');
    await proxy.close();
  });
});

test.describe('a session that ended elsewhere', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('leaves the pad where it is, and asks for the password over it; the desk leads to login and keeps the typed text', async ({
    page,
    owner,
    otherDevice,
  }) => {
    const ended = (route: Route) =>
      route.fulfill({ status: 401, json: { code: 'PGRST301', message: 'JWT expired' } });
    const overlay = await otherDevice.newPage();
    await overlay.goto(await signIn(page, owner));
    await page.getByRole('link', { name: 'Score', exact: true }).click();
    const key = page.locator('dialog.pad [data-key="s1+"]');
    await page.locator('dialog.pad [data-key=close]').click();
    await page.route(APPEND, ended);
    await key.click();
    const ask = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(ask).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await page.unroute(APPEND);
    await ask.getByRole('textbox', { name: 'Email' }).fill(owner.email);
    await ask.getByLabel('Password').fill('wrong-password');
    await ask.getByRole('button', { name: 'Sign In' }).click();
    await expect(ask.getByRole('alert')).toHaveText('Wrong email or password.');
    await ask.getByLabel('Password').fill(owner.password);
    await ask.getByRole('button', { name: 'Sign In' }).click();
    await expect(ask).toBeHidden();
    await expect(onAir(overlay).s1).toHaveText('1');
    await key.click();
    await expect(onAir(overlay).s1).toHaveText('2');

    await page.goBack();
    // Its keys have the players' names, too.
    await expect(page.locator('dialog.pad')).toHaveCount(0);
    await page.getByLabel('Player A').fill('Hicham');
    await page.route(APPEND, ended);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/login\//);
    await page.unroute(APPEND);
    await page.getByRole('textbox', { name: 'Email' }).fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByLabel('Player A')).toHaveValue('Hicham');
  });
});
