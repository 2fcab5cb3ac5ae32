import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import netlify, { config } from '../../../netlify/edge-functions/shared-link.ts';

const STATIC = '<!doctype html><title>Snapshot</title>';
const PREVIEWED = '<!doctype html><title>Table 3</title>';
const LINK = 'https://site.test/fr/s/gd/AAAAAAAAAAAAAAAAAAAAAA?match=demo-b1';

afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (service: string | undefined, link = LINK, agent = 'Mozilla/5.0'): Promise<Response> => {
  vi.stubGlobal('Netlify', {
    env: { get: (name: string) => (name === 'SNAPSHOT_SERVICE' ? service : undefined) },
  });
  const page = new Response(STATIC, { headers: { etag: '"a"', 'referrer-policy': 'same-origin' } });
  return netlify(new Request(link, { headers: { 'user-agent': agent } }), { next: async () => page });
};

test('Netlify’s edge function gives the page that the service writes', async () => {
  const asked = vi.fn<(address: string) => Promise<Response>>(async () => new Response(PREVIEWED));
  vi.stubGlobal('fetch', asked);
  const answer = await open('https://service.test/snapshot');
  expect(await answer.text()).toBe(PREVIEWED);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
  });
  expect(asked.mock.calls[0]?.[0]).toBe(
    'https://service.test/snapshot/page?matchId=demo-b1&version=AAAAAAAAAAAAAAAAAAAAAA&path=%2Ffr%2Fs%2Fgd%2F',
  );
});

test('a link without a picture’s id also gets a preview, and no visitor waits for it', async () => {
  const asked = vi.fn<(address: string) => Promise<Response>>(async () => new Response(PREVIEWED));
  vi.stubGlobal('fetch', asked);
  const link = 'https://site.test/s/gd/?match=demo-b1&venue=demo&boards=b1';
  const pageFor = async (agent: string) => (await open('https://service.test/snapshot', link, agent)).text();
  expect(await pageFor('Mozilla/5.0 (Linux; Android 16) Chrome/150')).toBe(STATIC);
  expect(asked).not.toHaveBeenCalled();
  expect(await pageFor('WhatsApp/2.26.1 A')).toBe(PREVIEWED);
  expect(asked.mock.calls[0]?.[0]).toBe(
    'https://service.test/snapshot/page?matchId=demo-b1&path=%2Fs%2Fgd%2F',
  );
  expect(
    await (await open('https://service.test/snapshot', 'https://site.test/s/gd/', 'WhatsApp/2')).text(),
  ).toBe(STATIC);
});

test('and the static one while the service’s address isn’t configured', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  expect(await (await open(undefined)).text()).toBe(STATIC);
  expect(asked).not.toHaveBeenCalled();
});

test('both hosts run it on the same paths, and a host without it knows them too', () => {
  const wrangler = readFileSync('wrangler.jsonc', 'utf8');
  for (const path of config.path) {
    expect(wrangler).toContain(`"${path.replace(':lang', '*')}"`);
    const page = path.slice(0, -1);
    expect(readFileSync('public/_redirects', 'utf8')).toContain(`${page}:version ${page} 200\n`);
  }
});

const RESULT = 'https://site.test/ar/r/AAAAAAAAAAAAAAAAAAAAAA?rev=3';

test.each([200, 404, 410])(
  'a result’s link is answered with the service’s page and its status: %s',
  async (status) => {
    const asked = vi.fn<(address: string) => Promise<Response>>(
      async () => new Response(PREVIEWED, { status }),
    );
    vi.stubGlobal('fetch', asked);
    const answer = await open('https://service.test/snapshot', RESULT);
    expect({ status: answer.status, page: await answer.text() }).toEqual({ status, page: PREVIEWED });
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(asked.mock.calls[0]?.[0]).toBe(
      'https://service.test/snapshot/page?result=AAAAAAAAAAAAAAAAAAAAAA&path=%2Far%2Fr%2F',
    );
  },
);

test('and with the static page where the service refuses or isn’t there', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ ok: false }, { status: 404 }));
  const answer = await open('https://service.test/snapshot', RESULT);
  expect({ status: answer.status, page: await answer.text() }).toEqual({ status: 200, page: STATIC });
});
