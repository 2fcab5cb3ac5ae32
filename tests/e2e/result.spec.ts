import sharp from 'sharp';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { PHONE } from './pad.ts';
import { tagIn } from './tag-in.ts';
import { expect, openScreen, signIn, test } from './test.ts';

const WHATSAPP = { 'user-agent': 'WhatsApp/2.26.1 A' };

test('a table’s page shows its board, its racks and the day’s results once the venue publishes them, and shares one', async ({
  page,
  owner,
  browser,
  baseURL,
  request,
}) => {
  const site = baseURL ?? '';
  const venue = await openVenue(site, owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table');
  const { tables } = (await venue.call('get_venue')) as { tables: readonly { match_id: string }[] };
  const phone = await browser.newContext({ ...PHONE, baseURL: site });
  await phone.grantPermissions(['clipboard-read', 'clipboard-write']);
  const viewer = await phone.newPage();
  await viewer.goto(`/s/gd/?match=${tables[0]?.match_id ?? ''}`);
  const text = viewer.getByTestId('live-table');
  const score = async (a: string, b: string): Promise<void> => {
    await expect(viewer.getByTestId('live-score-A')).toHaveText(a);
    await expect(viewer.getByTestId('live-score-B')).toHaveText(b);
  };
  const event = 'Open d’Agadir · Quarter-final';
  const match = await venue.begin(table, 'eight-ball', {
    p1: 'Salma Alaoui',
    p2: 'المهدي',
    event,
    raceTo: 2,
  });
  await expect(viewer.getByTestId('snapshot-image')).toBeVisible();
  await expect(text).toHaveCount(0);

  await signIn(page, owner);
  await openScreen(page, 'Pictures');
  await page.getByLabel('Show the score and today’s results as text').check();
  await page.getByLabel('Shorten names on public pages').check();
  // Nobody touches the phone.
  await expect(text).toBeVisible();
  await expect(text.getByText('Salma A.').first()).toBeVisible();
  await expect(text.getByText(event)).toBeVisible();
  await score('0', '0');
  await match.act('rack', { side: 'A', how: 'runOut' });
  await score('1', '0');
  await match.act('rack', { side: 'A' });
  await score('2', '0');
  await expect(text.getByRole('row', { name: 'Won run-out Rack 1' })).toBeVisible();
  expect(await barriers(viewer)).toEqual([]);

  await text.getByRole('link', { name: /Salma A\..* 2–0 / }).tap();
  await expect(viewer).toHaveURL(/\/r\/[A-Za-z0-9]{22}\?rev=\d+$/);
  await expect(viewer.getByTestId('result-state')).toHaveText('Match over');
  await expect(viewer.getByText(event)).toBeVisible();
  await expect(viewer.getByText(/^8-.?Ball · Race to 2$/)).toBeVisible();
  expect(await barriers(viewer)).toEqual([]);
  await viewer.getByRole('button', { name: 'Copy link' }).tap();
  const link = viewer.url();
  await expect.poll(() => viewer.evaluate(() => navigator.clipboard.readText())).toBe(link);
  for (const prefix of ['', '/fr', '/ar']) {
    const shared = await request.get(link.replace(site, `${site}${prefix}`), { headers: WHATSAPP });
    expect(shared.status()).toBe(200);
    const html = await shared.text();
    expect(tagIn(html, 'og:title')).toMatch(/Salma A\..* 2–0 .*المهدي/);
    if (prefix === '') await expect(viewer).toHaveTitle(tagIn(html, 'og:title'));
    const card = await (await request.get(tagIn(html, 'og:image'))).body();
    expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  }
  const id = /\/r\/(\w+)/.exec(link)?.[1] ?? '';
  expect((await request.head(`/r/${'A'.repeat(22)}`)).status()).toBe(404);

  await viewer.goBack();
  await score('2', '0');
  await page.getByLabel('Show the score and today’s results as text').uncheck();
  await expect(text).toHaveCount(0);
  await expect(viewer.getByTestId('snapshot-image')).toBeVisible();

  // Back at the tables, another match starts, so that the result can be deleted.
  await venue.begin({ ...table, match: { id: match.id } }, 'eight-ball');
  await venue.call('delete_result', { id });
  expect((await request.get(link)).status()).toBe(410);
  await phone.close();
});

test('a result of fifteen racks is one page of A4, with each player’s ball above the name', async ({
  page,
  owner,
  baseURL,
  request,
}) => {
  const venue = await openVenue(baseURL ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('There is no table');
  await venue.call('update_venue', { is_public: true, shows_live: true });
  const match = await venue.begin(table, 'eight-ball', {
    p1: 'Abderrahmane Benabdellah',
    p2: 'عبد الرحمن بنعبد الله',
    raceTo: 8,
  });
  for (const side of 'ABABABABABABABA') await match.act('rack', { side });
  const headers = { authorization: `Bearer ${venue.token}` };
  expect((await request.post('/functions/v1/score/fold', { headers })).ok()).toBe(true);
  const day = 86_400_000;
  const { live, results } = (await venue.call('list_results', {
    from_at: new Date(Date.now() - day).toISOString(),
    to_at: new Date(Date.now() + day).toISOString(),
  })) as Record<'live' | 'results', readonly { readonly id: string }[]>;
  await page.goto(`/fr/r/${[...live, ...results][0]?.id ?? ''}`);
  const names = page.locator('.result-board__name');
  await expect(names).toHaveCount(2);
  for (const name of await names.all()) {
    const [ball, letters] = await Promise.all(
      [name.locator('.side-ball'), name.locator('bdi')].map((part) => part.boundingBox()),
    );
    expect((ball?.y ?? 0) + (ball?.height ?? 0)).toBeLessThanOrEqual(letters?.y ?? 0);
  }
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
