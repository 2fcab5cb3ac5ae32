import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { openVenue } from '../common/wire-scorer.ts';
import { settled } from './settled.ts';
import { expect, test, type Owner } from './test.ts';

const ENDPOINT = '**/functions/v1/snapshot?*';
const status = (page: Page) => page.getByTestId('snapshot-status');
const image = (page: Page) => page.getByTestId('snapshot-image');
const picture = readFileSync('public/images/1-800.jpg');
const other = readFileSync('public/images/2-800.jpg');
const json = (route: Route, body: unknown) => route.fulfill({ json: body });
const age = (page: Page) => page.getByTestId('snapshot-age');
const frame = (page: Page) => page.getByTestId('snapshot-frame');
const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const scale = async (page: Page) => Number(await frame(page).getAttribute('data-scale'));

const SERVICE = `${process.env['E2E_ORIGIN'] ?? ''}/functions/v1/snapshot`;
/** A name such as our own service gives its pictures. */
const id = (letter: string) => letter.repeat(22);

interface Answered {
  readonly id: string;
  /** How old the picture is. */
  readonly seconds?: number;
  readonly source?: 'upload' | 'board';
  readonly title?: string;
}

/** Makes the endpoint answer as our own service does, with test pictures; the answer may change. */
const answerAs = async (page: Page, first: Answered) => {
  const answered = { ...first };
  const capturedAt = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  await page.route('**/functions/v1/snapshot/**', (route) =>
    route.fulfill({
      contentType: 'image/jpeg',
      body: route.request().url().includes(id('o')) ? other : picture,
    }),
  );
  await page.route(ENDPOINT, (route) => {
    const { id: latest, seconds = 5, source = 'upload', title = 'Table 7' } = answered;
    if (route.request().url().includes('history=1')) {
      const pictures = [
        { id: latest, capturedAt: capturedAt(seconds), source },
        { id: id('o'), capturedAt: capturedAt(600), source: 'upload' },
      ];
      return json(route, { ok: true, pictures });
    }
    const serverTime = new Date().toISOString();
    return json(route, { ok: true, id: latest, capturedAt: capturedAt(seconds), source, title, serverTime });
  });
  return answered;
};

/** An owner's table by the wire: where its pictures are sent to, and its address. */
const openTable = async (owner: Owner) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.call('add_table', { title: 'Table 7' });
  const { secret } = (await venue.call('add_upload_key', { label: 'Camera' })) as { secret: string };
  const { tables } = (await venue.call('get_venue')) as {
    tables: readonly { match_id: string; table_id: string }[];
  };
  const [table] = tables;
  if (!table) throw new Error('The venue has no table');
  const send = async (photograph: Buffer): Promise<string> => {
    const answer = await fetch(`${SERVICE}?matchId=${table.match_id}`, {
      method: 'POST',
      headers: { 'x-upload-key': secret },
      body: new Uint8Array(photograph),
    });
    return ((await answer.json()) as { id: string }).id;
  };
  return { venue, match: table.match_id, tableId: table.table_id, send };
};

