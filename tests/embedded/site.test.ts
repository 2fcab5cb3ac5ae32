import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { UNNAMED_ORIGIN } from '../../src/config/app.ts';
import { createSite } from '../../supabase/embedded/http/site.ts';
import { type Answer, send, serve, type Served } from './serve.ts';
import { writeSmallSite } from './small-site.ts';

let dist: string;
let site: Served;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  send(site.origin, path, { method, headers });
const titleOf = ({ body }: Answer): string | undefined => /<title>(.*)<\/title>/.exec(body.toString())?.[1];

beforeAll(async () => {
  dist = writeSmallSite();
  site = await serve(createSite({ dist }));
});

afterAll(async () => {
  await site.close();
  rmSync(dist, { recursive: true });
});

describe('pages', () => {
  test.each([
    ['/', 200, 'index.html'],
    ['/?match=demo-b1', 200, 'index.html'],
    ['/fr/', 200, 'fr/index.html'],
    ['/ar/features/', 200, 'ar/features/index.html'],
    ['/exact', 200, 'exact.html'],
    ['/overlay/', 200, 'overlay/index.html'],
    ['/overlay/abc', 200, 'overlay/index.html'],
    ['/overlay/abc?theme=light', 200, 'overlay/index.html'],
    ['/overlay/%F0%9F%8E%B1', 200, 'overlay/index.html'],
    ['/overlay/abc/', 200, 'overlay/index.html'],
    ['/overlay/abc/?theme=light', 200, 'overlay/index.html'],
    ['/fr/overlay/abc', 200, 'fr/overlay/index.html'],
    ['/fr/overlay/abc/', 200, 'fr/overlay/index.html'],
    ['/ar/overlay/abc/', 200, 'ar/overlay/index.html'],
    ['/overlay/abc/def', 404, '404.html'],
    ['/overlay/abc/def/', 404, '404.html'],
    ['/nope', 404, '404.html'],
    ['/nope/', 404, '404.html'],
    ['/fr/nope', 404, 'fr/404.html'],
    ['/fr/a/b/c', 404, 'fr/404.html'],
    ['/features/nope', 404, '404.html'],
    ['/_headers', 404, '404.html'],
    ['/_redirects', 404, '404.html'],
    [`/${'x'.repeat(5000)}`, 404, '404.html'],
  ])('%s', async (path, status, file) => {
    const answer = await get(path);
    expect({ status: answer.status, file: titleOf(answer) }).toEqual({ status, file });
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test.each([
    ['/features', '/features/'],
    ['/features?a=1&b=%D8%B9', '/features/?a=1&b=%D8%B9'],
    ['/features/index.html', '/features/'],
    ['/features/index', '/features/'],
    ['/index.html', '/'],
    ['/exact.html', '/exact'],
    ['/exact/', '/exact'],
    ['/s/gd?match=demo-b1', '/s/gd/?match=demo-b1'],
    // Never another host's address.
    ['//features', '/features/'],
    ['///evil.test/..//features', undefined],
  ])('%s leads to %s', async (path, location) => {
    const { status, headers } = await get(path);
    if (location) expect({ status, location: headers.location }).toEqual({ status: 307, location });
    else expect(headers.location).toBeUndefined();
  });

  test.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/..%5c..%5cpackage.json',
    '/fr/..%2f..%2f..%2fetc/passwd',
    '/%00',
    '/a%0d%0ab',
    '/%',
    '/%zz',
    '/%c3%28',
    '*',
  ])('%s is refused', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.toString()).toBe('Bad request\n');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s is not for pages', async (method) => {
    const { status, headers } = await get('/', {}, method);
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  test('a path of thousands of folders gets the 404 page of its beginning', async () => {
    const { status, body } = await send(site.origin, `/fr${'/a'.repeat(7000)}`);
    expect([status, body.toString()]).toEqual([404, expect.stringContaining('fr/404.html')]);
  });

  test('HEAD has GET’s headers and no body', async () => {
    const [head, full] = [await get('/', {}, 'HEAD'), await get('/')];
    expect(head.body).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...full.headers, date: '' });
  });

  test('a site without a page for strangers says so in words', async () => {
    const folder = join(dist, 'fr');
    const bare = await serve(createSite({ dist: join(folder, 'features') }));
    const { status, body } = await send(bare.origin, '/nope');
    await bare.close();
    expect({ status, body: body.toString() }).toEqual({ status: 404, body: 'Not found\n' });
  });
});

