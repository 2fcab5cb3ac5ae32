import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from '../../supabase/embedded/build.ts';
import { DIST } from '../../supabase/embedded/paths.ts';
import { createSite } from '../../supabase/embedded/site.ts';
import { send, serve, type Served } from './serve.ts';
import { writeSmallSite } from './small-site.ts';

/** Serves a folder with Cloudflare's own runtime on this machine: no account, no network, nothing left behind. */
const serveByCloudflare = async (dist: string): Promise<Served> => {
  const state = mkdtempSync(join(tmpdir(), 'cueboard-cloudflare-'));
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/wrangler/bin/wrangler.js', 'dev', '--local', '--config', 'wrangler.jsonc'],
      ...[
        '--assets',
        dist,
        '--ip',
        '127.0.0.1',
        '--port',
        '0',
        '--inspector-port',
        '0',
        '--persist-to',
        state,
      ],
      '--show-interactive-dev-session=false',
    ],
    {
      // A process group of its own: stopping it stops the runtime that it starts as well.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CI: '1',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_LOG_PATH: state,
        WRANGLER_SEND_METRICS: 'false',
      },
    },
  );
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  const killNow = (): void => kill('SIGKILL');
  process.once('exit', killNow);
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const close = async (): Promise<void> => {
    // It stops its runtime itself; the group is for what it leaves behind.
    child.kill('SIGTERM');
    const late = setTimeout(killNow, 5000);
    await exited;
    clearTimeout(late);
    killNow();
    process.removeListener('exit', killNow);
    rmSync(state, { recursive: true, force: true });
  };

  let output = '';
  const ready = new Promise<string>((found, failed) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const origin = /Ready on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (origin) found(origin);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(() => failed(new Error(`wrangler ended before it was ready:\n${output}`)));
  });
  try {
    return { origin: await ready, close };
  } catch (error) {
    await close();
    throw error;
  }
};

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
  '/overlay/abc?theme=light',
  '/fr/overlay/abc',
  '/overlay/abc/def',
  '/s/gd',
  '/s/gd/?match=demo-b1',
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
  'content-type',
  'cross-origin-opener-policy',
  'location',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
];

const sites: readonly (readonly [name: string, addresses: readonly string[], dist: () => string])[] = [
  [
    'a small site',
    [...ADDRESSES, '/_astro/island.Ab12.js', '/exact', '/exact.html', '/exact/'],
    writeSmallSite,
  ],
  [
    'the built site',
    ADDRESSES,
    () => {
      buildIfStale();
      return DIST;
    },
  ],
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
  test('what is gone below /_astro/ differs only in how long it is kept', async () => {
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
