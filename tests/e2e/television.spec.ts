import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import readCode from 'jsqr';
import sharp from 'sharp';
import type { MarkKind } from '../../src/core/branding/mark.ts';
import { pageMillis, TURNS } from '../../src/core/television/programme.ts';
import { GRACE_MILLIS } from '../../src/features/television/television-tables.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { SERVICE_PATH } from '../../supabase/embedded/snapshots/index.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { codeOn } from './let-in.ts';
import { barriers } from './barriers.ts';
import { isKept } from './kept.ts';
import { startProxy } from './proxy.ts';
import { settled } from './settled.ts';
import { expect, openScreen, signIn, test } from './test.ts';
import { isolated } from '../../src/i18n/isolated.ts';

/** A venue's television: paired by a code, followed, switched, kept, unpaired. */

const TELEVISION = { width: 1280, height: 720 };

test.use({
  serviceWorkers: 'allow',
  viewport: TELEVISION,
  allowedErrors: [
    /ERR_CONNECTION|ERR_FAILED|ERR_EMPTY_RESPONSE|WebSocket connection|Failed to (fetch|load)|AudioContext was not allowed/,
  ],
});

/** An owner's venue, and its first table. */
const openTable = async (origin: string, owner: Parameters<typeof openVenue>[1]) => {
  const venue = await openVenue(origin, owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('An owner has a table.');
  return { venue, table };
};

/** Types a code at the desk, with spaces and in lower case as people do, and makes the television show a table. */
const pair = async (desk: Page, code: string, shows: string): Promise<void> => {
  await desk
    .getByLabel('Code on the television or device')
    .fill(` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`);
  await expect(desk.getByText('A television shows this code. Choose what it shows.')).toBeVisible();
  await desk.getByLabel('Name of the television').fill('صالون 📺');
  await desk.getByLabel('What it shows').selectOption(shows);
  await desk.getByLabel('Label language').selectOption('العربية');
  await expect(desk.getByLabel('Design').locator('option')).toHaveText([
    'Baize',
    'Slate',
    'Ribbon',
    'Chalk',
    'Club',
  ]);
  await expect(desk.getByLabel('Chime when a party is called')).not.toBeChecked();
  await desk.getByLabel('Chime when a party is called').check();
  await desk.getByRole('button', { name: 'Pair', exact: true }).click();
  await expect(desk.getByText('The television is paired.')).toBeVisible();
};

/** Five minutes after it, a venue's evening begins: a busy computer takes one to make twenty tables. */
const BEFORE = '2026-11-23T19:55:00Z';
/** Some seconds in the evening: a television estimates the server's time to within its request's duration. */
const EVENING = '2026-11-23T20:00:05Z';

/**
 * Gives a television a clock that the test turns, and the server's answers the same time, with what `more` makes of
 * them.
 */
const tellTime = async (
  television: Page,
  more: (answer: object, millis: number) => object,
): Promise<void> => {
  await television.clock.install({ time: BEFORE });
  await television.route('**/rpc/ask_television', async (route) => {
    const response = await route.fetch().catch(() => undefined);
    const answer = (await response?.json().catch(() => undefined)) as object | undefined;
    // A page that is being reloaded has no time, and its answers go with it.
    const millis = await television.evaluate(() => Date.now()).catch(() => undefined);
    if (!response || !answer || millis === undefined) return route.abort();
    const changed = more(answer, millis);
    return route.fulfill({ response, json: { ...changed, server_time: new Date(millis).toISOString() } });
  });
};

/** The font size of the smallest score in a tile, in CSS pixels. */
const smallestScore = (television: Page) =>
  television.evaluate(() =>
    Math.min(
      ...[...document.querySelectorAll('.tv-tile__score .on-air__text')].map((text) =>
        parseFloat(getComputedStyle(text).fontSize),
      ),
    ),
  );

/** The names in tiles that are cut, or written shorter than they are. */
const shortenedOn = (television: Page): Promise<readonly string[]> =>
  television
    .locator('.tv-tile .on-air__name :is([data-cut] bdi, bdi[aria-label])')
    .evaluateAll((names) => names.map((name) => name.getAttribute('aria-label') ?? name.textContent));

/** What is written on a screen outside of its middle nine tenths, which even a bad television shows. */
const atEdges = (television: Page) =>
  television.evaluate(() =>
    [...document.querySelectorAll('.tv-turn[data-seen] :is(bdi, span, h1, p, svg)')]
      .filter(
        (node) => node.getClientRects().length > 0 && (node.textContent.trim() !== '' || node.matches('svg')),
      )
      .filter((node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        const [across, down] = [innerWidth / 20 - 1, innerHeight / 20 - 1];
        return left < across || top < down || right > innerWidth - across || bottom > innerHeight - down;
      })
      .map((node) => node.textContent),
  );

/** What on a screen is cut off, or doesn't fit into its box, or is too small to be read across a room. */
const unreadable = (television: Page, parts: string, labels: string) =>
  television.evaluate(
    ([parts, labels]) => {
      const least = (28 / 1080) * Math.min(innerWidth, innerHeight) - 1;
      const seen = (node: Element): boolean => getComputedStyle(node).visibility === 'visible';
      const cut = [...document.querySelectorAll(parts)].filter(seen).filter((part) => {
        const { left, top, right, bottom } = part.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      });
      const over = [...document.querySelectorAll('.on-air__fit')].filter(seen).filter((box) => {
        const [place, text] = [box, box.firstElementChild].map((node) => node?.getBoundingClientRect());
        return place && text && (text.height > place.height + 1 || text.width > place.width + 1);
      });
      const small = [...document.querySelectorAll(labels)]
        .filter(seen)
        .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && node.data.trim()))
        .filter((text) => parseFloat(getComputedStyle(text).fontSize) < least);
      return [...cut, ...over, ...small].map((node) => `${node.className} ${node.textContent}`);
    },
    [parts, labels] as const,
  );

