import { describe, expect, test } from 'vitest';
import { lookAt } from './snapshot-pictures.ts';
import type { PicturedVenue } from './snapshot-venue.ts';

/** The contents of a page's metadata of a name. */
const contentOf = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))].map(
    ([, content = '']) => content,
  );

interface Shared {
  readonly title: string;
  readonly description: RegExp;
  readonly url: string;
  readonly image: string;
  /** The service's own. */
  readonly address: string;
}

/** Checks a page's preview in chats, and the card that it names. */
export const expectCard = async (
  get: (path: string) => Promise<Response>,
  page: Response,
  { title, description, url, image, address }: Shared,
): Promise<void> => {
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(contentOf(html, 'og:title')).toEqual([title]);
  expect(contentOf(html, 'og:description')[0]).toMatch(description);
  expect(contentOf(html, 'og:url')).toEqual([url]);
  expect(contentOf(html, 'og:image')).toEqual([image.replace('&', '&amp;')]);
  const card = await get(image.slice(address.length));
  expect(card.headers.get('content-type')).toBe('image/jpeg');
  expect(card.headers.get('cache-control')).toBe('public, max-age=3600');
  const bytes = new Uint8Array(await card.arrayBuffer());
  expect(bytes.length).toBeLessThan(300_000);
  expect(await lookAt(bytes)).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
};

interface Addresses {
  readonly address: string;
  readonly site: string;
}

/** Checks a service's answers about results: their cards, their pages' previews and statuses, and tables as text. */
export const describeResults = (
  get: (path: string, init?: RequestInit) => Promise<Response>,
  of: () => Addresses & { readonly venue: PicturedVenue },
): void => {
  const pageOf = (id: string, path = '/r/'): Promise<Response> =>
    get(`/page?${new URLSearchParams({ result: id, path }).toString()}`);
  const answerTo = async (query: string): Promise<Readonly<Record<string, unknown>>> =>
    (await (await get(query)).json()) as Readonly<Record<string, unknown>>;

  describe('a result', () => {
    test.each([
      [
        'en',
        '/r/',
        '\u2068Table 1\u2069 · \u2068Salma\u2069 2–1 \u2068يوسف &lt;b&gt; 🎱\u2069',
        /^Match result, /,
      ],
      [
        'fr',
        '/fr/r/',
        '\u2068Table 1\u2069 · \u2068Salma\u2069 2–1 \u2068يوسف &lt;b&gt; 🎱\u2069',
        /^Résultat du /,
      ],
      [
        'ar',
        '/ar/r/',
        '\u2068الطاولة 1\u2069 · \u2068Salma\u2069 2–1 \u2068يوسف &lt;b&gt; 🎱\u2069',
        /^نتيجة /,
      ],
    ])('previews as its card in %s', async (locale, path, title, description) => {
      const { address, site, venue } = of();
      const id = await venue.play({ p1: 'Salma', p2: 'يوسف <b> 🎱', title: 'Overlay 1' });
      const page = await pageOf(id, path);
      const image = `${address}/result/${id}?rev=1&lang=${locale}`;
      await expectCard(get, page, { title, description, url: `${site}${path}${id}?rev=1`, image, address });
    });

    test('says whose venue it is from while that shows its pages', async () => {
      const { venue } = of();
      const id = await venue.play({});
      const card = async (): Promise<Uint8Array> =>
        new Uint8Array(await (await get(`/result/${id}?lang=en`)).arrayBuffer());
      const unnamed = await card();
      expect(await answerTo(`?result=${id}`)).toMatchObject({ venue: '' });
      await venue.arrange('public.update_venue(title => $1)', ['نادي أكادير']);
      expect(await answerTo(`?result=${id}`)).toMatchObject({ venue: 'نادي أكادير' });
      const html = await (await pageOf(id)).text();
      expect(contentOf(html, 'og:title')[0]).toMatch(/ · \u2068نادي أكادير\u2069$/);
      expect(contentOf(html, 'og:description')[0]).toMatch(/^\u2068نادي أكادير\u2069 · Match result, /);
      expect(await card()).not.toEqual(unnamed);
      await venue.setPublic(false);
      expect(await (await pageOf(id)).text()).not.toContain('نادي');
      expect(JSON.stringify(await answerTo(`?result=${id}`))).not.toContain('نادي');
    });

    test('is given to its page without accounts, and can be downloaded as a file', async () => {
      const { venue } = of();
      const id = await venue.play({});
      const { ok, status, result } = await answerTo(`?result=${id}`);
      expect({ ok, status }).toEqual({ ok: true, status: 'shown' });
      expect(result).toMatchObject({ id, p1: 'Salma', s1: 2 });
      expect(JSON.stringify(result)).not.toMatch(/uid|venue|match_id/);
      const file = await get(`/result/${id}?lang=en&export=download`, { method: 'HEAD' });
      expect(file.headers.get('content-disposition')).toBe('attachment; filename=result.jpg');
      expect(Number(file.headers.get('content-length'))).toBeGreaterThan(10_000);
    });

    test('that is hidden looks like none, and a deleted one is gone', async () => {
      const { venue } = of();
      const id = await venue.play({});
      const statuses = async (): Promise<number[]> =>
        Promise.all([pageOf(id), get(`/result/${id}`)].map(async (answer) => (await answer).status));
      await venue.setPublic(false);
      expect(await statuses()).toEqual([404, 404]);
      const hidden = await answerTo(`?result=${id}`);
      for (const none of ['A'.repeat(22), 'x', '"><script>', 'x'.repeat(3000)]) {
        const query = encodeURIComponent(none);
        expect((await pageOf(none)).status).toBe(404);
        expect((await get(`/result/${query}`)).status).toBe(404);
        expect(await answerTo(`?result=${query}`)).toEqual(none.length === 22 ? hidden : { ok: true });
      }
      await venue.setPublic(true);
      expect(await statuses()).toEqual([200, 200]);
      await venue.arrange('public.delete_result($1)', [id]);
      expect(await statuses()).toEqual([410, 410]);
      expect(await answerTo(`?result=${id}`)).toEqual({ ok: true, status: 'gone' });
    });

    test('has no other page than its own', async () => {
      for (const path of ['/', '/s/gd/', '/r', '//elsewhere.test/r/', '/../r/'])
        expect((await pageOf('A'.repeat(22), path)).status, path).toBe(404);
      expect((await get('/page?path=/r/')).status).toBe(404);
    });
  });

  describe('a table as text', () => {
    test('is given only while the venue has switched it on', async () => {
      const { venue } = of();
      const table = async (): Promise<unknown> =>
        (await answerTo(`?table=1&matchId=${venue.match}`))['table'];
      await venue.score({ p1: 'Salma Alaoui', p2: 'Mehdi', s1: 3, s2: 5 });
      expect(await table()).toBeNull();
      expect(await answerTo(`?latest=1&matchId=${venue.match}`)).not.toHaveProperty('showsLive');
      await venue.arrange('public.update_venue(shows_live => true, shortens_names => true)', []);
      const id = await venue.play({});
      expect(await table()).toMatchObject({ board: { p1: 'Salma A.', s1: 3 }, results: [{ id }] });
      expect(await answerTo(`?latest=1&matchId=${venue.match}`)).toMatchObject({ showsLive: true });
      await venue.setPublic(false);
      expect(await table()).toBeNull();
    });
  });
};
