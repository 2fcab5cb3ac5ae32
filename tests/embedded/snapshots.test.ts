import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSnapshots, SnapshotError, type Snapshots } from '../../supabase/embedded/snapshots.ts';
import { send, serve, type Served } from './serve.ts';

const KEY = 'the-upload-key';
const PATH = '/functions/v1/snapshot';
const LIMIT = 8 * 1024 * 1024;

const jpeg = (...content: number[]): Buffer => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...content]);
const png = Buffer.from('\x89PNG\r\n\x1a\n1234', 'latin1');
const webp = Buffer.from('RIFF\x04\0\0\0WEBPVP8 ', 'latin1');

interface Reply {
  ok: boolean;
  id?: string;
  error?: string;
  dataUrl?: string;
}

let folder: string;
let snapshots: Snapshots;
let served: Served;

const start = async (): Promise<void> => {
  const current = createSnapshots({ folder, uploadKey: KEY });
  snapshots = current;
  served = await serve((request, response) =>
    current.handle(request, response, new URL(request.url ?? '/', 'http://localhost')),
  );
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cueboard-snapshots-'));
  await start();
});

afterEach(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

const call = (path: string, options: RequestInit = {}): Promise<Response> =>
  fetch(`${served.origin}${PATH}${path}`, options);
const read = async (path: string): Promise<Reply> => (await (await call(path)).json()) as Reply;
const upload = (
  matchId: string,
  body: Uint8Array | string,
  headers: Record<string, string> = { 'x-upload-key': KEY },
): Promise<Response> =>
  call(`?matchId=${encodeURIComponent(matchId)}`, { method: 'POST', headers, body: Buffer.from(body) });
const latestId = async (matchId: string): Promise<string | undefined> =>
  (await read(`?latest=1&matchId=${matchId}`)).id;
const pictureOf = async (id: string | undefined): Promise<Buffer> =>
  Buffer.from(await (await call(`/image/${id ?? ''}?export=view`)).arrayBuffer());

describe('asking', () => {
  test('before any upload: the catalogue’s sentence', async () => {
    const expected = { ok: false, error: 'No upload yet for this match.' };
    expect(await read('?latest=1&matchId=demo-b1')).toEqual(expected);
    expect(await read('?latestData=1&matchId=demo-b1')).toEqual(expected);
  });

  test('after an upload: its id, and the picture itself', async () => {
    const answer = await upload('demo-b1', jpeg(1, 2));
    expect(answer.status).toBe(201);
    const { ok, id } = (await answer.json()) as Reply;
    expect(ok).toBe(true);
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(await read('?latest=1&matchId=demo-b1')).toEqual({ ok: true, id });
    expect(await read('?latestData=1&matchId=demo-b1')).toEqual({
      ok: true,
      dataUrl: `data:image/jpeg;base64,${jpeg(1, 2).toString('base64')}`,
    });
    expect(await latestId('demo-b2')).toBeUndefined();
    expect(await latestId('DEMO-b1')).toBeUndefined();
  });

  test('replies are never cached, and open to any page', async () => {
    const { headers } = await call('?latest=1&matchId=demo-b1');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test.each([
    '?latest=1',
    '?latest=1&matchId=',
    '?latest=1&matchId=..%2Fetc',
    '?matchId=demo-b1',
    '?latest=1&matchId=a%00',
  ])('%s is refused in words', async (query) => {
    const answer = await call(query);
    expect(answer.status).toBe(422);
    expect((await answer.json()) as Reply).toEqual({
      ok: false,
      error: expect.stringMatching(/\w+\.$/) as string,
    });
  });
});

describe('pictures', () => {
  test.each([
    ['image/jpeg', jpeg(1)],
    ['image/png', png],
    ['image/webp', webp],
  ])('%s is served at three addresses and as a file', async (type, bytes) => {
    const { id } = await snapshots.store('demo-b1', bytes);
    for (const path of [`/image/${id}?export=view`, `/thumbnail/${id}?t=17`, `/d/${id}`]) {
      const answer = await call(path);
      expect(answer.headers.get('content-type'), path).toBe(type);
      expect(answer.headers.get('content-disposition'), path).toBeNull();
      expect(answer.headers.get('cache-control'), path).toContain('immutable');
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(Buffer.from(await answer.arrayBuffer()), path).toEqual(bytes);
    }
    const file = await call(`/image/${id}?export=download`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename=scoreboard.jpg');
    const head = await call(`/image/${id}`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
  });

  test.each([
    '/image/',
    '/image/unknown',
    '/image/..%2f..%2fpackage.json',
    '/other/x',
    '/image/a/b',
    '/thumbnail',
    '//x',
    '/constructor/x',
  ])('%s is nothing', async (path) => {
    const { status, body } = await send(served.origin, `${PATH}${path}`);
    expect({ status, body: JSON.parse(body.toString()) as unknown }).toEqual({
      status: 404,
      body: { ok: false, error: 'not found' },
    });
  });
});

describe('uploading', () => {
  test.each([{}, { 'x-upload-key': '' }, { 'x-upload-key': 'wrong' }, { 'x-upload-key': `${KEY} x` }])(
    'needs the key: %j',
    async (headers) => {
      const answer = await upload('demo-b1', jpeg(), headers);
      expect(answer.status).toBe(401);
      expect((await answer.json()) as Reply).toMatchObject({ ok: false });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('an endpoint without a key doesn’t start', () => {
    expect(() => createSnapshots({ folder, uploadKey: '' })).toThrow('upload key');
  });

  test.each(['', ' ', 'a b', '../x', 'a.b', 'é', 'x'.repeat(65)])(
    'the match %j is refused',
    async (matchId) => {
      const answer = await upload(matchId, jpeg());
      expect(answer.status).toBe(422);
      await expect(snapshots.store(matchId, jpeg())).rejects.toThrow(SnapshotError);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.each(['', 'hello', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', 'RIFF1234WAVE', '\x89PN'])(
    'content %j is no picture, whatever its type says',
    async (content) => {
      const answer = await upload('demo-b1', content, { 'x-upload-key': KEY, 'content-type': 'image/jpeg' });
      expect(answer.status).toBe(415);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('takes 8 MB and not a byte more, announced or not', async () => {
    const largest = Buffer.concat([jpeg(), Buffer.alloc(LIMIT - 4)]);
    expect((await upload('demo-b1', largest)).status).toBe(201);
    const larger = Buffer.concat([largest, Buffer.alloc(1)]);
    expect((await upload('demo-b1', larger)).status).toBe(413);
    const unannounced = {
      method: 'POST',
      headers: { 'x-upload-key': KEY },
      body: new Blob([larger]).stream(),
      duplex: 'half',
    };
    expect((await call('?matchId=demo-b1', unannounced)).status).toBe(413);
    await expect(snapshots.store('demo-b1', larger)).rejects.toMatchObject({ status: 413 });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  test('other methods are told which ones there are', async () => {
    for (const [path, allow] of [
      ['', 'GET, HEAD, POST, OPTIONS'],
      ['/image/x', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await call(path, { method: 'DELETE' });
      expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow });
      const options = await call(path, { method: 'OPTIONS' });
      expect({ status: options.status, allow: options.headers.get('access-control-allow-methods') }).toEqual({
        status: 204,
        allow,
      });
    }
    expect((await call('/image/x', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('many at once are all stored, and the latest is one of them', async () => {
    const pictures = Array.from({ length: 12 }, (_, index) => jpeg(index));
    const answers = await Promise.all(pictures.map((picture) => upload('demo-b1', picture)));
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Reply).id));
    expect(new Set(ids).size).toBe(12);
    for (const [index, id] of ids.entries()) expect(await pictureOf(id)).toEqual(pictures[index]);
    expect(ids).toContain(await latestId('demo-b1'));
  });

  test('a slow upload doesn’t replace one that began after it, now or after a restart', async () => {
    const { hostname, port } = new URL(served.origin);
    const slow = connect(Number(port), hostname);
    const received: string[] = [];
    slow.on('data', (chunk) => received.push(chunk.toString()));
    slow.write(
      `POST ${PATH}?matchId=demo-b1 HTTP/1.1\r\nHost: x\r\nx-upload-key: ${KEY}\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The server asks for the body: the upload has begun.
    await expect.poll(() => received.join('')).toContain('100 Continue');
    const newer = ((await (await upload('demo-b1', jpeg(2))).json()) as Reply).id;
    slow.write(jpeg(1));
    await expect.poll(() => received.join('')).toContain('201 Created');
    slow.destroy();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await latestId('demo-b1')).toBe(newer);
    await served.close();
    await start();
    expect(await latestId('demo-b1')).toBe(newer);
  });

  test('a sender that disappears leaves nothing behind, and the server runs on', async () => {
    const { hostname, port } = new URL(served.origin);
    const gone = connect(Number(port), hostname);
    gone.write(
      `POST ${PATH}?matchId=demo-b1 HTTP/1.1\r\nHost: x\r\nx-upload-key: ${KEY}\r\nContent-Length: 99\r\n\r\n`,
    );
    gone.write(jpeg(1));
    gone.destroy();
    expect((await upload('demo-b1', jpeg(2))).status).toBe(201);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('a restart', () => {
  test('keeps every picture and which one is the latest', async () => {
    const first = await snapshots.store('demo-b1', jpeg(1));
    const other = await snapshots.store('my-club_b-2', png);
    const second = await snapshots.store('demo-b1', jpeg(2));
    writeFileSync(join(folder, 'half.part'), jpeg(3));
    writeFileSync(join(folder, 'notes.txt'), 'not ours');
    await served.close();
    await start();
    expect(await latestId('demo-b1')).toBe(second.id);
    expect(await latestId('my-club_b-2')).toBe(other.id);
    expect(await pictureOf(first.id)).toEqual(jpeg(1));
    expect(readdirSync(folder)).not.toContain('half.part');
    const third = await snapshots.store('demo-b1', jpeg(4));
    expect(await latestId('demo-b1')).toBe(third.id);
  });

  test('after kill -9 in the middle of uploads, every answered one is there', async () => {
    const script = `
      import { createSnapshots } from ${JSON.stringify(import.meta.resolve('../../supabase/embedded/snapshots.ts'))};
      const snapshots = createSnapshots({ folder: process.argv[1], uploadKey: 'k' });
      for (let round = 0; ; round += 1) {
        const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(300_000, round)]);
        await Promise.all(['demo-b1', 'demo-b2'].map(async (match) => {
          const { id } = await snapshots.store(match, bytes);
          process.stdout.write(match + ' ' + id + '\\n');
        }));
      }`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, folder]);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    try {
      await expect
        .poll(() => output.split('\n').length, { timeout: 20_000, message: errors })
        .toBeGreaterThan(10);
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
    const answered = output
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' '));
    await served.close();
    await start();
    for (const [, id] of answered) {
      const picture = await pictureOf(id);
      expect(picture).toHaveLength(300_003);
    }
    for (const match of ['demo-b1', 'demo-b2']) {
      const lastAnswered = answered.findLast(([name]) => name === match)?.[1] ?? '';
      const latest = await latestId(match);
      const names = readdirSync(folder)
        .filter((name) => name.includes(`.${match}.`))
        .sort();
      // The latest is the last answered one, or one that was stored just before the kill could be answered.
      expect(names.findIndex((name) => name.includes(latest ?? '?'))).toBe(names.length - 1);
      expect(names.findIndex((name) => name.includes(lastAnswered))).toBeGreaterThanOrEqual(names.length - 2);
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

test('the file names say whose they are, and ids can’t be guessed from one another', async () => {
  const ids = new Set<string>();
  for (let index = 0; index < 5; index += 1) ids.add((await snapshots.store('demo-b1', jpeg(index))).id);
  expect(ids.size).toBe(5);
  const names = readdirSync(folder).sort();
  expect(names[0]).toMatch(/^000000000001\.demo-b1\.[A-Za-z0-9_-]{22}\.jpg$/);
  expect(readFileSync(join(folder, names[0] ?? ''))).toEqual(jpeg(0));
});