test('a television is paired by its code, and continues through a restart, a reload and a cut', async ({
  page: television,
  otherDevice,
}) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-television-'));
  const start = (port: number) => startServer({ folder, port, dist: DIST, mail: () => {} });
  let server = await start(0);
  const port = Number(new URL(server.origin).port);
  // The television has its own network, which can be cut.
  const network = await startProxy(server.origin);
  try {
    const owner = await server.auth.addOwner('television@example.test');
    const { venue, table } = await openTable(server.origin, owner);
    const { act } = await venue.begin(table, 'snooker');

    await television.goto(`${network.origin}/tv`);
    await expect(television.getByText('This address opens on this computer only.')).toBeVisible();
    const code = await codeOn(television);
    expect(await barriers(television)).toEqual([]);
    await expect(television.locator('html')).toHaveCSS('cursor', 'none');

    const desk = await otherDevice.newPage();
    await signIn(desk, owner, server.origin);
    await openScreen(desk, 'Staff and televisions');
    await expect(desk.getByText('No television is paired yet.')).toBeVisible();
    await desk.getByLabel('Code on the television or device').fill('XXX XXX');
    await expect(desk.getByText('No television or device shows this code.')).toBeVisible();
    await pair(desk, code, 'Table 1');
    await expect(desk.getByText(`Shows ${isolated('Table 1')}`)).toBeVisible();
    await expect(desk.getByText('Connected')).toBeVisible();
    const listed = (await venue.call('list_televisions')) as { televisions: { query: string }[] };
    expect(listed.televisions[0]?.query).toContain('&chime=on');
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

    // It is given a programme, which is kept with its table and taken back again.
    const change = desk.getByRole('button', { name: `Change what ${isolated('صالون 📺')} shows` });
    await change.click();
    await dialog.getByLabel('What it shows').selectOption('A rotation');
    await dialog.getByLabel('All tables').uncheck();
    await dialog.getByLabel('One table').check();
    await dialog.getByLabel('Waiting list').uncheck();
    await dialog.getByLabel('Tournament').uncheck();
    await expect(dialog.getByLabel('One table')).toBeDisabled();
    await dialog.getByLabel('All tables').check();
    await dialog.getByLabel('Seconds per screen').fill('٩');
    expect(await barriers(desk)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText(`In turn: All tables, ${isolated('Table 1')}`)).toBeVisible();
    await expect(television.getByTestId('turn-table').getByTestId('overlay-points-1')).toHaveText('1');
    await change.click();
    await expect(dialog.getByLabel('Seconds per screen')).toHaveValue('9');
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
    await isKept(television, ['/tv/']);
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
    await expect(desk.getByText('No television is paired yet.')).toBeVisible();
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
  await phone.goto(`/dashboard/#paired/${code}`);
  await expect(phone).toHaveURL(new RegExp(`/login/#paired/${code}$`));
  await phone.getByRole('textbox', { name: 'Email' }).fill(owner.email);
  await phone.getByLabel('Password').fill(owner.password);
  await phone.getByRole('button', { name: 'Sign In' }).click();
  await expect(phone.getByLabel('Code on the television or device')).toHaveValue(code);
  await phone.getByRole('button', { name: 'Pair', exact: true }).click();
  // Of one free table.
  await expect(television.getByTestId('tile')).toContainText('Free');
  await expect(phone).toHaveURL(/#paired$/);
  await expect(phone.getByText('The television is paired.')).toBeVisible();
});

test('a television always shows called parties, the venue’s name and its time', async ({
  page: desk,
  browser,
  baseURL,
  owner,
}) => {
  const { venue, table } = await openTable(process.env['E2E_ORIGIN'] ?? '', owner);
  await signIn(desk, owner);
  await venue.call('add_table', { title: 'Table 2' });
  await venue.call('update_venue', { title: 'Salle Atlas', time_zone: 'Asia/Dubai' });
  const televisions = [];
  for (const shows of ['All tables', 'Table 1', 'Table 2']) {
    const television = await browser.newPage({ ...(baseURL && { baseURL }), viewport: TELEVISION });
    await television.goto('/tv/');
    const code = await codeOn(television);
    await desk.goto(`/dashboard/#televisions/${code}`);
    await desk.reload();
    await expect(desk.getByLabel('Code on the television or device')).toHaveValue(code);
    // The form's first choice is left as it is.
    if (shows !== 'All tables') await desk.getByLabel('What it shows').selectOption(shows);
    await desk.getByRole('button', { name: 'Pair', exact: true }).click();
    await expect(desk.getByText('The television is paired.')).toBeVisible();
    televisions.push(television);
  }
  const ids = { id: randomUUID(), entry: randomUUID() };
  const party = { name: 'Amine Benali', name2: null, size: 2, wants: 'any' };
  await venue.call('change_waiting', { op: { ...ids, ...party, kind: 'add', before: null } });
  await venue.call('change_waiting', {
    op: { id: randomUUID(), entry: ids.entry, kind: 'call', before: ids.id, table_id: table.id },
  });
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Dubai', hour: '2-digit' });
  for (const television of televisions) {
    await expect(television.getByTestId('call')).toHaveText('Amine B.Table 1');
    const head = television.getByTestId('tv-head');
    await expect(head).toContainText('Salle Atlas');
    await expect(head).toContainText(`${hour.format(Date.now())}:`);
  }
  const [, one] = televisions;
  await expect(one?.getByTestId('tile') ?? desk.locator('none')).toContainText('Called');
  for (const television of televisions) await television.close();
});

/** Makes a venue's picture: a mark of one colour in the middle of nothing. */
const sendMark = async (
  venue: Awaited<ReturnType<typeof openVenue>>,
  kind: MarkKind,
  colour: string,
): Promise<string> => {
  const origin = process.env['E2E_ORIGIN'] ?? '';
  const { ticket } = (await venue.call('begin_picture', { kind })) as { ticket: string };
  const background = '#0000';
  const mark = await sharp({ create: { width: 300, height: 60, channels: 3, background: colour } })
    .png()
    .toBuffer();
  const picture = await sharp({ create: { width: 400, height: 100, channels: 4, background } })
    .composite([{ input: mark }])
    .png()
    .toBuffer();
  const answer = await fetch(`${origin}${SERVICE_PATH}/mark`, {
    method: 'POST',
    headers: { 'x-upload-key': ticket },
    body: new Uint8Array(picture),
  });
  return ((await answer.json()) as { id: string }).id;
};

test('one table’s television has large faces, and its address while it is free', async ({
  page: television,
  owner,
}) => {
  const { venue, table } = await openTable(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.call('update_venue', { title: 'Salle Atlas' });
  await television.setViewportSize({ width: 1920, height: 1080 });
  await television.goto('/tv/');
  const programme = { turns: ['table'], seconds: 20 };
  await venue.call('pair_television', {
    code: await codeOn(television),
    title: 'TV by the door',
    table_id: table.id,
    query: '?lang=fr',
    programme,
  });
  const tile = television.getByTestId('tile');
  await expect(tile).toContainText('Libre');
  await expect(tile).not.toContainText('PLAYER');
  await expect(television.locator('body')).not.toContainText('TV by the door');
  await expect(television.getByTestId('tv-head')).toContainText('Salle Atlas');
  const page = television.getByTestId('public-page');
  await expect(page).toContainText('Suivez le score de cette table');
  const { slug } = (await venue.call('get_venue')) as { slug: string };
  await expect(async () => {
    const { data, info } = await sharp(await page.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const address = readCode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
    const { pathname, searchParams } = new URL(address);
    expect([pathname, searchParams.get('match')]).toEqual(['/fr/s/gd/', `${slug}-b1`]);
  }).toPass();
  await expect.poll(() => atEdges(television)).toEqual([]);
  expect(await barriers(television)).toEqual([]);
  await venue.call('update_venue', { is_public: false });
  await expect(page).toHaveCount(0);
  await expect(tile).toContainText('Libre');

  const name = 'Abderrahmane Benabdellah';
  await venue.call('save_player', {
    name,
    flag: 'MA',
    picture: await sendMark(venue, 'portrait', '#a0522d'),
  });
  const { act } = await venue.begin(table, 'snooker', { p1: 'Mehdi', p2: name });
  await act('pot', { balls: ['red'] });
  const face = television.locator('img.on-air__portrait');
  await expect(face).toBeVisible();
  const named = television.getByTestId('overlay-p2');
  const digits = television.locator('.on-air__score .on-air__text bdi').first();
  // The board is fitted to its room a moment after it is drawn.
  await expect(async () => {
    const [pictured, written, scored] = await Promise.all(
      [face, named, digits].map((part) => part.boundingBox()),
    );
    expect(pictured?.height).toBeGreaterThan(225);
    // Beside the name, in the same row.
    expect(Math.abs((written?.y ?? 0) - (pictured?.y ?? 0))).toBeLessThan(2);
    expect(scored?.height).toBeGreaterThan(400);
  }).toPass();
  await expect.poll(() => atEdges(television)).toEqual([]);
});

test('a sponsor’s turn has its name and logo, and a light logo a dark ground, as in its dialog', async ({
  page: desk,
  browser,
  baseURL,
  owner,
}) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  await venue.call('update_venue', { title: 'Salle Atlas' });
  for (const [title, colour] of [
    ['Café de la Gare', '#ffffff'],
    ['Atlas', '#12203a'],
  ] as const)
    await venue.call('save_sponsor', { title, picture: await sendMark(venue, 'logo', colour), shown: true });
  const television = await browser.newPage({ ...(baseURL && { baseURL }), viewport: TELEVISION });
  await television.goto('/tv/');
  const programme = { turns: ['sponsors'], seconds: 8 };
  await venue.call('pair_television', {
    code: await codeOn(television),
    title: '',
    query: '?lang=ar',
    programme,
  });
  const sponsors = television.getByTestId('sponsor');
  await expect(sponsors).toHaveCount(2);
  await expect(television.locator('[data-testid="sponsor"][data-seen]')).toHaveCount(1);
  await expect(sponsors.first()).toHaveText('بدعم منCafé de la Gare');
  await expect(television.getByTestId('tv-head')).toContainText('Salle Atlas');
  await expect(sponsors.first().locator('img')).toHaveAttribute('data-light', 'true');
  await expect(sponsors.last().locator('img')).not.toHaveAttribute('data-light');
  await settled(television);
  for (const card of await sponsors.locator('img').all())
    await expect
      .poll(async () => (await card.boundingBox())?.width)
      .toBeLessThanOrEqual(0.45 * TELEVISION.width + 2);
  await expect.poll(() => atEdges(television)).toEqual([]);
  await television.close();

  await signIn(desk, owner);
  await openScreen(desk, 'Sponsors');
  const logos = desk.locator('.branding__logo img');
  await expect(logos.first()).toHaveAttribute('data-light', 'true');
  await expect(logos.last()).not.toHaveAttribute('data-light');
  await desk.getByRole('button', { name: `Edit ${isolated('Café de la Gare')}` }).click();
  await expect(desk.getByRole('dialog').locator('.branding__logo img')).toHaveAttribute('data-light', 'true');
});

test('a television chimes once for each call, if it is told to, and says when its browser forbids it', async ({
  page: television,
  owner,
}) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  for (let number = 2; number <= 5; number++) await venue.call('add_table', { title: `Table ${number}` });
  const free = [...(await venue.tables())];
  // As in a browser that allows sound only after a gesture: to the real one, each look of a test is a gesture.
  await television.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    let isAllowed = false;
    document.addEventListener('keydown', () => (isAllowed = true), true);
    const sound = AudioContext.prototype;
    const resume = Reflect.get<AudioContext, 'resume'>(sound, 'resume');
    sound.resume = function (this: AudioContext) {
      return isAllowed ? resume.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
    Object.defineProperty(sound, 'state', { get: () => (isAllowed ? 'running' : 'suspended') });
    const start = Reflect.get<AudioScheduledSourceNode, 'start'>(AudioScheduledSourceNode.prototype, 'start');
    OscillatorNode.prototype.start = function (when) {
      heard.push(1);
      start.call(this, when);
    };
  });
  const heard = () => television.evaluate(() => (window as unknown as { heard: number[] }).heard.length);
  await television.goto('/tv/');
  const paired = await venue.call('pair_television', {
    code: await codeOn(television),
    title: '',
    query: '?lang=en',
  });
  const { id } = paired as { id: string };
  const called = async (name: string): Promise<void> => {
    const entry = randomUUID();
    const party = { name, name2: null, size: 2, wants: 'any' };
    await venue.call('change_waiting', { op: { id: entry, entry, ...party, kind: 'add', before: null } });
    await venue.call('change_waiting', {
      op: { id: randomUUID(), entry, kind: 'call', before: entry, table_id: free.pop()?.id },
    });
    await expect(television.getByTestId('call').filter({ hasText: name })).toBeVisible();
  };
  await called('Amine');
  await called('Badr');
  // A television makes no sound by itself.
  await expect(television.getByTestId('silent')).toHaveCount(0);
  expect(await heard()).toBe(0);

  await television.reload();
  await expect(television.getByTestId('call')).toHaveCount(2);
  await venue.call('update_television', { id, title: '', query: '?lang=en&chime=on' });
  const silent = television.getByTestId('silent');
  await expect(silent).toHaveText('No sound yet: press a key on the remote control, or tap the screen.');
  await called('Chadi');
  expect(await heard()).toBe(0);
  expect(await barriers(television)).toEqual([]);
  await television.keyboard.press('a');
  await expect(silent).toHaveCount(0);
  await called('Driss');
  await expect.poll(heard).toBe(3);
  await called('Elias');
  await expect.poll(heard).toBe(6);
});

