import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { send, serve, type Served } from '../embedded/serve.ts';
import { serveByCloudflare } from './serve-by-cloudflare.ts';
import { writeSmallSite } from '../embedded/small-site.ts';

const ADDRESSES = [
  '/',
  '/fr/',
  '/features/',
  '/ar/features/',
  '/features',
  '/features?a=1&b=%D8%B9',
  '/fr',
  '/features/index.html',
  '/index.html',
  '/overlay/',
  '/overlay/abc',
  '/overlay/abc/',
  '/overlay/abc?theme=light',
  '/overlay/abc/?theme=light',
  '/fr/overlay/abc',
  '/fr/overlay/abc/',
  '/ar/overlay/abc/',
  '/overlay/abc/def',
  '/overlay/abc/def/',
  '/s/gd',
  '/s/gd/?match=demo-b1',
  '/s/gd/abc?match=demo-b1',
  '/s/gd/abc/?match=demo-b1',
  '/fr/s/gd/abc?match=demo-b1',
  '/ar/s/gd/abc/?match=demo-b1',
  '/s/gd/abc/def?match=demo-b1',
  '/r',
  '/r/',
  '/r/AAAAAAAAAAAAAAAAAAAAAA?rev=2',
  '/fr/r/abc/',
  '/ar/r/abc',
  '/r/abc/def',
  '/t/',
  '/t/00000000-0000-4000-8000-000000000001',
  '/ar/t/abc/',
  '/nope',
  '/nope/',
  '/fr/nope',
  '/ar/a/b',
  '/_headers',
  '/_redirects',
  '/images/1.jpg',
];

/** Headers that both must agree on. */
const HEADERS = [
  'allow',
  'cache-control',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'location',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
];

const sites: readonly (readonly [name: string, addresses: readonly string[], dist: () => string])[] = [
  [
    'a small site',
    [...ADDRESSES, '/_astro/island.Ab12.js', '/exact', '/exact.html', '/exact/'],
    writeSmallSite,
  ],
  ['the built site', [...ADDRESSES, '/service-worker.js'], () => DIST],
];

describe.each(sites)('%s is the same at Cloudflare and here', (name, addresses, find) => {
  const dist = find();
  let cloudflare: Served;
  let embedded: Served;

  beforeAll(async () => {
    embedded = await serve(createSite({ dist }));
    cloudflare = await serveByCloudflare(dist);
  });

  afterAll(async () => {
    await Promise.all([cloudflare.close(), embedded.close()]);
    if (name === 'a small site') rmSync(dist, { recursive: true });
  });

  const look = async (site: Served, path: string, method: string) => {
    const { status, headers, body } = await send(site.origin, path, { method });
    const common = Object.fromEntries(HEADERS.map((header) => [header, headers[header]]));
    return { status, headers: common, body };
  };

  test.each(addresses)('GET %s', async (path) => {
    const [theirs, ours] = [await look(cloudflare, path, 'GET'), await look(embedded, path, 'GET')];
    expect({ ...ours, body: undefined }).toEqual({ ...theirs, body: undefined });
    expect(ours.body.equals(theirs.body)).toBe(true);
  });

  // Cloudflare applies `_headers` by path, whatever the answer is.
  test('a missing file below /_astro/ differs only in its cache time', async () => {
    const path = '/_astro/gone.Ab12.js';
    const [theirs, ours] = [await look(cloudflare, path, 'GET'), await look(embedded, path, 'GET')];
    expect(ours.status).toBe(404);
    expect(ours.headers['cache-control']).not.toContain('immutable');
    const kept = { 'cache-control': undefined };
    expect({ ...ours, headers: { ...ours.headers, ...kept } }).toEqual({
      ...theirs,
      headers: { ...theirs.headers, ...kept },
    });
  });

  test('a page that exists takes no POST', async () => {
    expect((await look(embedded, '/', 'POST')).status).toBe((await look(cloudflare, '/', 'POST')).status);
  });
});
