import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSnapshotHandler } from '../../../supabase/functions/snapshot/handler.ts';
import type { Ports, ServiceFunction } from '../../../supabase/functions/snapshot/ports.ts';
import { Refusal } from '../../../supabase/functions/_shared/refusal.ts';

/** The snapshot service without a database, files or pictures: its behaviour when these fail, wait or never end. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ADDRESS = 'https://project.test/functions/v1/snapshot';
const ID = 'x'.repeat(22);
/** The first bytes of an upload. */
const BEGUN = 'b'.repeat(22);
const FOUND = {
  id: ID,
  match_id: 'demo-b1',
  source: 'upload',
  type: 'image/jpeg',
  captured_at: '2026-11-22T20:40:00Z',
  board: null,
  title: 'Table 1',
  venue: '',
};

type Values = Readonly<Record<string, unknown>>;

const open = (answers: Partial<Record<ServiceFunction, unknown>> = {}, changes: Partial<Ports> = {}) => {
  const files = new Map<string, Uint8Array>();
  const calls: [name: string, values: Values][] = [];
  const reports: string[] = [];
  const known: Partial<Record<ServiceFunction, unknown>> = {
    begin_upload: ({ key }: Values) => ({ status: 'ok', id: BEGUN, venue: `venue of ${String(key)}` }),
    record_snapshot: { status: 'stored', id: ID, expired: [] },
    find_snapshot: FOUND,
    ...answers,
  };
  const ports: Ports = {
    database: {
      call: async (name, values) => {
        calls.push([name, values]);
        const answer = known[name];
        if (answer instanceof Error) throw answer;
        return typeof answer === 'function' ? (answer as (values: Values) => unknown)(values) : answer;
      },
    },
    files: {
      put: async (name, bytes) => {
        files.set(name, bytes);
      },
      get: async (name) => {
        const bytes = files.get(name);
        return (
          bytes && {
            type: 'image/jpeg',
            size: bytes.length,
            stream: () => new Blob([new Uint8Array(bytes)]).stream(),
          }
        );
      },
      remove: async (ids) => {
        for (const name of files.keys()) if (ids.some((id) => name.startsWith(id))) files.delete(name);
      },
    },
    imageProcessor: {
      toMark: async (bytes) => bytes,
      toPhoto: async (bytes) => ({ bytes, width: 1, height: 1 }),
      fit: async (bytes) => bytes,
    },
    svgRasterizer: { draw: async (svg) => new TextEncoder().encode(svg) },
    room: 16 * 10 * 1024 * 1024,
    turn: (_of, work) => work(),
    drawingTurn: (_of, work) => work(),
    site: 'https://site.test',
    address: ADDRESS,
    page: async () => '<html></html>',
    now: Date.now,
    report: (what) => {
      reports.push(what);
    },
    ...changes,
  };
  const handle = createSnapshotHandler(ports);
  const ask = (path: string, init?: RequestInit & { duplex?: 'half' }, sender = '10.0.0.1') =>
    handle(new Request(ADDRESS + path, init), sender);
  const send = (body: BodyInit, headers: Record<string, string> = {}, sender?: string) =>
    ask(
      '?matchId=demo-b1',
      { method: 'POST', headers: { 'x-upload-key': 'k', ...headers }, body, duplex: 'half' },
      sender,
    );
  return { ask, send, files, calls, reports };
};

const replyOf = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

/** A body that has begun and never ends. */
const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (body) => body.enqueue(new Uint8Array(10)),
  });