test('a site that was built without an address names the server’s in its pages, packed or not, and not in its scripts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-unnamed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const built = `${UNNAMED_ORIGIN}/fr/`;
  for (const name of ['index.html', 'robots.txt', 'sitemap.xml', 'island.js'])
    writeFileSync(join(folder, name), built);
  const etags: unknown[] = [];
  for (const origin of ['http://localhost:5000', 'https://score.example']) {
    const named = await serve(createSite({ dist: folder, origin }));
    for (const path of ['/', '/robots.txt', '/sitemap.xml'])
      expect((await send(named.origin, path)).body.toString()).toBe(`${origin}/fr/`);
    const packed = await send(named.origin, '/', { headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(packed.body).toString()).toBe(`${origin}/fr/`);
    expect((await send(named.origin, '/island.js')).body.toString()).toBe(built);
    etags.push(packed.headers.etag);
    await named.close();
  }
  expect(new Set(etags).size).toBe(2);
});

describe('bytes', () => {
  test('text is compressed as the browser likes it, and unpacks to the same page', async () => {
    const plain = await get('/');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    const zipped = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(zipped.body)).toEqual(plain.body);
    expect(brotli.body.length).toBeLessThan(plain.body.length / 5);
    expect(brotli.headers['vary']).toBe('Accept-Encoding');
    expect(await get('/', { 'accept-encoding': 'br' })).toMatchObject({ body: brotli.body });
  });

  test('pictures are served as they are', async () => {
    const { headers, body } = await get('/images/1.jpg', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['content-type']).toBe('image/jpeg');
    expect([...body]).toEqual([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]);
  });

  test('files that the browser already has aren’t sent again', async () => {
    const etag = String((await get('/')).headers['etag']);
    for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const { status, body, headers } = await get('/', { 'if-none-match': known });
      expect({ known, status, size: body.length, etag: headers['etag'] }).toEqual({
        known,
        status: 304,
        size: 0,
        etag,
      });
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/nope', { 'if-none-match': '*' })).status).toBe(404);
  });

  test('a changed file is served at once', async () => {
    const path = join(dist, 'changing.html');
    writeFileSync(path, '<title>old</title>');
    const old = await get('/changing');
    writeFileSync(path, '<title>newer</title>');
    const changed = await get('/changing', { 'if-none-match': String(old.headers['etag']) });
    expect([titleOf(old), titleOf(changed)]).toEqual(['old', 'newer']);
  });
});

