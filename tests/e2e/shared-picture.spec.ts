import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { openVenue } from '../common/wire-scorer.ts';
import { beginMatch, PHONE } from './pad.ts';
import { expect, signIn, test } from './test.ts';

// From the table to the chat: what a scorer taps and a camera sends is what a player sees, passes on, and sees
// previewed.
test.use(PHONE);

const photograph = readFileSync('public/images/1-800.jpg');

/** A page's head as read by a crawler without scripts. */
const tagsIn = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<meta property="([^"]+)" content="([^"]*)"/g)].map(([, name = '', content = '']) => [
      name,
      content,
    ]),
  );

test('the picture on screen is the one that is shared, and that recipients see', async ({
  page,
  owner,
  otherDevice,
  request,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const venue = await openVenue(site, owner);
  const { secret } = (await venue.call('add_upload_key', { label: 'Camera' })) as { secret: string };
  await signIn(page, owner);
  const { tables } = (await venue.call('get_venue')) as { tables: readonly { match_id: string }[] };
  const match = tables[0]?.match_id ?? '';

  await otherDevice.grantPermissions(['clipboard-read', 'clipboard-write']);
  const viewer = await otherDevice.newPage();
  await viewer.goto(`${site}/ar/s/gd/?match=${match}`);
  const status = viewer.getByTestId('snapshot-status');
  const image = viewer.getByTestId('snapshot-image');
  const idSeen = async (): Promise<string | undefined> =>
    (await image.count())
      ? /image\/([\w-]{22})/.exec((await image.getAttribute('src')) ?? '')?.[1]
      : undefined;
  await expect(status).toHaveText('لم تُرسل أي صورة لهذه المباراة بعد.');

  // The viewer touches nothing: not for the table's first picture, and not for later taps.
  const pad = await beginMatch(page, {
    game: 'Snooker',
    p1: 'Amina “la Reine”',
    p2: 'يوسف <b>',
    length: '3',
    reds: '6',
  });
  await expect(image).toBeVisible();
  const first = await idSeen();
  await pad.tap('wide', 'black');
  await pad.scores(8, 0);
  await pad.waiting(0);
  await expect(async () => {
    const { id } = (await (await request.get(`/functions/v1/snapshot?latest=1&matchId=${match}`)).json()) as {
      id: string;
    };
    expect(id).not.toBe(first);
    expect(await idSeen()).toBe(id);
  }).toPass();
  const drawn = (await idSeen()) ?? '';

  await viewer.getByRole('button', { name: 'نسخ الرابط' }).tap();
  const link = `${site}/ar/s/gd/${drawn}?match=${match}`;
  await expect.poll(() => viewer.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const tags = tagsIn(await (await request.get(link)).text());
  expect(tags['og:url']).toBe(link);
  expect(tags['og:title']).toMatch(/Amina “la Reine”.* 0–0 \(8–0\) .*يوسف &lt;b&gt;/);
  expect(tags['og:image']).toContain(`${site}/functions/v1/snapshot/preview/${drawn}`);
  const preview = await (await request.get(tags['og:image'] ?? '')).body();
  expect(preview.length).toBeLessThan(300_000);
  expect(await sharp(preview).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });

  const sent = await request.post(`/functions/v1/snapshot?matchId=${match}`, {
    headers: { 'x-upload-key': secret },
    data: photograph,
  });
  const { id: uploaded } = (await sent.json()) as { id: string };
  await expect.poll(idSeen).toBe(uploaded);
  // The shared link shows a chat the picture of that time, and a visitor the latest one.
  expect(tagsIn(await (await request.get(link)).text())['og:image']).toContain(drawn);
  await viewer.goto(link);
  await expect.poll(idSeen).toBe(uploaded);
});
