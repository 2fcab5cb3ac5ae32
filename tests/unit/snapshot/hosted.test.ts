import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAskSupabase } from '../../../supabase/functions/_shared/hosted-api.ts';
import { callHosted } from '../../../supabase/functions/_shared/hosted-database.ts';
import { createHostedDatabase } from '../../../supabase/functions/score/hosted-database.ts';
import { createHostedFiles } from '../../../supabase/functions/snapshot/hosted-files.ts';
import { readSnapshotSettings } from '../../../supabase/functions/snapshot/settings.ts';
import type { SnapshotDatabase } from '../../../supabase/functions/snapshot/ports.ts';
import { sweep } from '../../../supabase/functions/snapshot/sweep.ts';

/** The snapshot service's ports on hosted Supabase, as far as its platform answers otherwise than one hopes. */

let answers: Response[];
let asked: { readonly method: string; readonly url: string; readonly body: unknown }[];
let keys: { readonly apikey: string | null; readonly authorization: string | null }[];

beforeEach(() => {
  [answers, asked, keys] = [[], [], []];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers, signal }: RequestInit) => {
    signal?.throwIfAborted();
    const sent = new Headers(headers);
    keys.push({ apikey: sent.get('apikey'), authorization: sent.get('authorization') });
    asked.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : body });
    return answers.shift() ?? Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ask = createAskSupabase('https://project.test', 'secret');
const files = createHostedFiles(ask);
const database: SnapshotDatabase = { call: (name, values) => callHosted(ask, name, values) };
const ID = 'x'.repeat(22);
const NAME = `${ID}.full.jpg`;

/** As Storage returns it: with its own status, and in older versions with that in the body. */
const missing = [
  () =>
    Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 }),
  () => new Response('not found', { status: 404 }),
];

describe('Storage', () => {
  test.each(missing)('a file that is missing is none (%#)', async (answer) => {
    answers = [answer()];
    expect(await files.get(NAME)).toBeUndefined();
  });

  test.each([
    () => Response.json({ statusCode: '403', message: 'Unauthorized' }, { status: 400 }),
    () => new Response('out of order', { status: 503 }),
  ])('any other answer is a failure (%#)', async (answer) => {
    answers = [answer(), answer(), answer()];
    await expect(files.get(NAME)).rejects.toThrow('Storage answered');
    await expect(files.put(NAME, new Uint8Array(1), 'image/jpeg')).rejects.toThrow('Storage answered');
    await expect(files.remove([ID])).rejects.toThrow('Storage answered');
  });

  test.each(missing)('the bucket is created privately with the first picture (%#)', async (answer) => {
    answers = [answer()];
    const bytes = new Uint8Array([1, 2, 3]);
    await files.put(NAME, bytes, 'image/jpeg');
    const upload = {
      method: 'POST',
      url: `https://project.test/storage/v1/object/snapshots/${NAME}`,
      body: bytes,
    };
    expect(asked).toEqual([
      upload,
      {
        method: 'POST',
        url: 'https://project.test/storage/v1/bucket',
        body: { id: 'snapshots', name: 'snapshots', public: false },
      },
      upload,
    ]);
  });

  test('all files of many pictures go, some hundreds at a time', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index).padStart(22, '0'));
    await files.remove(ids);
    const removed = asked.map(({ body }) => (body as { prefixes: string[] }).prefixes);
    expect(removed.length).toBe(2);
    for (const names of removed) expect(names.length).toBeLessThanOrEqual(1000);
    for (const id of ids)
      for (const name of [`${id}.full.png`, `${id}.preview-ar.jpg`, `${id}.small.jpg`])
        expect(removed.flat()).toContain(name);
  });
});

describe('the database', () => {
  test('a function that gives nothing gives null', async () => {
    answers = [new Response(null, { status: 204 })];
    expect(await database.call('fail_upload', { reason: 'type' }, '')).toBeNull();
  });

  test('its refusal is a failure', async () => {
    answers = [Response.json({ code: '42883' }, { status: 404 })];
    await expect(database.call('find_snapshot', { id: ID }, '')).rejects.toThrow(
      'find_snapshot answered 404',
    );
  });
});

