import { rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { send, serve, type Served } from '../embedded/serve.ts';
import { writeSmallSite } from '../embedded/small-site.ts';
import { serveByCloudflare } from './serve-by-cloudflare.ts';

/** The worker in front of the static site, in Cloudflare's own runtime. */

const PREVIEWED = '<!doctype html><title>Table 3</title>';
const LINK = '/s/gd/AAAAAAAAAAAAAAAAAAAAAA?match=demo-b1';

let dist: string;
let service: Served;
let site: Served;
let asked: string[];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  dist = writeSmallSite();
  service = await serve(async (request: IncomingMessage, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  site = await serveByCloudflare(dist, { service: `${service.origin}/snapshot/` });
});

afterAll(async () => {
  await Promise.all([site.close(), service.close()]);
  rmSync(dist, { recursive: true });
});

beforeEach(() => {
  asked = [];
  // As *.supabase.co sends what a function calls HTML.
  answer = (response) => response.setHeader('content-type', 'text/plain').end(PREVIEWED);
});

const open = async (path: string, method = 'GET') => {
  const { status, headers, body } = await send(site.origin, path, { method });
  return { status, headers, body: body.toString() };
};

test.each([
  ['/s/gd/AAAAAAAAAAAAAAAAAAAAAA', '/s/gd/'],
  ['/s/gd/AAAAAAAAAAAAAAAAAAAAAA/', '/s/gd/'],
  ['/fr/s/gd/AAAAAAAAAAAAAAAAAAAAAA', '/fr/s/gd/'],
  ['/ar/s/gd/AAAAAAAAAAAAAAAAAAAAAA', '/ar/s/gd/'],
])('%s has its table’s preview, with the static page’s headers', async (link, path) => {
  const { status, headers, body } = await open(`${link}?match=demo-b1&utm_source=x`);
  expect({ status, body }).toEqual({ status: 200, body: PREVIEWED });
  expect(asked).toEqual([
    `/snapshot/page?${new URLSearchParams({ matchId: 'demo-b1', version: 'AAAAAAAAAAAAAAAAAAAAAA', path }).toString()}`,
  ]);
  const page = await open(path);
  const kept = (of: typeof headers) =>
    Object.fromEntries(
      Object.entries(of).filter(([name]) => !/^(content-length|date|etag|transfer-)/.test(name)),
    );
  expect(kept(headers)).toEqual(kept(page.headers));
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers).not.toHaveProperty('etag');
});

describe.each(['/r/', '/fr/r/', '/ar/r/'])('a result’s link below %s', (path) => {
  test.each([200, 404, 410])('is answered with the service’s page and its status: %s', async (code) => {
    answer = (response) => {
      response.setHeader('content-type', 'text/plain');
      response.writeHead(code).end(PREVIEWED);
    };
    const { status, headers, body } = await open(`${path}AAAAAAAAAAAAAAAAAAAAAA?rev=3`);
    expect({ status, body }).toEqual({ status: code, body: PREVIEWED });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await open(`${path}AAAAAAAAAAAAAAAAAAAAAA/`, 'HEAD')).status).toBe(code);
    const query = new URLSearchParams({ result: 'AAAAAAAAAAAAAAAAAAAAAA', path }).toString();
    expect(asked).toEqual([`/snapshot/page?${query}`, `/snapshot/page?${query}`]);
  });

  test('is answered with the static page when the service fails', async () => {
    answer = (response) => response.writeHead(404).end('{"ok":false}');
    const { status, body } = await open(`${path}nothing`);
    expect({ status, body }).toEqual({ status: 200, body: (await open(path)).body });
  });
});

test.each([
  '/s/gd/?match=demo-b1',
  '/s/gd/AAAA',
  '/s/gd/a.b?match=x',
  '/s/gd/a/b?match=x',
  '/overlay/abc?match=x',
])('%s asks nobody', async (path) => {
  await open(path);
  expect(asked).toEqual([]);
});

test.each<[what: string, answer: (response: ServerResponse) => void]>([
  ['fails', (response) => response.writeHead(500).end(PREVIEWED)],
  ['hangs up', (response) => response.destroy()],
  ['answers something else', (response) => response.end('{"ok":false}')],
  ['sends it elsewhere', (response) => response.writeHead(302, { location: '/' }).end()],
  ['never answers', () => {}],
  ['never finishes', (response) => response.write(PREVIEWED)],
])('the static page when the service %s', async (_, answers) => {
  answer = answers;
  const { status, body } = await open(LINK);
  expect({ status, body }).toEqual({ status: 200, body: (await open('/s/gd/')).body });
  expect(asked).toHaveLength(1);
});

test('other methods make no request', async () => {
  expect((await open(LINK, 'HEAD')).status).toBe(200);
  expect((await open(LINK, 'POST')).status).toBe(405);
  expect(asked).toEqual([]);
});
