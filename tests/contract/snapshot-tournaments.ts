import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { entries, fact } from '../common/tournament-facts.ts';
import { expectCard } from './snapshot-results.ts';
import type { PicturedVenue } from './snapshot-venue.ts';

/** Checks a service's answers about tournaments: their data, their cards, and their pages' previews and statuses. */
export const describeTournaments = (
  get: (path: string, init?: RequestInit) => Promise<Response>,
  of: () => { readonly address: string; readonly site: string; readonly venue: PicturedVenue },
): void => {
  const pageOf = (id: string, path = '/t/'): Promise<Response> =>
    get(`/page?${new URLSearchParams({ tournament: id, path }).toString()}`);
  const answerTo = async (id: string): Promise<string> => (await get(`?tournament=${id}`)).text();
  const bytesOf = async (path: string): Promise<Uint8Array> =>
    new Uint8Array(await (await get(path)).arrayBuffer());

  /** Opens a tournament of two, in a venue that shows names in full. Gives its id. */
  const open = async ({ arrange }: PicturedVenue): Promise<string> => {
    const tournament = randomUUID();
    await arrange('public.update_venue(full_names => true)', []);
    const facts = [fact('open', { title: 'Coupe <i>' }), ...entries(['Salma Alaoui', 'يوسف'])].map((one) => ({
      ...one,
      before: 0,
    }));
    await arrange('public.run_tournament($1)', [JSON.stringify({ id: randomUUID(), tournament, facts })]);
    return tournament;
  };

  describe('a tournament', () => {
    test.each([
      ['en', '/t/', /^The draw, /],
      ['fr', '/fr/t/', /^Le tirage, /],
      ['ar', '/ar/t/', /^القرعة /],
    ])('previews as its card in %s', async (locale, path, description) => {
      const { address, site, venue } = of();
      const id = await open(venue);
      const page = await pageOf(id, path);
      const image = `${address}/tournament/${id}?rev=players&lang=${locale}`;
      const title = '\u2068Coupe &lt;i&gt;\u2069';
      await expectCard(get, page, { title, description, url: `${site}${path}${id}`, image, address });
    });

    test('has short names where its venue shows those, and loses erased ones', async () => {
      const { venue } = of();
      const id = await open(venue);
      const card = (): Promise<Uint8Array> => bytesOf(`/tournament/${id}?lang=en`);
      const text = async (): Promise<string> => (await pageOf(id)).text();
      const full = await card();
      expect(await text()).toContain('Salma Alaoui');
      await venue.arrange('public.update_venue(shortens_names => true)', []);
      const short = await card();
      expect(short).not.toEqual(full);
      expect(await text()).toContain('Salma A.');
      expect(`${await text()}${await answerTo(id)}`).not.toContain('Alaoui');
      await venue.arrange('public.erase_player($1)', ['Salma Alaoui']);
      expect(await card()).not.toEqual(short);
      expect(await text()).toContain('No. 1');
      expect(`${await text()}${await answerTo(id)}`).not.toContain('Salma');
    });

    test('that is hidden looks like none, and a deleted one is gone', async () => {
      const { venue } = of();
      const id = await open(venue);
      const statuses = async (): Promise<number[]> =>
        Promise.all([pageOf(id), get(`/tournament/${id}`)].map(async (answer) => (await answer).status));
      expect(await statuses()).toEqual([200, 200]);
      await venue.setPublic(false);
      expect(await statuses()).toEqual([404, 404]);
      const hidden = await answerTo(id);
      expect(await (await pageOf(id)).text()).not.toContain('Coupe');
      for (const none of [randomUUID(), 'x', '"><script>', 'x'.repeat(3000)]) {
        const query = encodeURIComponent(none);
        expect((await pageOf(none)).status).toBe(404);
        expect((await get(`/tournament/${query}`)).status).toBe(404);
        expect(await answerTo(query)).toBe(none.length === 36 ? hidden : '{"ok":true}');
      }
      await venue.setPublic(true);
      await venue.deleteTournament(id);
      expect(await statuses()).toEqual([410, 410]);
      expect(JSON.parse(await answerTo(id))).toEqual({ ok: true, status: 'gone' });
      expect((await get(`/result/${id}`)).status).toBe(404);
    });

    test('has no other page than its own', async () => {
      for (const path of ['/', '/r/', '/t', '//elsewhere.test/t/'])
        expect((await pageOf(randomUUID(), path)).status, path).toBe(404);
    });
  });
};