test('the score service calls as its caller, or as itself', async () => {
  const score = createHostedDatabase({
    supabase: 'https://project.test',
    secretKey: 'secret',
    publishableKey: 'publishable',
  });
  const { signal } = new AbortController();
  await score.call('get_log', {}, { authorization: 'Bearer session' }, signal);
  await score.call('get_log', {}, {}, signal);
  await score.callAsService('get_log', {}, signal);
  expect(keys).toEqual([
    { apikey: 'publishable', authorization: 'Bearer session' },
    { apikey: 'publishable', authorization: 'Bearer publishable' },
    { apikey: 'secret', authorization: 'Bearer secret' },
  ]);
  answers = [Response.json({ code: '55P03', message: 'lock' }, { status: 500 })];
  await expect(score.call('get_log', {}, {}, signal)).rejects.toMatchObject({ code: '55P03' });
  await expect(score.call('get_log', {}, {}, AbortSignal.abort(new Error('hung up')))).rejects.toThrow(
    'hung up',
  );
});

describe('files of pictures that are not listed', () => {
  const rpc = (name: string, body: unknown) => ({
    method: 'POST',
    url: `https://project.test/rest/v1/rpc/${name}`,
    body,
  });

  test('go, and are confirmed once they have gone, until none is left', async () => {
    const gone = Response.json([]);
    answers = [Response.json([ID]), gone, new Response(null, { status: 204 }), Response.json([])];
    const report = vi.fn();
    await sweep({ database, files, report });
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([
      rpc('expire_snapshots', { most: 1000 }),
      rpc('confirm_removed', { ids: [ID] }),
      rpc('expire_snapshots', { most: 1000 }),
    ]);
    expect(asked[1]?.method).toBe('DELETE');
    expect(report).not.toHaveBeenCalled();
  });

  test('are not confirmed when Storage could not remove them', async () => {
    answers = [Response.json([ID]), new Response('', { status: 503 })];
    const report = vi.fn();
    await sweep({ database, files, report });
    expect(asked).toHaveLength(2);
    expect(report).toHaveBeenCalledOnce();
  });

  test('wait for another time when the platform is out of order', async () => {
    answers = [new Response('', { status: 503 })];
    const report = vi.fn();
    await sweep({ database, files, report });
    expect(report).toHaveBeenCalledOnce();
  });
});

describe('settings', () => {
  const read = (settings: Readonly<Record<string, string>>) => readSnapshotSettings((name) => settings[name]);
  const platform = { SUPABASE_URL: 'https://project.test/', SITE_URL: 'https://site.test/' };

  test('keys of either kind', () => {
    const settings = { supabase: 'https://project.test', site: 'https://site.test' };
    const address = 'https://project.test/functions/v1/snapshot';
    const named = {
      ...platform,
      SUPABASE_SECRET_KEYS: '{"other":"b","default":"a"}',
      SUPABASE_SERVICE_ROLE_KEY: 'c',
    };
    expect(read(named)).toEqual({ ...settings, address, key: 'a' });
    expect(read({ ...named, SUPABASE_SECRET_KEYS: '{"other":"b"}' }).key).toBe('b');
    expect(read({ ...platform, SUPABASE_SERVICE_ROLE_KEY: 'c' }).key).toBe('c');
  });

  test('its own address', () => {
    const settings = {
      ...platform,
      SUPABASE_SERVICE_ROLE_KEY: 'c',
      SNAPSHOT_ADDRESS: 'https://api.club.test/snapshot/',
    };
    expect(read(settings).address).toBe('https://api.club.test/snapshot');
  });

  test.each(['SUPABASE_URL', 'SITE_URL', 'SUPABASE_SECRET_KEYS'])('says that %s is missing', (name) => {
    const all = { ...platform, SUPABASE_SECRET_KEYS: '{"default":"a"}' };
    expect(() => read({ ...all, [name]: '' })).toThrow(`needs ${name}`);
  });
});