test('shows the newest really uploaded board', async ({ page }) => {
  await page.goto('/snapshot/?match=demo-b1');
  await expect(status(page)).toHaveText('Ready');
  await expect
    .poll(() => image(page).evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(1920);
  const boards = page.getByLabel('Board', { exact: true });
  await expect(boards.locator('option')).toHaveText([/Table 1.* · B1$/, 'B2', 'B3', 'B4', 'B5']);
  await boards.selectOption('b3');
  await expect(page).toHaveURL(/\?match=demo-b3$/);
  await expect(status(page)).toHaveText('Ready');
});

test('changing the board keeps venue and boards, also by the short address', async ({ page }) => {
  await page.goto('/s/gd?match=demo-b1&venue=demo&boards=b1,b4');
  await expect(page.getByLabel('Board', { exact: true }).locator('option')).toHaveText([
    /Table 1.* · B1$/,
    'B4',
  ]);
  await page.getByLabel('Board', { exact: true }).selectOption('b4');
  await expect(page).toHaveURL((url) => {
    const { match, venue, boards } = Object.fromEntries(url.searchParams);
    return match === 'demo-b4' && venue === 'demo' && boards === 'b1,b4';
  });
});

test('without a match it says so and fetches nothing; with one that no table has it says so, too', async ({
  page,
}) => {
  let asked = 0;
  await page.route(ENDPOINT, (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/snapshot/');
  await expect(status(page)).toHaveText('Missing ?match=TABLE_ID');
  await expect(page.getByText('Ask the staff for the full one.')).toBeVisible();
  expect(asked).toBe(0);
  await page.unrouteAll();
  await page.goto('/snapshot/?match=demo-b77');
  await expect(status(page)).toHaveText('not found');
  await expect(page.getByText('No table has this link')).toBeVisible();
});

test.describe('what an endpoint can answer', () => {
  test.use({ allowedErrors: [/Failed to load resource|net::ERR/] });

  test('each is reported in words, and Refresh works', async ({ page }) => {
    await page.route(ENDPOINT, (route) => route.abort());
    await page.goto('/snapshot/?match=demo-b1');
    await expect(status(page)).toContainText('No upload yet for this match.');
    await expect(page.getByText('The picture server did not answer.')).toBeVisible();
    const refresh = page.getByRole('button', { name: 'Refresh' });
    for (const [reply, text] of [
      [{ json: { ok: false, error: 'Table is closed' } }, 'Table is closed'],
      [{ json: { ok: true } }, 'not found'],
      [{ contentType: 'text/html', body: '<!doctype html><h1>Sign in</h1>' }, 'bad json'],
      [{ contentType: 'application/json', body: '{"ok":' }, 'bad json'],
    ] as const) {
      await page.unrouteAll();
      await page.route(ENDPOINT, (route) => route.fulfill(reply));
      await refresh.click();
      await expect(status(page)).toHaveText(text);
    }
    await page.unrouteAll();
    await refresh.click();
    await expect(status(page)).toHaveText('Ready');
    // With a picture on screen it says more than the catalogue's fallback, which sounds as if there were none.
    await page.route(ENDPOINT, (route) => route.abort());
    await refresh.click();
    await expect(page.getByTestId('snapshot-trouble')).toContainText('the picture server did not answer.');
    await expect(image(page)).toBeVisible();
  });

  test('no image source loads: the inline image', async ({ page }) => {
    await page.route('**/functions/v1/snapshot/**', (route) => route.abort());
    await page.goto('/snapshot/?match=demo-b1');
    await expect(status(page)).toHaveText('Ready');
    await expect(image(page)).toHaveAttribute('src', /^(data|blob):/);
  });
});

test('Download, Share and Copy Link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/snapshot/?match=demo-b1&venue=demo');
  await expect(status(page)).toHaveText('Ready');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('scoreboard.jpg');
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await expect(status(page)).toHaveText('Link copied');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(copied).search).toBe('?match=demo-b1');
  // The link has the picture's version, and is the table's all the same.
  expect(new URL(copied).pathname).toMatch(/^\/s\/gd\/[\w-]{22}$/);
  await page.goto(copied);
  await expect(status(page)).toHaveText('Ready');
  await page.getByLabel('Board', { exact: true }).selectOption('b2');
  await expect(page).toHaveURL(/\/s\/gd\/\?match=demo-b2$/);
});

test('WhatsApp and a QR code pass the link on', async ({ page }) => {
  await answerAs(page, { id: id('n') });
  await page.goto('/fr/s/gd/?match=demo-b1');
  await expect(image(page)).toBeVisible();
  const message = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(new URL(message ?? '').searchParams.get('text')).toMatch(
    new RegExp(`^Table 7 – .* http://localhost:\\d+/fr/s/gd/${id('n')}\\?match=demo-b1$`),
  );
  await page.getByRole('button', { name: 'Code QR' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Le lien de cette table' })).toBeVisible();
  await expect(dialog).toContainText(/\/fr\/s\/gd\/\?match=demo-b1/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the picture goes along where the device takes files; when nothing can be copied, the link is shown', async ({
  page,
}) => {
  await answerAs(page, { id: id('n') });
  await page.goto('/s/gd/?match=demo-b1');
  await expect(status(page)).toHaveText('Ready');
  await page.evaluate(() =>
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [], ...data }: ShareData) => {
        document.title = JSON.stringify([data, files.map(({ name, type }) => [name, type])]);
      },
    }),
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveTitle(/scoreboard\.jpg/);
  expect(JSON.parse(await page.title())).toEqual([
    {
      title: 'Table 7 – CueBoard – match snapshot',
      url: expect.stringMatching(/\?match=demo-b1$/) as unknown,
    },
    [['scoreboard.jpg', 'image/jpeg']],
  ]);

  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.assign(document, { execCommand: () => false });
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(status(page)).toHaveText(/^http:\/\/localhost:\d+\/.*\?match=demo-b1$/);
});

