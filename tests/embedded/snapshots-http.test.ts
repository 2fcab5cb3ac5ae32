import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { SERVICE_PATH } from '../../supabase/embedded/snapshots/index.ts';
import { grainy, lookAt, photograph } from '../contract/snapshot-pictures.ts';
import { openPicturedVenue, type PicturedVenue } from '../contract/snapshot-venue.ts';
import { sharedInstallation, temporaryFolder } from './folders.ts';
import { send } from './serve.ts';
import { writeSmallSite } from './small-site.ts';

/** The snapshot service over this server's connections: slow senders, many of them, and crawlers of shared links. */

const LIMIT = 10 * 1024 * 1024;

let folder: string;
let dist: string;
let server: EmbeddedServer;
let origin: string;
let venue: PicturedVenue;

beforeAll(async () => {
  [folder, dist] = [sharedInstallation(), writeSmallSite()];
  server = await startServer({ folder, port: 0, dist, origins: ['https://score.example'] });
  // The address by which senders have addresses of their own.
  origin = server.origin.replace('localhost', '127.0.0.1');
  venue = await openPicturedVenue(server.pg);
});

afterAll(async () => {
  await server.close();
  for (const path of [folder, dist]) rmSync(path, { recursive: true });
});

const upload = async (body: Uint8Array, match = venue.match): Promise<{ status: number; id: string }> => {
  const answer = await fetch(`${origin}${SERVICE_PATH}?matchId=${match}`, {
    method: 'POST',
    headers: { 'x-upload-key': venue.key },
    body: new Uint8Array(body),
  });
  const { id = '' } = (await answer.json()) as { id?: string };
  return { status: answer.status, id };
};

const latestId = async (match = venue.match): Promise<string | undefined> => {
  const answer = await fetch(`${origin}${SERVICE_PATH}?latest=1&matchId=${match}`);
  return ((await answer.json()) as { id?: string }).id;
};

interface Sender {
  readonly received: () => string;
  readonly write: (bytes: Uint8Array) => void;
  readonly close: () => void;
}

/** Begins an upload of `size` bytes, and waits with the picture. */
const begin = (key: string, size = 99): Sender => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {});
  socket.write(
    `POST ${SERVICE_PATH}?matchId=${venue.match} HTTP/1.1\r\nHost: localhost\r\nx-upload-key: ${key}\r\n` +
      `Content-Length: ${size}\r\nExpect: 100-continue\r\n\r\n`,
  );
  return {
    received: () => received,
    write: (bytes) => void socket.write(bytes),
    close: () => void socket.destroy(),
  };
};

test('curl sends a picture as it is, as a form and by PUT, with the time of `date +%z`', async () => {
  const file = join(temporaryFolder(), 'board.jpg');
  const run = promisify(execFile);
  for (const [number, how] of [
    ['--data-binary', `@${file}`],
    ['-F', `picture=@${file}`],
    ['-T', file],
  ].entries()) {
    await writeFile(
      file,
      await grainy(1280, 960, number + 1)
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    const { stdout } = await run('curl', [
      '-sS',
      '-w',
      ' %{http_code}',
      '-H',
      `x-upload-key: ${venue.key}`,
      '-H',
      `x-captured-at: ${new Date().toISOString().slice(0, 19)}+0000`,
      ...how,
      `${origin}${SERVICE_PATH}?matchId=${venue.second}`,
    ]);
    expect(stdout).toMatch(/"ok":true.* 201$/);
  }
});

describe('an upload', () => {
  test('has its key looked at before a byte of the picture is there', async () => {
    const { received, close } = begin('wrong');
    await expect.poll(received).toContain('401 Unauthorized');
    close();
  });

  test('counts from when it began: a slow one doesn’t replace one that began after it', async () => {
    const picture = await photograph(1);
    const slow = begin(venue.key, picture.length);
    // The server asks for the body: the upload has begun.
    await expect.poll(slow.received).toContain('100 Continue');
    const { id: newer } = await upload(await photograph(2));
    slow.write(picture);
    await expect.poll(slow.received).toContain('201 Created');
    slow.close();
    expect(await latestId()).toBe(newer);
  });

  test('whose sender disappears leaves nothing behind, and the server runs on', async () => {
    const before = readdirSync(join(folder, 'snapshots')).length;
    const gone = begin(venue.key);
    await expect.poll(gone.received).toContain('100 Continue');
    gone.write(await photograph(3));
    gone.close();
    expect((await upload(await photograph(4))).status).toBe(201);
    expect(readdirSync(join(folder, 'snapshots'))).toHaveLength(before + 1);
  });

  test('may have 10 MB, with the short film that phones append', async () => {
    const largest = Buffer.concat([await photograph(5), Buffer.alloc(LIMIT)]).subarray(0, LIMIT);
    expect((await upload(largest)).status).toBe(201);
  });

  test('waits until the ones before it are decoded', async () => {
    let decoding = 0;
    const count = (waiting: number): void => {
      decoding = Math.max(decoding, waiting, sharp.counters().process);
    };
    const pictures = await Promise.all(Array.from({ length: 10 }, (_, number) => photograph(10 + number)));
    sharp.queue.on('change', count);
    const answers = await Promise.all(pictures.map((picture) => upload(picture, venue.second)));
    sharp.queue.off('change', count);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(decoding).toBe(1);
    expect(answers.map(({ id }) => id)).toContain(await latestId(venue.second));
  });

  test('with wrong keys from one address waits; the right key and other addresses don’t', async () => {
    const guess = (localAddress: string) =>
      send(origin, `${SERVICE_PATH}?matchId=${venue.match}`, {
        method: 'POST',
        headers: { 'x-upload-key': 'wrong' },
        localAddress,
      });
    for (let count = 0; count < 10; count += 1) expect((await guess('127.0.0.3')).status).toBe(401);
    const { status, headers } = await guess('127.0.0.3');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('127.0.0.4')).status).toBe(401);
    const right = await send(origin, `${SERVICE_PATH}?matchId=${venue.match}`, {
      method: 'POST',
      headers: { 'x-upload-key': venue.key },
      localAddress: '127.0.0.3',
    });
    // The request is read; only the picture is missing.
    expect(right.status).toBe(415);
  });
});

