import { randomUUID } from 'node:crypto';
import type { Format } from '../../src/core/tournament/facts.ts';
import { ORDER } from '../common/facts.ts';
import { entries, fact, format, outcome } from '../common/tournament-facts.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { openTournament } from './open-tournament.ts';
import { PHONE } from './pad.ts';
import { tagIn } from './tag-in.ts';
import { expect, test } from './test.ts';

/** A tournament's public page, with a real server. */

const LONG = `Abdelkader ${'Benmoussa-'.repeat(4)}Idrissi`.slice(0, 60);
const NAMES = ['Salma', '<b>Zoë</b>', LONG, 'كريم'];

/** A drawn tournament, of four by default, and what sends facts about it. */
const openDrawn = async (
  site: string,
  owner: Parameters<typeof openVenue>[1],
  names: readonly string[] = NAMES,
  kind: Format['kind'] = 'single',
  places: readonly (number | null)[] = names.map((_, index) => index + 1),
) => {
  const venue = await openVenue(site, owner);
  await venue.call('update_venue', { full_names: true });
  const { id, say } = openTournament(venue);
  await say(
    fact('open', { title: 'Coupe <i>du</i> vendredi' }),
    ...entries(names),
    format({ kind, secondFinal: true }),
    fact('places', { number: 1, atMillis: 0, places }),
  );
  return { venue, id, say };
};

test('a tournament’s page has its rounds without a script, in each language', async ({
  owner,
  baseURL,
  request,
  browser,
}) => {
  const { id, say } = await openDrawn(baseURL ?? '', owner);
  await say(outcome('w1.2', [3, 4], [1, 3]));
  const context = await browser.newContext({ ...PHONE, baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [prefix, heading] of [
    ['', 'Semi-finals'],
    ['/fr', 'Demi-finales'],
    ['/ar', 'نصف النهائي'],
  ] as const) {
    await page.goto(`${prefix}/t/${id}`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Salma' })).toContainText('<b>Zoë</b>');
    await expect(page.getByRole('listitem').filter({ hasText: LONG })).toContainText('كريم');
    await expect(page.getByText('Coupe <i>du</i> vendredi')).toBeVisible();
    await expect(page).toHaveTitle(/Coupe <i>du<\/i> vendredi/);
    const html = await (await request.get(`${prefix}/t/${id}`)).text();
    expect((await request.get(tagIn(html, 'og:image'))).status()).toBe(200);
  }
  await context.close();

  expect((await request.head(`/t/${randomUUID()}`)).status()).toBe(404);
  expect((await request.head('/t/nothing')).status()).toBe(404);
});

test('a visitor sees the bracket, when and where to play, and new results', async ({
  page,
  owner,
  baseURL,
}) => {
  await page.clock.install();
  const { id, say, venue } = await openDrawn(baseURL ?? '', owner);
  await page.goto(`/t/${id}`);
  const bracket = page.getByRole('region', { name: 'Bracket' }).last();
  await expect(bracket.getByText('<b>Zoë</b>')).toBeVisible();
  await expect(bracket.getByText(LONG)).toBeVisible();
  await page.getByLabel('Your name').selectOption('Salma');
  await expect(page).toHaveURL(new RegExp(`/t/${id}#1$`));
  const next = page.getByTestId('own-next');
  await expect(next).toContainText('You play \u2068<b>Zoë</b>\u2069 next.');
  expect(await barriers(page)).toEqual([]);

  const [table] = await venue.tables();
  const op = {
    id: randomUUID(),
    entry: randomUUID(),
    kind: 'add',
    before: null,
    name: 'Salma',
    name2: '<b>Zoë</b>',
    size: 2,
    wants: 'any',
    table_id: table?.id,
    fixture: { tournament: id, slot: 'w1.1', pair: [1, 2] },
    order: ORDER,
  };
  await venue.call('change_waiting', { op });
  await page.clock.fastForward(20_000);
  await expect(next).toContainText('You are called to');
  await expect(bracket.getByText(/^Called to/)).toBeVisible();

  await say(outcome('w1.1', [1, 2]));
  await page.clock.fastForward(20_000);
  await expect(next).toContainText(`You play next after the match \u2068${LONG}\u2069 – \u2068كريم\u2069.`);
  await say(outcome('w1.2', [3, 4], [1, 3]));
  await page.clock.fastForward(20_000);
  await expect(next).toContainText('You play \u2068كريم\u2069 next.');
  await say(outcome('w2.1', [1, 4]));
  await page.clock.fastForward(20_000);
  await expect(next).toContainText('You won the tournament.');
  const podium = page.getByRole('region', { name: 'Podium' }).getByRole('listitem');
  await expect(podium).toHaveText(['Salma', 'كريم', '<b>Zoë</b>', LONG]);

  await page.goto(`/ar/t/${id}#4`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByTestId('own-next')).toHaveText('لم تبق مباريات في هذه البطولة.');
  await page.goto('about:blank');
  await page.goto(`/ar/t/${id}`);
  await expect(page.getByRole('region', { name: 'منصة التتويج' })).toBeVisible();
  await expect(page.getByTestId('own-next')).toHaveCount(0);
  expect(await barriers(page)).toEqual([]);
});

test('a double elimination of 32 takes two pages of A4, held across, without what isn’t for paper', async ({
  page,
  owner,
  baseURL,
}) => {
  const names = Array.from(
    { length: 32 },
    (_, index) => `${index % 2 === 0 ? 'Abderrahmane Benabdellah' : 'عبد الرحمن بنعبد الله'} ${index + 1}`,
  );
  const { id } = await openDrawn(baseURL ?? '', owner, names, 'double');
  await page.goto(`/t/${id}`);
  const bracket = page.getByRole('region', { name: 'Bracket' }).last();
  const last = bracket.getByText('Abderrahmane Benabdellah 31');
  await expect(last).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
  expect(pdf).toMatch(/\/MediaBox \[0 0 84\d\.\d+ 59\d/);
  await page.emulateMedia({ media: 'print' });
  await expect(last).toHaveCSS('color', 'rgb(7, 18, 14)');
  await expect(page.getByText('When and where do I play?')).toBeHidden();
  // As wide as the page between its margins.
  await page.setViewportSize({ width: 1047, height: 718 });
  const cut = bracket
    .locator('.bracket__name bdi')
    .evaluateAll((names) =>
      names
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((name) => name.textContent),
    );
  expect(await cut).toEqual([]);
});

test('a round of byes alone has no heading', async ({ page, owner, baseURL }) => {
  const names = ['Amal', 'Badr', 'Chadi', 'Driss', 'Elias', 'Farid'];
  const places = [1, null, 2, 3, 4, null, 5, 6];
  const { id, say } = await openDrawn(baseURL ?? '', owner, names, 'double', places);
  // Once it is known who comes to them, the losers’ first matches are byes.
  await say(outcome('w1.2', [2, 3]), outcome('w1.4', [5, 6]));
  await page.goto(`/t/${id}`);
  const headings = page.getByRole('region', { name: 'Bracket' }).last().getByRole('heading', { level: 4 });
  await expect(headings.filter({ hasText: 'Losers’ round 2' })).toHaveCount(1);
  await expect(headings.filter({ hasText: 'Losers’ round 1' })).toHaveCount(0);
});

test.describe('an address without a tournament', () => {
  test.use({ allowedErrors: [/404/] });

  test('says that there is none', async ({ page }) => {
    await page.goto(`/fr/t/${randomUUID()}`);
    await expect(page.getByTestId('tournament-missing')).toContainText('Il n’y a pas de tournoi ici.');
  });
});
