import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../supabase/embedded/http.ts';
import { createSnapshots, type Snapshots } from '../../supabase/embedded/snapshots.ts';
import { send, serve, type Served } from './serve.ts';

const KEY = 'the-upload-key';
const PATH = '/functions/v1/snapshot';
const LIMIT = 8 * 1024 * 1024;

const plain = (width: number, height: number, shade = 0) =>
  sharp({ create: { width, height, channels: 3, background: { r: shade, g: 90, b: 60 } } });
/** Grain like a camera's, the same in every run: nearly every byte of the file decides about some pixel. */
const grainy = () => {
  const [width, height] = [320, 240];
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0, state = 1; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    pixels[index] = 90 + ((index / 80) % 60) + ((state >> 16) % 60);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

const jpegs = await Promise.all(
  Array.from({ length: 12 }, (_, shade) =>
    plain(16, 16, shade * 20)
      .jpeg()
      .toBuffer(),
  ),
);
/** A JPEG that differs from those of other numbers. */
const jpeg = (number = 0): Buffer => jpegs[number] ?? Buffer.alloc(0);
const png = await plain(16, 16).png().toBuffer();
const webp = await plain(16, 16).webp().toBuffer();

const JPEGS = {
  jpeg: await grainy().jpeg().toBuffer(),
  'progressive jpeg': await grainy().jpeg({ progressive: true }).toBuffer(),
};
const PNGS = {
  png: await grainy().png().toBuffer(),
  'interlaced png': await grainy().png({ progressive: true }).toBuffer(),
  'png with a palette': await grainy().png({ palette: true }).toBuffer(),
};
const WEBPS = {
  webp: await grainy().webp().toBuffer(),
  'webp with alpha': await grainy().ensureAlpha(0.5).webp().toBuffer(),
  'lossless webp': await grainy().webp({ lossless: true }).toBuffer(),
};

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

interface Sender {
  readonly headers: string;
  readonly received: () => string;
  readonly write: (bytes: Uint8Array) => void;
  readonly close: () => void;
  /** Settles when the connection is over. */
  readonly ended: Promise<void>;
}

/** Begins an upload of `size` bytes, and waits with the picture. */
const begin = (key: string, size = 99): Sender => {
  const { hostname, port } = new URL(served.origin);
  const socket = connect(Number(port), hostname);
  const headers = `POST ${PATH}?matchId=demo-b1 HTTP/1.1\r\nHost: x\r\nx-upload-key: ${key}\r\nContent-Length: ${size}\r\nExpect: 100-continue\r\n\r\n`;
  let received = '';
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('error', () => {});
  socket.write(headers);
  return {
    headers,
    received: () => received,
    write: (bytes) => void socket.write(bytes),
    close: () => void socket.destroy(),
    ended,
  };
};

describe('asking', () => {
  test('before any upload: the catalogue’s sentence', async () => {
    const expected = { ok: false, error: 'No upload yet for this match.' };
    expect(await read('?latest=1&matchId=demo-b1')).toEqual(expected);
    expect(await read('?latestData=1&matchId=demo-b1')).toEqual(expected);
  });

  test('after an upload: its id, and the picture itself', async () => {
    const answer = await upload('demo-b1', jpeg(1));
    expect(answer.status).toBe(201);
    const { ok, id } = (await answer.json()) as Reply;
    expect(ok).toBe(true);
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(await read('?latest=1&matchId=demo-b1')).toEqual({ ok: true, id });
    expect(await read('?latestData=1&matchId=demo-b1')).toEqual({
      ok: true,
      dataUrl: `data:image/jpeg;base64,${jpeg(1).toString('base64')}`,
    });
    expect(await latestId('demo-b2')).toBeUndefined();
    expect(await latestId('DEMO-b1')).toBeUndefined();
  });

  test('replies are never cached', async () => {
    const { headers } = await call('?latest=1&matchId=demo-b1');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
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
      expect(answer.headers.get('cross-origin-resource-policy'), path).toBe('cross-origin');
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

  test('one that can’t be read is an error without details, and quoted in the log', async () => {
    const { id } = await snapshots.store('demo-b1', jpeg());
    rmSync(join(folder, readdirSync(folder)[0] ?? ''));
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const { status, headers, body } = await send(served.origin, `${PATH}/image/${id}?export=view`);
    const lines = printed.mock.calls;
    printed.mockRestore();
    expect(JSON.parse(body.toString())).toEqual({ ok: false, error: 'The snapshot endpoint failed.' });
    expect(status).toBe(500);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(lines).toEqual([
      [
        expect.stringMatching(
          /^The snapshot endpoint could not answer "GET \/functions[^"]*": Error "ENOENT/,
        ),
      ],
    ]);
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

  test('the key is looked at before a byte of the picture is there', async () => {
    const { headers, received, close } = begin('wrong');
    await expect.poll(received).toContain('401 Unauthorized');
    expect(headers).toContain('Content-Length: 99');
    close();
  });

  test('an address that keeps sending wrong keys waits; the right key and other addresses don’t', async () => {
    const wrong = { method: 'POST', headers: { 'x-upload-key': 'wrong' } };
    const guess = (from: string) =>
      send(served.origin, `${PATH}?matchId=demo-b1`, { ...wrong, localAddress: from });
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push((await guess('127.0.0.1')).status);
    expect(statuses).toEqual(Array(10).fill(401));
    const { status, headers } = await guess('127.0.0.1');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess('127.0.0.2')).status).toBe(401);
    expect((await upload('demo-b1', jpeg())).status).toBe(201);
  });

  test('an endpoint without a key doesn’t start', () => {
    expect(() => createSnapshots({ folder, uploadKey: '' })).toThrow('upload key');
  });

  test.each(['', ' ', 'a b', '../x', 'a.b', 'é', 'x'.repeat(65)])(
    'the match %j is refused',
    async (matchId) => {
      const answer = await upload(matchId, jpeg());
      expect(answer.status).toBe(422);
      await expect(snapshots.store(matchId, jpeg())).rejects.toThrow(Refusal);
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
    // Phones append a short film to some pictures.
    const largest = Buffer.concat([jpeg(), Buffer.alloc(LIMIT - jpeg().length)]);
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
      ['', 'GET, HEAD, POST'],
      ['/image/x', 'GET, HEAD'],
    ] as const) {
      const answer = await call(path, { method: 'DELETE' });
      expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow });
    }
    expect((await call('/image/x', { method: 'POST', body: 'x' })).status).toBe(405);
  });

  test('many at once are decoded one by one and all stored, and the latest is one of them', async () => {
    let decoding = 0;
    const count = (waiting: number): void => {
      decoding = Math.max(decoding, waiting, sharp.counters().process);
    };
    sharp.queue.on('change', count);
    const answers = await Promise.all(jpegs.map((picture) => upload('demo-b1', picture)));
    sharp.queue.off('change', count);
    expect(decoding).toBe(1);
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Reply).id));
    expect(new Set(ids).size).toBe(12);
    for (const [index, id] of ids.entries()) expect(await pictureOf(id)).toEqual(jpegs[index]);
    expect(ids).toContain(await latestId('demo-b1'));
  });

  test('a slow upload doesn’t replace one that began after it, now or after a restart', async () => {
    const slow = begin(KEY, jpeg(1).length);
    // The server asks for the body: the upload has begun.
    await expect.poll(slow.received).toContain('100 Continue');
    const newer = ((await (await upload('demo-b1', jpeg(2))).json()) as Reply).id;
    slow.write(jpeg(1));
    await expect.poll(slow.received).toContain('201 Created');
    slow.close();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await latestId('demo-b1')).toBe(newer);
    await served.close();
    await start();
    expect(await latestId('demo-b1')).toBe(newer);
  });

  test('a sender that disappears leaves nothing behind, and the server runs on', async () => {
    const gone = begin(KEY);
    await expect.poll(gone.received).toContain('100 Continue');
    gone.write(jpeg(1));
    gone.close();
    expect((await upload('demo-b1', jpeg(2))).status).toBe(201);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('a picture counts when it can be shown', () => {
  const refused = async (bytes: Uint8Array): Promise<{ status: number; error: string | undefined }> => {
    const answer = await upload('demo-b1', bytes);
    const { ok, error } = (await answer.json()) as Reply;
    expect(ok).toBe(false);
    return { status: answer.status, error };
  };
  const DAMAGED = { status: 422, error: 'The picture is damaged or incomplete: send it again.' };

  test.each(Object.entries({ ...JPEGS, ...PNGS, ...WEBPS }))(
    '%s: whole, as it was sent',
    async (_, bytes) => {
      const answer = await upload('demo-b1', bytes);
      expect(answer.status).toBe(201);
      expect(await pictureOf(await latestId('demo-b1'))).toEqual(bytes);
    },
  );

  test.each(Object.entries({ ...JPEGS, ...PNGS, ...WEBPS }))(
    '%s: not without its end, and the picture before it stays',
    async (_, bytes) => {
      const { id } = await snapshots.store('demo-b1', jpeg());
      for (const size of [
        20,
        bytes.length >> 1,
        bytes.length - 1000,
        bytes.length - 12,
        bytes.length - 2,
        bytes.length - 1,
      ])
        expect(await refused(bytes.subarray(0, size)), `${size} of ${bytes.length} bytes`).toEqual(DAMAGED);
      expect(await latestId('demo-b1')).toBe(id);
      expect(readdirSync(folder)).toHaveLength(1);
    },
  );

  test.each(Object.entries({ ...JPEGS, ...PNGS }))('%s: not with a hole in it', async (_, bytes) => {
    const middle = bytes.length >> 1;
    expect(await refused(Buffer.from(bytes).fill(0, middle)), 'no second half').toEqual(DAMAGED);
    expect(await refused(Buffer.from(bytes).fill(0xff, middle, middle + 64)), 'noise').toEqual(DAMAGED);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['\xff\xd8\xff', '\x89PNG\r\n\x1a\n1234', 'RIFF\x04\0\0\0WEBPVP8 '])(
    '%j only begins like one',
    async (beginning) => {
      expect(await refused(Buffer.from(beginning, 'latin1'))).toEqual(DAMAGED);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test.each(['gif', 'tiff', 'avif'] as const)('a real %s is of no kind that is taken', async (format) => {
    expect(await refused(await plain(16, 16).toFormat(format).toBuffer())).toEqual({
      status: 415,
      error: 'Send a JPEG, PNG or WebP picture.',
    });
  });

  test.each([
    [8192, 3051, 201],
    [8192, 3052, 422],
    [8193, 1, 422],
    [1, 30_000, 422],
  ])('%i × %i pixels: %i', async (width, height, status) => {
    const answer = await upload('demo-b1', await plain(width, height).png().toBuffer());
    expect(answer.status).toBe(status);
    if (status === 422)
      expect(((await answer.json()) as Reply).error).toBe(
        `The picture has ${width} × ${height} pixels: send at most 25 megapixels and 8192 a side.`,
      );
  });

  test('its size is looked at before it is decoded', async () => {
    const claiming = Buffer.from(png);
    claiming.writeUInt32BE(30_000, 16);
    // The header's checksum: https://www.w3.org/TR/png-3/#5CRC-algorithm
    claiming.writeUInt32BE(crc32(claiming.subarray(12, 29)), 29);
    expect((await refused(claiming)).error).toContain('30000 × 16 pixels');
  });

  test('one that moves is refused', async () => {
    const frames = [await plain(16, 16, 1).png().toBuffer(), await plain(16, 16, 200).png().toBuffer()];
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer();
    const control = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1');
    control.writeUInt32BE(crc32(control.subarray(4, 16)), 16);
    const apng = Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]);
    for (const moving of [webp, apng])
      expect(await refused(moving)).toEqual({
        status: 422,
        error: 'The picture moves: send a still one.',
      });
  });

  test('the slip of Samsung’s cameras, which every browser shows, is none', async () => {
    const slip = Buffer.from(JPEGS.jpeg);
    const scan = slip.indexOf(Buffer.from([0xff, 0xda]));
    // The end of the spectral selection, which is 63 by the standard.
    slip[scan + slip.readUInt16BE(scan + 2)] = 0;
    expect((await upload('demo-b1', slip)).status).toBe(201);
    expect(await refused(slip.subarray(0, slip.length >> 1))).toEqual(DAMAGED);
  });
});

describe('uploads that never end', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('there are sixteen places, and who doesn’t finish in two minutes loses his', async () => {
    const trickling = Array.from({ length: 16 }, () => begin(KEY));
    for (const sender of trickling) {
      await expect.poll(sender.received).toContain('100 Continue');
      sender.write(jpeg().subarray(0, 10));
    }
    const busy = await upload('demo-b1', jpeg());
    expect({ status: busy.status, after: busy.headers.get('retry-after') }).toEqual({
      status: 503,
      after: '5',
    });
    expect((await upload('demo-b1', jpeg(), {})).status).toBe(401);
    await vi.advanceTimersByTimeAsync(120_000);
    for (const sender of trickling) {
      await expect.poll(sender.received).toContain('408 Request Timeout');
      await sender.ended;
    }
    expect((await upload('demo-b1', jpeg())).status).toBe(201);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('a restart', () => {
  test('keeps every picture and which one is the latest', async () => {
    const first = await snapshots.store('demo-b1', jpeg(1));
    const other = await snapshots.store('my-club_b-2', png);
    const second = await snapshots.store('demo-b1', jpeg(2));
    for (const name of ['half.unfinished', 'half.part']) writeFileSync(join(folder, name), jpeg(3));
    writeFileSync(join(folder, 'notes.txt'), 'not ours');
    await served.close();
    await start();
    expect(await latestId('demo-b1')).toBe(second.id);
    expect(await latestId('my-club_b-2')).toBe(other.id);
    expect(await pictureOf(first.id)).toEqual(jpeg(1));
    expect(readdirSync(folder).filter((name) => name.startsWith('half'))).toEqual([]);
    const third = await snapshots.store('demo-b1', jpeg(4));
    expect(await latestId('demo-b1')).toBe(third.id);
  });

  test('after kill -9 in the middle of uploads, every answered one is there', async () => {
    const script = `
      import { createSnapshots } from ${JSON.stringify(import.meta.resolve('../../supabase/embedded/snapshots.ts'))};
      const snapshots = createSnapshots({ folder: process.argv[1], uploadKey: 'k' });
      const picture = Buffer.from(${JSON.stringify(jpeg().toString('base64'))}, 'base64');
      for (let round = 0; ; round += 1) {
        const bytes = Buffer.concat([picture, Buffer.alloc(300_000, round)]);
        await Promise.all(['demo-b1', 'demo-b2'].map(async (match) => {
          const { id } = await snapshots.store(match, bytes);
          process.stdout.write(match + ' ' + id + '\\n');
        }));
      }`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script, folder]);
    // By then all that it said has been read, as at its exit it may not.
    const closed = new Promise((resolve) => child.once('close', resolve));
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
      await closed;
    }
    const answered = output
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' '));
    await served.close();
    await start();
    for (const [, id] of answered) {
      const picture = await pictureOf(id);
      expect(picture).toHaveLength(300_000 + jpeg().length);
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
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
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