test('a board without a photograph says so, and new ones appear in the open page, without a message', async ({
  page,
  owner,
}) => {
  const { send, match } = await openTable(owner);
  const joined = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"status":"ok"')),
    );
  await page.goto(`/s/gd/?match=${match}`);
  await expect(status(page)).toHaveText('No upload yet for this match.');
  await joined;
  const first = await send(picture);
  await expect(image(page)).toHaveAttribute('src', new RegExp(first));
  await expect(status(page)).toHaveText('Ready');
  const words = await page.evaluateHandle(() => {
    const said: string[] = [];
    const line = document.querySelector('[role=status]');
    if (line)
      new MutationObserver(() => said.push(line.textContent)).observe(line, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    return said;
  });
  const second = await send(other);
  await expect(image(page)).toHaveAttribute('src', new RegExp(second));
  expect(await words.jsonValue()).toEqual([]);
});

test('a score that is tapped changes the picture that a viewer sees', async ({ page, owner }) => {
  const { venue, match } = await openTable(owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('The venue has no table');
  const scoring = await venue.begin(table, 'eight-ball');
  await page.goto(`/s/gd/?match=${match}`);
  await expect(age(page)).toHaveAttribute('data-tone', 'live');
  await expect(age(page)).toContainText(/Live.*Score last changed \d+ seconds? ago/);
  const before = await image(page).getAttribute('src');
  await scoring.act('rack', { side: 'A' });
  await expect(image(page)).not.toHaveAttribute('src', before ?? '');
  await expect(image(page)).toHaveAttribute('src', /lang=en/);
});

test('the tab names the table and its venue in each language, until the page is switched off, which it says', async ({
  page,
  owner,
}) => {
  const { venue, match, send } = await openTable(owner);
  await venue.call('update_venue', { title: 'Salle Atlas' });
  await send(picture);
  for (const [path, name] of [
    ['/s/gd/', 'Table 7'],
    ['/fr/s/gd/', 'Table 7'],
    ['/ar/snapshot/', 'الطاولة 7'],
  ]) {
    await page.goto(`${path}?match=${match}`);
    await expect(page).toHaveTitle(`\u2068${name}\u2069 · \u2068Salle Atlas\u2069`);
  }
  await expect(image(page)).toBeVisible();
  await venue.call('update_venue', { is_public: false });
  await page.getByRole('button', { name: 'تحديث' }).click();
  await expect(status(page)).toHaveText('هذه الصفحة متوقفة.');
  await expect(image(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('اسألوا الموظفين.')).toBeVisible();
  await expect(page).toHaveTitle(`المباراة \u2068${match}\u2069`);
});

test.describe('how old the picture is', () => {
  test('in Arabic, by the server’s clock', async ({ page }) => {
    await page.clock.install({ time: Date.now() + 7_200_000 });
    await answerAs(page, { id: id('n'), seconds: 130 });
    await page.goto('/ar/s/gd/?match=demo-b1');
    await expect(age(page)).toContainText('التُقطت قبل دقيقتين');
  });

  test('an endpoint that doesn’t say when, and keeps no history', async ({ page }) => {
    await page.route('**/functions/v1/snapshot/**', (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: picture }),
    );
    await page.route(ENDPOINT, (route) => json(route, { ok: true, id: 'drive-id' }));
    await page.goto('/s/gd/?match=demo-b1');
    await expect(age(page)).toContainText(/Loaded \d+ seconds? ago/);
    await expect(tool(page, 'Earlier pictures')).toHaveCount(0);
  });

  test('a refresh that fails leaves the picture with its age', async ({ page }) => {
    const answered = await answerAs(page, { id: id('n'), seconds: 4 * 60 });
    await page.goto('/s/gd/?match=demo-b1');
    await expect(status(page)).toHaveText('Ready');
    await page.route(ENDPOINT, (route) => json(route, { ok: false, error: 'Table is closed' }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(status(page)).toHaveText('Table is closed');
    await expect(image(page)).toHaveAttribute('src', new RegExp(answered.id));
    await expect(age(page)).toHaveAttribute('data-tone', 'ageing');
    await expect(age(page)).toHaveText(/A while ago.*Taken 4 minutes ago/);
  });
});

test('the visitor can browse earlier pictures, and new ones don’t interrupt', async ({ page }) => {
  const answered = await answerAs(page, { id: id('n') });
  await page.goto('/s/gd/?match=demo-b1');
  await tool(page, 'Earlier pictures').click();
  const strip = page.getByRole('list', { name: 'Earlier pictures' });
  await strip.getByRole('button', { name: /^Earlier picture/ }).click();
  await expect(image(page)).toHaveAttribute('src', new RegExp(id('o')));
  await expect(age(page)).toHaveAttribute('data-tone', 'earlier');
  answered.id = id('m');
  const loaded = page.waitForResponse((response) => response.url().includes(id('m')));
  // Back from another tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await loaded;
  await expect(strip.getByRole('button')).toHaveCount(3);
  await expect(image(page)).toHaveAttribute('src', new RegExp(id('o')));
  await page.getByRole('button', { name: 'Back to the latest' }).click();
  await expect(image(page)).toHaveAttribute('src', new RegExp(id('m')));
  await expect(age(page)).toHaveAttribute('data-tone', 'fresh');
  await expect(age(page)).toHaveText(/Latest.*Taken \d+ seconds ago/);
});

test('the picture is zoomed by buttons, keys, wheel and double tap, and stays so when another one comes', async ({
  page,
}) => {
  await answerAs(page, { id: id('n') });
  await page.setViewportSize({ width: 1000, height: 500 });
  await page.goto('/ar/s/gd/?match=demo-b1');
  await expect(image(page)).toBeVisible();
  await tool(page, 'تكبير').click();
  await expect.poll(() => scale(page)).toBeGreaterThan(1);
  await settled(page);
  const zoomed = await scale(page);
  await frame(page).focus();
  await page.keyboard.press('+');
  await expect.poll(() => scale(page)).toBeGreaterThan(zoomed);
  await settled(page);
  const kept = await scale(page);
  await page.getByRole('button', { name: 'تحديث' }).click();
  await expect(status(page)).toHaveText('جاهز');
  await expect(frame(page)).toHaveAttribute('data-scale', String(kept));
  await tool(page, 'الصورة كاملة').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => scale(page)).toBe(1);
  await expect(tool(page, 'الصورة كاملة')).toBeFocused();

  await expect(async () => {
    await frame(page).dblclick();
    expect(await scale(page)).toBeGreaterThan(2);
  }).toPass();

  // By wheel, which scrolls the page while the picture is whole.
  await frame(page).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    expect(await scale(page)).toBe(1);
  }).toPass();
  await expect(async () => {
    await page.mouse.wheel(0, -200);
    expect(await scale(page)).toBeGreaterThan(1);
  }).toPass();
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    expect(await scale(page)).toBe(1);
  }).toPass();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