test('nothing of an erased player’s match is left on screens, and who stays is called by name', async ({
  page: television,
  browser,
  baseURL,
  owner,
}) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  await venue.call('add_table', { title: 'Table 2' });
  const [one, two] = await venue.tables();
  if (!one || !two) throw new Error('There are two tables.');
  const played = await venue.begin(one, 'plain', { p1: 'Zineb', p2: 'Badr Alami', raceTo: 9 });
  await played.act('set', { changes: { s1: { from: 0, to: 4 } } });
  const entry = randomUUID();
  const party = { name: 'Karima Idrissi', name2: 'Salma Ouazzani', size: 4, wants: 'any' };
  await venue.call('change_waiting', { op: { id: entry, entry, ...party, kind: 'add', before: null } });
  await venue.call('change_waiting', {
    op: { id: randomUUID(), entry, kind: 'call', before: entry, table_id: two.id },
  });
  await television.goto('/tv/');
  await venue.call('pair_television', { code: await codeOn(television), title: '', query: '' });
  const tile = television.getByTestId('tile');
  await expect(television.getByTestId('call')).toContainText('Table 2');
  await expect(tile.first()).toContainText('Badr Alami');
  const overlay = await browser.newPage(baseURL ? { baseURL } : {});
  await overlay.goto(`/overlay/${one.token}`);
  await expect(overlay.getByTestId('overlay-race-to')).toContainText('9');

  for (const key of ['Karima Idrissi', 'Zineb']) await venue.call('erase_player', { key });
  await expect(television.getByTestId('call')).toHaveText(/^Salma O.*Table 2$/);
  await expect(tile.last()).toContainText('Salma O');
  await expect(tile.first()).toContainText('Free');
  await expect(tile.first()).not.toContainText('Badr');
  await expect(overlay.getByTestId('overlay')).not.toContainText('Badr');
  await expect(overlay.getByTestId('overlay-race-to')).toHaveText(/\D0$/);
  await overlay.close();
});