describe('a shared link', () => {
  const tag = (html: string, name: string): string | undefined =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];

  test.each([
    ['/s/gd/', 'en'],
    ['/fr/s/gd/', 'fr'],
    ['/ar/s/gd/', 'ar'],
  ])(
    '%s previews as its picture to a crawler without script, at whatever address it came to',
    async (path, lang) => {
      await venue.rename('Table <7> "A"');
      const { id } = await upload(await photograph(30));
      for (const [host, headers] of [
        [new URL(origin).host, {}],
        ['score.example', { 'x-forwarded-proto': 'https' }],
      ] as const) {
        const at = host === 'score.example' ? 'https://score.example' : origin;
        const link = `${path}${id}?match=${venue.match}`;
        const { status, headers: given, body } = await send(origin, link, { headers: { host, ...headers } });
        expect(status).toBe(200);
        expect(given['content-type']).toBe('text/html; charset=utf-8');
        // As every page of the site.
        expect(given['content-security-policy']).toBe("frame-ancestors 'none'");
        expect(given['cache-control']).toBe('public, max-age=0, must-revalidate');
        const html = body.toString();
        expect(html).toContain('<p>snooker</p>');
        expect(tag(html, 'og:title')).toBe('Table &lt;7&gt; &quot;A&quot;');
        expect(tag(html, 'og:url')).toBe(at + link);
        const image = tag(html, 'og:image') ?? '';
        expect(image).toBe(`${at}${SERVICE_PATH}/preview/${id}?lang=${lang}`);
        const preview = await fetch(image.replace(at, origin));
        const bytes = new Uint8Array(await preview.arrayBuffer());
        expect(preview.headers.get('content-type')).toBe('image/jpeg');
        expect(bytes.length).toBeLessThan(300_000);
        expect(await lookAt(bytes)).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
      }
    },
  );

  test('that names no picture, as a sign has it, previews as the latest', async () => {
    const id = (await latestId()) ?? '';
    const headers = { 'user-agent': 'WhatsApp/2.26.1 A' };
    const { body } = await send(origin, `/s/gd/?match=${venue.match}&venue=demo`, { headers });
    expect(tag(body.toString(), 'og:image')).toContain(`/preview/${id}?`);
  });

  test('goes over the line as small as other pages', async () => {
    const id = (await latestId()) ?? '';
    const answer = await fetch(`${origin}/s/gd/${id}?match=${venue.match}`, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(await answer.text()).toContain(id);
  });

  test('of a table without pictures is the page as it is', async () => {
    const { body } = await send(origin, `/s/gd/${'x'.repeat(22)}?match=${venue.foreign}`);
    expect(body.toString()).toContain('<title>s/gd/index.html</title>');
    expect(body.toString()).toContain('https://x.test/own.jpg');
  });
});