test('in full screen the age stays, and the controls hide without input', async ({ page }) => {
  await page.clock.install();
  await answerAs(page, { id: id('n') });
  await page.goto('/s/gd/?match=demo-b1');
  await expect(image(page)).toBeVisible();
  await tool(page, 'Full screen').click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.clock.runFor(4000);
  await expect(age(page)).toBeVisible();
  await expect(tool(page, 'Leave full screen')).toHaveCSS('opacity', '1');
  await expect(page.locator('.snapshot__tools')).toHaveCSS('opacity', '0');
  await page.mouse.move(100, 100);
  await expect(page.locator('.snapshot__tools')).toHaveCSS('opacity', '1');
  await tool(page, 'Leave full screen').click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

  // Where there is no full screen, the picture fills the window.
  await page.evaluate(() =>
    Object.defineProperty(Element.prototype, 'requestFullscreen', { value: undefined }),
  );
  await tool(page, 'Full screen').click();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await expect
    .poll(() => page.locator('.snapshot__stage').boundingBox())
    .toEqual({ x: 0, y: 0, width, height });
  // Its age hides nothing of the picture.
  await expect(async () => {
    const { y: top = 0 } = (await age(page).boundingBox()) ?? {};
    const { y = 0, height: shown = 0 } = (await frame(page).boundingBox()) ?? {};
    expect(y).toBe(0);
    expect(top).toBeGreaterThanOrEqual(shown);
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(tool(page, 'Full screen')).toBeVisible();
});