const LABELS = '.tv-turn *, .tv-all *, .tv-calls *';
const WAITING = { seq: 1, name: 'Amine B.', name2: null, size: 2, state: 'waiting', called_ago: null };

test('twenty tables are read on every television, page by page, and in turn with those who wait', async ({
  page: television,
  owner,
}) => {
  /** The waiting and the called parties. */
  let parties: readonly object[] = [];
  let tables: readonly { readonly id: string }[] = [];
  /** When a party was called. */
  let calledMillis = Infinity;
  /** How many tables the television has. */
  let most = Infinity;
  /** The others are longer than most people's. */
  const isUsual = (name: string): boolean => name.length <= 24;
  await tellTime(television, (answer, millis) => {
    const since = BEFORE;
    const seat = { entry: '1', name: 'Salma', name2: null, since };
    const listed = tables.map(({ id }, index) => ({
      id,
      title: `Table ${index + 1}`,
      kind: index < 15 ? 'pool' : 'snooker',
      out_of_use: false,
      party: index === 19 ? null : seat,
      called: null,
      match:
        index === 19 ? null : { id: '1', game: 'snooker', over: false, started_at: since, scored_at: since },
    }));
    const [first, ...others] = parties;
    if (first && 'called_ago' in first && first.called_ago !== null) {
      calledMillis = Math.min(calledMillis, millis);
      first.called_ago = (millis - calledMillis) / 1000;
    }
    const shown = 'tables' in answer && { tables: (answer.tables as object[]).slice(0, most) };
    return {
      ...answer,
      ...shown,
      waiting: { seq: 1, tables: listed, parties: first ? [first, ...others] : [] },
    };
  });
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  for (let number = 2; number <= 20; number++)
    await venue.call('add_table', {
      title: number === 7 ? 'طاولة النافذة ذات الاسم الطويل جدًا' : `Table ${number}`,
    });
  const all = await venue.tables();
  tables = all;
  // One more table is free.
  for (const [index, table] of all.slice(0, 19).entries())
    await venue.begin(table, index % 5 === 3 ? 'snooker' : 'eight-ball', {
      p1: ['Salma', 'عبد الرحمن بن سليمان الإدريسي الحسني', 'Anas', 'عبد الرحمن بنعبد الله'][index % 4],
      p2: ['Abdelkader Benmoussa-El Idrissi', 'Abderrahmane Benabdellah', 'Youssef'][index % 3],
    });
  await venue.call('update_venue', { title: 'Salle Atlas' });
  await television.goto('/tv/');
  const paired = await venue.call('pair_television', {
    code: await codeOn(television),
    title: '',
    query: '',
  });
  const { id } = paired as { id: string };
  const tiles = television.getByTestId('tile');
  await expect(tiles).toHaveCount(5);
  await expect(tiles.first()).toContainText('Table 1');
  const head = television.getByTestId('tv-head').first();
  await expect(head).toContainText('In play: 19 of 20');
  for (const { shown, ...viewport } of [
    { width: 1920, height: 1080, shown: 12 },
    { width: 3840, height: 2160, shown: 20 },
  ]) {
    most = shown;
    await television.setViewportSize(viewport);
    await venue.call('update_television', { id, title: `${shown}`, query: '' });
    await expect(tiles).toHaveCount(shown);
    await expect.poll(async () => (await shortenedOn(television)).filter(isUsual)).toEqual([]);
    await expect.poll(() => smallestScore(television)).toBeGreaterThanOrEqual((60 / 1080) * viewport.height);
  }
  await television.setViewportSize(TELEVISION);
  await television.clock.pauseAt(EVENING);
  await expect(head).toContainText('20:00');
  for (const { shown, ...viewport } of [
    { ...TELEVISION, shown: 5 },
    { width: 1920, height: 1080, shown: 10 },
    { width: 720, height: 1280, shown: 7 },
    { width: 3840, height: 2160, shown: 20 },
  ]) {
    await television.setViewportSize(viewport);
    await expect(tiles).toHaveCount(shown);
    await expect.poll(() => unreadable(television, '.tv-tile', LABELS)).toEqual([]);
    const columns = () =>
      tiles.evaluateAll((all) => new Set(all.map((tile) => tile.getBoundingClientRect().left)).size);
    await expect.poll(async () => (await columns()) === 1).toBe(viewport.height > viewport.width);
  }
  await television.setViewportSize(TELEVISION);
  await television.clock.fastForward(3 * pageMillis(4, null));
  await expect(tiles.first()).toContainText('Table 16');
  const free = tiles.last().locator('.tv-tile__state');
  await expect(free).toHaveText('Free');
  // The loudest words on the screen.
  await expect
    .poll(() => free.evaluate((text) => parseFloat(getComputedStyle(text).fontSize)))
    .toBeGreaterThanOrEqual((64 / 1080) * TELEVISION.height);
  const snooker = tiles.filter({ has: television.locator('.tv-tile__frames') }).first();
  for (const dir of ['ltr', 'rtl'] as const) {
    await snooker.evaluate((tile, dir) => tile.setAttribute('dir', dir), dir);
    // Frames come before points, and a tile follows its screen's language.
    await expect(async () => {
      const order = await snooker
        .locator('.tv-tile__player')
        .first()
        .evaluate((player) =>
          ['.on-air__name', '.tv-tile__frames', '.tv-tile__tile'].map(
            (part) => player.querySelector(part)?.getBoundingClientRect().left ?? 0,
          ),
        );
      expect(order).toEqual(order.toSorted((a, b) => (dir === 'ltr' ? a - b : b - a)));
    }).toPass();
  }

  // A programme: each has its turn, and an empty one leaves it to the next.
  const turn = (name: string) => television.locator(`[data-testid="turn-${name}"][data-seen]`);
  const programme = { turns: TURNS, seconds: 60 };
  const change = async (seen: () => Promise<void>): Promise<void> => {
    await venue.call('update_television', { id, title: '', table_id: all[1]?.id, programme });
    // A connection may have been found dead when time was forwarded, and then it asks.
    await expect(async () => {
      await television.clock.runFor(1000);
      await seen();
    }).toPass();
  };
  await expect(head).toContainText('Salle Atlas');
  await change(() => expect(television.getByTestId('turn-table')).toHaveCount(1, { timeout: 500 }));
  await television.evaluate(() => {
    document.body.dataset['blank'] = '0';
    new MutationObserver(() => {
      if (document.querySelector('.tv-turn[data-seen] :is(.tv-tile, .tv-queue, .on-air__canvas)')) return;
      document.body.dataset['blank'] = '1';
    }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-seen'] });
  });
  // At 20:00 the first turn began.
  await expect(turn('tables')).toBeVisible();
  const pass = (seconds: number) => television.clock.fastForward(seconds * 1000);
  await pass(20);
  await expect(turn('table').getByTestId('overlay')).toHaveAttribute('data-layout', 'tv');
  // Nobody waits, and there are no sponsors.
  await pass(60);
  await expect(turn('tables')).toBeVisible();
  await expect(television.getByTestId('turn-table')).toBeHidden();

  // Somebody waits.
  parties = Array.from({ length: 9 }, (_, index) => ({
    ...WAITING,
    id: `party-${index}`,
    wants: 'table',
    table_id: all[index % 3]?.id ?? null,
    name: index === 3 ? 'أمين بن عبد الرحمن <b>W</b>' : `Amine ${index}`,
  }));
  await change(() => expect(turn('waiting').getByTestId('queue')).toHaveCount(3, { timeout: 500 }));
  await expect(turn('waiting').getByTestId('tv-head')).toContainText('Salle Atlas');
  await expect(turn('waiting')).toContainText('Waiting list · 9 waiting');
  await expect(turn('waiting').getByTestId('waiting-party').nth(1)).toHaveText(
    '4أمين بن عبد الرحمن <b>W</b>',
  );

  // Somebody is called: in a strip that covers nothing, a quarter of the height and then an eighth.
  parties = [
    { ...WAITING, id: 'called', wants: 'any', state: 'called', table_id: all[19]?.id, called_ago: 0 },
    ...parties,
  ];
  const calls = television.getByTestId('calls');
  await change(() => expect(calls).toContainText('Your table is ready', { timeout: 500 }));
  await expect(television.getByTestId('call')).toHaveText('Amine B.Table 20');
  for (const viewport of [{ width: 720, height: 1280 }, TELEVISION]) {
    await television.setViewportSize(viewport);
    await expect.poll(async () => (await calls.boundingBox())?.height).toBe(viewport.height / 4);
    // A television may cut off a twentieth at each edge.
    await expect
      .poll(async () => {
        const box = await television.getByTestId('call').boundingBox();
        const { width, height } = viewport;
        return box && box.x + 1 >= width / 20 && box.y + box.height - 1 <= height - height / 20;
      })
      .toBe(true);
    await expect.poll(() => unreadable(television, '.tv-queue, .tv-calls', LABELS)).toEqual([]);
  }
  await pass(60);
  await expect(turn('tables')).toBeVisible();
  for (const { shown, ...viewport } of [
    { width: 3840, height: 2160, shown: 20 },
    { ...TELEVISION, shown: 5 },
  ]) {
    await television.setViewportSize(viewport);
    await expect(tiles).toHaveCount(shown);
    await expect.poll(async () => (await calls.boundingBox())?.height).toBe(viewport.height / 8);
    await expect.poll(() => unreadable(television, '.tv-tile, .tv-calls', LABELS)).toEqual([]);
  }
  await expect
    .poll(async () => {
      const stage = await television.locator('.tv-stage').boundingBox();
      return stage && stage.y + stage.height;
    })
    .toBe(TELEVISION.height - TELEVISION.height / 8);
  await expect(television.locator('body')).not.toHaveAttribute('data-blank', '1');

  // A restart continues with the waiting list when that has its turn again.
  await pass(60 * (TURNS.length - 1));
  await expect(turn('waiting')).toBeVisible();
  await television.reload();
  await expect(turn('waiting')).toContainText('9 waiting');
  await television.clock.resume();
  expect(await barriers(television)).toEqual([]);
});

test('on a screen of two tables the longest names are shortened before they are small, and titles clear their tiles', async ({
  page: television,
  owner,
}) => {
  const { venue, table } = await openTable(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.call('update_table', { id: table.id, title: 'سنوكر الطابق العلوي' });
  await venue.call('add_table', { title: 'Table 2' });
  await venue.begin(table, 'eight-ball', {
    p1: 'Wolfeschlegelsteinhausenbergerdorff-Abdelrahmane El Mansouri',
    p2: 'عبد الرحمن بن عبد الله العلوي المدغري الإدريسي الحسني الفاسي',
  });
  await television.setViewportSize({ width: 1920, height: 1080 });
  await television.goto('/tv/');
  await venue.call('pair_television', { code: await codeOn(television), title: '', query: '' });
  const tile = television.getByTestId('tile').first();
  for (const name of ['overlay-p1', 'overlay-p2'])
    await expect
      .poll(() =>
        tile
          .getByTestId(name)
          .locator('.on-air__text')
          .evaluate((text) => parseFloat(getComputedStyle(text).fontSize)),
      )
      .toBeGreaterThan(40);
  // Dots below the last letter are about 0.45 of its size below the line.
  await expect
    .poll(() =>
      tile.evaluate((shown) => {
        const title = shown.querySelector('.tv-tile__title bdi');
        const players = shown.querySelector('.tv-tile__players');
        if (!title || !players) return null;
        const letters = document.createRange();
        letters.selectNodeContents(title);
        const gap = players.getBoundingClientRect().top - letters.getBoundingClientRect().bottom;
        return gap / parseFloat(getComputedStyle(title).fontSize);
      }),
    )
    .toBeGreaterThan(0.2);
});

test('on a screen of several tables a long name stays in its row, whose end is the score', async ({
  page: television,
  owner,
}) => {
  const { venue, table } = await openTable(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.begin(table, 'eight-ball', {
    p1: `${'W'.repeat(30)} ${'عبد الرحمن '.repeat(2)}`.trim(),
    p2: 'I',
  });
  for (let number = 2; number <= 4; number++) await venue.call('add_table', { title: `Table ${number}` });
  await television.goto('/tv/');
  await venue.call('pair_television', { code: await codeOn(television), title: '', query: '' });
  const tile = television.getByTestId('tile').first();
  await expect(tile.getByTestId('overlay-p1')).toContainText('W');
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