describe('the host’s rules', () => {
  test('every page has the site’s headers, scripts with a hash in their name last for ever', async () => {
    for (const path of ['/', '/nope', '/features', '/overlay/abc']) {
      const { headers } = await get(path);
      expect(headers['x-content-type-options'], path).toBe('nosniff');
      expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
      expect(headers['content-security-policy'], path).toBe("frame-ancestors 'none'");
    }
    expect((await get('/')).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const { headers } = await get('/_astro/island.Ab12.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test.each([
    ['/_astro/gone.Ab12.js', 404],
    ['/_astro/', 404],
    ['/preview/gone.jpg', 404],
    ['/images/gone.jpg', 404],
    ['/_astro/%zz', 400],
    ['/_astro/page', 307],
  ])('%s is a %i, and asked for again', async (path, expected) => {
    const { status, headers } = await get(path);
    expect({ status, cache: headers['cache-control'] }).toEqual({
      status: expected,
      cache: 'public, max-age=0, must-revalidate',
    });
  });

  test('a hashed file keeps its year when the browser already has it', async () => {
    const { headers } = await get('/_astro/island.Ab12.js');
    const known = await get('/_astro/island.Ab12.js', { 'if-none-match': String(headers['etag']) });
    expect({ status: known.status, cache: known.headers['cache-control'] }).toEqual({
      status: 304,
      cache: 'public, max-age=31536000, immutable',
    });
  });

  test('no answer’s type is guessed, whatever it is', async () => {
    for (const path of ['/', '/nope', '/features', '/%zz', '*', '/_astro/island.Ab12.js'])
      expect((await get(path)).headers['x-content-type-options'], path).toBe('nosniff');
    expect((await get('/', {}, 'POST')).headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    [{}, undefined, 'same-origin'],
    [{ host: 'localhost:4321' }, undefined, 'same-origin'],
    [{ host: '[::1]:4321' }, undefined, 'same-origin'],
    // A phone on the venue's network: its browser would only complain.
    [{ host: '192.168.1.20:4321' }, undefined, undefined],
    [{ host: 'localhost.evil.test' }, undefined, undefined],
    [{ host: 'club.example', 'x-forwarded-proto': 'https' }, 'max-age=31536000', 'same-origin'],
    [{ host: 'club.example', 'x-forwarded-proto': 'https, http' }, 'max-age=31536000', 'same-origin'],
    [{ host: 'club.example', 'x-forwarded-proto': 'http' }, undefined, undefined],
  ])('asked with %j: transport %s, opener %s', async (asked, transport, opener) => {
    for (const path of ['/', '/nope', '/features']) {
      const { headers } = await get(path, asked);
      expect(headers['strict-transport-security'], path).toBe(transport);
      expect(headers['cross-origin-opener-policy'], path).toBe(opener);
    }
  });

  test('a failure is answered without details, and printed on one line', async () => {
    const folder = join(dist, 'failing');
    mkdirSync(folder);
    // No header takes this value.
    writeFileSync(join(folder, '_headers'), '/*\n  X-Club: نادي\n');
    const failing = await serve(createSite({ dist: folder }));
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const answer = await send(failing.origin, '/a"b');
    await failing.close();
    const lines = printed.mock.calls;
    printed.mockRestore();
    expect({ status: answer.status, body: answer.body.toString() }).toEqual({
      status: 500,
      body: 'Internal server error\n',
    });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(lines).toEqual([
      [expect.stringMatching(/^The site could not answer "\/a\\"b": TypeError "[^\n]*" at [^\n]+$/)],
    ]);
  });

  test('_headers: rules that match are merged, placeholders filled, headers taken away', async () => {
    const folder = join(dist, 'ruled');
    mkdirSync(join(folder, 'club/deep'), { recursive: true });
    writeFileSync(join(folder, 'club/deep/index.html'), '<title>deep</title>');
    writeFileSync(join(folder, 'index.html'), '<title>home</title>');
    writeFileSync(
      join(folder, '_headers'),
      [
        '# a comment',
        '/*',
        '  X-Robots-Tag: noindex',
        '  X-Frame-Options: DENY',
        '  X-Path: :splat',
        '',
        '/:venue/deep/',
        '  x-robots-tag: nofollow',
        '  X-Venue: :venue at 20:30',
        '  ! X-Frame-Options',
        '  ! Cache-Control',
      ].join('\r\n'),
    );
    const ruled = await serve(createSite({ dist: folder }));
    const [home, deep] = [await send(ruled.origin, '/'), await send(ruled.origin, '/club/deep/')];
    await ruled.close();
    expect(home.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'x-frame-options': 'DENY' });
    expect(deep.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'x-venue': 'club at 20:30',
      'x-path': 'club/deep/',
    });
    expect(deep.headers['x-frame-options']).toBeUndefined();
    expect(deep.headers['cache-control']).toBeUndefined();
  });

  test('_redirects: the first rule that matches, with placeholders, splats and the query', async () => {
    const folder = join(dist, 'redirected');
    mkdirSync(folder);
    writeFileSync(join(folder, 'index.html'), '<title>home</title>');
    writeFileSync(
      join(folder, '_redirects'),
      [
        '# old addresses',
        '/old/first /one 301',
        '/old/:name /two/:name',
        '/all/* /new/:splat 308 # kept',
        '/all/never /three 301',
        '/away/* https://other.test/:splat 302',
        '/own /target?fixed=1 301',
        '/here/* / 200',
        'broken',
      ].join('\n'),
    );
    const redirected = await serve(createSite({ dist: folder }));
    const look = async (path: string) => {
      const { status, headers } = await send(redirected.origin, path);
      return [status, headers.location];
    };
    expect(await look('/old/first')).toEqual([301, '/one']);
    expect(await look('/old/b?c=1')).toEqual([302, '/two/b?c=1']);
    expect(await look('/all/never')).toEqual([308, '/new/never']);
    expect(await look('/all//evil.test')).toEqual([308, '/new/evil.test']);
    expect(await look('/away/x?y=1')).toEqual([302, 'https://other.test/x?y=1']);
    expect(await look('/own?y=1')).toEqual([301, '/target?fixed=1']);
    expect(await look('/here/a/b')).toEqual([200, undefined]);
    expect(await look('/broken')).toEqual([404, undefined]);
    await redirected.close();
  });
});