/** Lets everything happen that waits for no timer. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('what fails inside', () => {
  test('is an error without details, which are logged for the operator', async () => {
    const { ask, reports } = open({ find_snapshot: new Error('connection to secret-host lost') });
    expect(await replyOf(await ask(`/image/${ID}?x=1`))).toEqual({
      status: 500,
      ok: false,
      error: 'The snapshot service failed.',
    });
    expect(reports).toEqual([`The snapshot service could not answer GET /functions/v1/snapshot/image/${ID}`]);
  });

  test('an upload that the database did not list is not acknowledged, and its file stays for the sweep', async () => {
    const { send, files, reports } = open({ record_snapshot: new Error('gone') });
    expect((await send('picture')).status).toBe(500);
    expect(reports).toHaveLength(1);
    // It may be listed all the same: only the sweep knows.
    expect(files.size).toBe(1);
  });

  test('neither files that can’t be removed nor a failure that can’t be noted keep an upload from its answer', async () => {
    const { send, reports } = open(
      { record_snapshot: { status: 'stored', id: ID, expired: ['y'.repeat(22)] } },
      {
        files: {
          put: async () => {},
          get: async () => undefined,
          remove: async () => {
            throw new Error('read-only');
          },
        },
      },
    );
    expect((await send('picture')).status).toBe(201);
    const failing = open({ fail_upload: new Error('gone') });
    expect((await failing.send('picture', { 'x-captured-at': 'now' })).status).toBe(422);
    expect([reports.length, failing.reports.length]).toEqual([1, 1]);
  });

  test.each(['', '/mark'])(
    'a full disk asks for the picture again in a minute, and is heard of (%s)',
    async (path) => {
      const put = () =>
        Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      const { ask, reports } = open(
        { begin_mark: { status: 'ok', id: BEGUN, kind: 'logo', venue: 'v' } },
        { files: { put, get: async () => undefined, remove: async () => {} } },
      );
      const answer = await ask(`${path}?matchId=demo-b1`, { method: 'POST', body: 'picture' });
      expect(answer.headers.get('retry-after')).toBe('60');
      expect(await replyOf(answer)).toEqual({
        status: 503,
        ok: false,
        error: 'The server has no room left on its disk.',
      });
      expect(reports).toHaveLength(1);
    },
  );

  test('a picture whose file is gone is not found, and “no image”', async () => {
    const { ask } = open({
      latest_snapshot: {
        status: 'shown',
        id: ID,
        source: 'upload',
        captured_at: FOUND.captured_at,
        topic: 'snapshot:demo-b1',
        title: 'Table 1',
        server_time: FOUND.captured_at,
      },
    });
    for (const form of ['image', 'small', 'preview'])
      expect(await replyOf(await ask(`/${form}/${ID}`))).toEqual({
        status: 404,
        ok: false,
        error: 'not found',
      });
    expect(await replyOf(await ask('?latestData=1&matchId=demo-b1'))).toEqual({
      status: 200,
      ok: false,
      error: 'no image',
    });
  });

  test('a picture that the database refused at last leaves no file', async () => {
    for (const [record, status] of [
      [{ status: 'key' }, 401],
      [{ status: 'table' }, 404],
      [{ status: 'busy', retry_after: 3.2 }, 429],
    ] as const) {
      const { send, files } = open({ record_snapshot: record });
      const answer = await send('picture');
      expect([answer.status, files.size]).toEqual([status, 0]);
      expect(answer.headers.get('retry-after')).toBe(status === 429 ? '4' : null);
    }
  });
});

describe('pages of other origins', () => {
  test('may ask, and send pictures', async () => {
    const { ask } = open();
    const preflight = await ask('?matchId=demo-b1', { method: 'OPTIONS' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-upload-key');
    for (const path of ['?latest=1', `/image/${ID}`, '/nowhere']) {
      const { headers } = await ask(path);
      expect(headers.get('access-control-allow-origin'), path).toBe('*');
    }
  });
});

describe('an upload that takes too long', () => {
  test('ends after two minutes, is noted, and gives its place back', async () => {
    const { send, calls } = open();
    const answer = send(endless());
    await vi.advanceTimersByTimeAsync(119_999);
    expect(calls.map(([name]) => name)).toEqual(['begin_upload']);
    await vi.advanceTimersByTimeAsync(1);
    const { headers, ...late } = await answer.then(async (given) => ({
      headers: given.headers,
      reply: await replyOf(given),
    }));
    expect(late.reply).toEqual({
      status: 408,
      ok: false,
      error: 'The picture took longer than two minutes.',
    });
    expect(headers.get('connection')).toBe('close');
    expect(calls.at(-1)).toEqual(['fail_upload', { match_id: 'demo-b1', key: 'k', reason: 'late' }]);
    expect((await send('picture')).status).toBe(201);
  });

  test('keeps only its own sender waiting', async () => {
    const { send, calls } = open();
    // Each announces nothing, and so may become 10 MB.
    const begun = Array.from({ length: 10 }, () => send(endless()));
    await vi.advanceTimersByTimeAsync(60_000);
    const own = send('mine', { 'content-length': '4' });
    await settle();
    const sent = (): number => calls.filter(([name]) => name === 'record_snapshot').length;
    expect(sent()).toBe(0);
    expect((await send('another’s', { 'x-upload-key': 'other' }, '10.0.0.2')).status).toBe(201);
    expect(sent()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    for (const { status } of await Promise.all(begun)) expect([408, 503]).toContain(status);
    expect((await own).status).toBe(201);
  });

  test('one venue with many keys and addresses has no more than one address with one key', async () => {
    const venueOf = ({ key }: Values) => ({ status: 'ok', id: BEGUN, venue: String(key).charAt(0) });
    const { send } = open({ begin_upload: venueOf });
    const begun = Array.from({ length: 6 }, (_, index) =>
      send(endless(), { 'x-upload-key': `k${index}` }, `10.0.1.${index}`),
    );
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    let answered = false;
    const next = send('picture', {}, '10.0.2.1').finally(() => (answered = true));
    await settle();
    expect((await send('another’s', { 'x-upload-key': 'other' }, '10.0.2.1')).status).toBe(201);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await next).status).toBe(201);
    expect(await Promise.all(begun)).toHaveLength(6);
  });

  test('a sender has no more than so many waiting', async () => {
    const { send } = open();
    const begun = Array.from({ length: 4 + 64 }, () => send(endless()));
    await settle();
    const answer = await send('picture');
    expect({ status: answer.status, after: answer.headers.get('retry-after') }).toEqual({
      status: 503,
      after: '5',
    });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await Promise.all(begun)).toHaveLength(68);
  });

  test('whose sender leaves is forgotten', async () => {
    const { ask, calls, reports } = open();
    const leaving = new AbortController();
    const headers = { 'x-upload-key': 'k' };
    const init = { method: 'POST', headers, body: endless(), duplex: 'half' as const };
    const answer = ask('?matchId=demo-b1', { ...init, signal: leaving.signal });
    await settle();
    leaving.abort();
    expect((await answer).status).toBe(499);
    expect(calls.map(([name]) => name)).toEqual(['begin_upload']);
    expect(reports).toEqual([]);
  });
});

describe('pictures of one venue', () => {
  test('take the venue’s turns, whatever their keys', async () => {
    const turns: string[] = [];
    const turn: Ports['turn'] = (of, work) => {
      turns.push(of);
      return work();
    };
    const { send } = open({ begin_upload: { status: 'ok', id: BEGUN, venue: 'v' } }, { turn });
    for (const key of ['k1', 'k2']) expect((await send('picture', { 'x-upload-key': key })).status).toBe(201);
    expect(turns).toEqual(['venue v', 'venue v']);
  });
});

describe('a picture that is sent again', () => {
  const repeated = { status: 'repeated', id: ID, expired: [] };

  test('leaves no second file', async () => {
    const { send, files } = open({ record_snapshot: repeated });
    files.set(`${ID}.full.jpg`, new Uint8Array([1]));
    expect(await replyOf(await send('picture'))).toEqual({ status: 200, ok: true, id: ID });
    expect([...files]).toEqual([[`${ID}.full.jpg`, new Uint8Array([1])]]);
  });

  test('brings back a file that was lost', async () => {
    const { send, files, ask } = open({ record_snapshot: repeated });
    expect((await send('picture')).status).toBe(200);
    expect([...files.keys()]).toEqual([`${ID}.full.jpg`]);
    expect(await (await ask(`/image/${ID}`)).text()).toBe('picture');
  });
});

describe('wrong keys', () => {
  test('are counted by address, and the right one never', async () => {
    const wrong = { status: 'key' };
    const answers: Partial<Record<ServiceFunction, unknown>> = {};
    Object.defineProperty(answers, 'begin_upload', {
      enumerable: true,
      get: () => wrong,
    });
    const { send } = open(answers);
    for (let count = 0; count < 10; count += 1) expect((await send('x')).status).toBe(401);
    const answer = await send('x');
    expect({ status: answer.status, after: answer.headers.get('retry-after') }).toEqual({
      status: 429,
      after: '60',
    });
    expect((await send('x', {}, '10.0.0.2')).status).toBe(401);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await send('x')).status).toBe(401);
    expect((await open().send('x')).status).toBe(201);
  });
});

describe('a picture’s rendition', () => {
  const drawn = {
    ...FOUND,
    source: 'board',
    board: { p1: 'A', p2: 'B', s1: 1, s2: 2, race_to: 0, detail: null },
  };

  test('is made once, however many ask at once and after', async () => {
    const draw = vi.fn(async (svg: string) => new TextEncoder().encode(svg));
    const { ask, files } = open({ find_snapshot: drawn }, { svgRasterizer: { draw } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`/image/${ID}?lang=fr`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await ask(`/image/${ID}?lang=fr`);
    expect(draw).toHaveBeenCalledTimes(1);
    await ask(`/small/${ID}`);
    await ask(`/preview/${ID}?lang=ar`);
    expect([...files.keys()].sort()).toEqual(
      [`${ID}.full-en.jpg`, `${ID}.full-fr.jpg`, `${ID}.preview-ar.jpg`, `${ID}.small-en.jpg`].sort(),
    );
  });

  test('is tried again by requests that were waiting for a failed one', async () => {
    let tries = 0;
    const flood = new Refusal(429, 'Too much of yours waits.');
    const turn: Ports['turn'] = async (_of, work) => {
      tries += 1;
      if (tries === 1) throw flood;
      return work();
    };
    const { ask } = open({ find_snapshot: drawn }, { drawingTurn: turn });
    const [first, second] = await Promise.all([ask(`/image/${ID}`), ask(`/image/${ID}`, {}, '10.0.0.2')]);
    expect([first.status, second.status, tries]).toEqual([429, 200, 2]);
  });

  test('is not queued behind the first request', async () => {
    const { promise: queue, resolve: endTurn } = Promise.withResolvers<undefined>();
    const turn: Ports['turn'] = async (of, work) => {
      if (of === '10.0.0.1') await queue;
      return work();
    };
    const draw = vi.fn(async (svg: string) => new TextEncoder().encode(svg));
    const { ask } = open({ find_snapshot: drawn }, { drawingTurn: turn, svgRasterizer: { draw } });
    const flood = ask(`/image/${ID}`);
    await settle();
    expect((await ask(`/image/${ID}`, {}, '10.0.0.2')).status).toBe(200);
    endTurn(undefined);
    expect((await flood).status).toBe(200);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  test('waits for no photograph when it is drawn', async () => {
    const never = new Promise<never>(() => undefined);
    const { ask } = open({ find_snapshot: drawn }, { turn: () => never });
    for (const form of ['small', 'image', 'preview'])
      expect((await ask(`/${form}/${ID}`)).status, form).toBe(200);
  });

  test('is made of a photograph that is opened when it is its turn', async () => {
    const { promise: queue, resolve: endTurn } = Promise.withResolvers<undefined>();
    const turn: Ports['turn'] = async (_of, work) => {
      await queue;
      return work();
    };
    const opened = vi.fn(() => new Blob(['photograph']).stream());
    const made = new Map<string, Uint8Array>();
    const { ask } = open(
      {},
      {
        turn,
        files: {
          put: async (name, bytes) => void made.set(name, bytes),
          get: async (name) => {
            const bytes = made.get(name);
            if (bytes)
              return {
                type: 'image/jpeg',
                size: bytes.length,
                stream: () => new Blob([new Uint8Array(bytes)]).stream(),
              };
            return name === `${ID}.full.jpg` ? { type: 'image/jpeg', size: 10, stream: opened } : undefined;
          },
          remove: async () => {},
        },
      },
    );
    const answers = ['small', 'preview'].map((form) => ask(`/${form}/${ID}`));
    await settle();
    expect(opened).not.toHaveBeenCalled();
    endTurn(undefined);
    for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('photograph');
    expect(opened).toHaveBeenCalledTimes(2);
  });
});
