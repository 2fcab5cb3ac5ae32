import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, describe, expect, test, vi } from 'vitest';
import { DEFAULT_TABLES } from '../../src/config/limits.ts';
import { copiesFolder, listCopies, takeCopy } from '../../supabase/embedded/copies.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/server.ts';
import { SERVICE_PATH } from '../../supabase/embedded/snapshots/index.ts';
import { lookAt, photograph, plain } from '../contract/snapshot-pictures.ts';
import { openPicturedVenue, type PicturedVenue } from '../contract/snapshot-venue.ts';
import { installation } from './folders.ts';
import { kill, originOf, run } from './processes.ts';

/** Pictures in the data folder: across restarts, crashes, upgrades and the end of their days. */

interface Reply {
  readonly ok: boolean;
  readonly id?: string;
  readonly pictures?: readonly { readonly id: string; readonly capturedAt: string }[];
}

const start = async (folder: string): Promise<EmbeddedServer> => {
  const server = await startServer({ folder, port: 0, mail: () => undefined });
  onTestFinished(() => server.close().catch(() => undefined));
  return server;
};

const read = async (origin: string, query: string): Promise<Reply> =>
  (await (await fetch(origin + SERVICE_PATH + query)).json()) as Reply;
const latestId = async (origin: string, match: string): Promise<string | undefined> =>
  (await read(origin, `?latest=1&matchId=${match}`)).id;
const historyOf = async (origin: string, match: string): Promise<readonly string[]> =>
  ((await read(origin, `?history=1&matchId=${match}`)).pictures ?? []).map(({ id }) => id);
const pictureOf = async (origin: string, id: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${origin}${SERVICE_PATH}/image/${id}`)).arrayBuffer());

const send = (
  origin: string,
  match: string,
  key: string,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${origin}${SERVICE_PATH}?matchId=${match}`, {
    method: 'POST',
    headers: { 'x-upload-key': key, ...headers },
    body: new Uint8Array(body),
  });
const upload = async (...sending: Parameters<typeof send>): Promise<string> => {
  const answer = await send(...sending);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as Reply).id ?? '';
};

const filesOf = (folder: string): string[] => readdirSync(join(folder, 'snapshots')).sort();

test('a file is named by its picture, and no id follows from another', async () => {
  const folder = installation();
  const server = await start(folder);
  const { match, key } = await openPicturedVenue(server.pg);
  const before = new Set(filesOf(folder));
  const ids = new Set<string>();
  for (const number of [1, 2, 3]) ids.add(await upload(server.origin, match, key, await photograph(number)));
  expect(ids.size).toBe(3);
  const names = filesOf(folder).filter((name) => !before.has(name));
  expect(names).toEqual([...ids].map((id) => `${id}.full.jpg`).sort());
  for (const id of ids)
    expect(await pictureOf(server.origin, id)).toEqual(
      readFileSync(join(folder, 'snapshots', `${id}.full.jpg`)),
    );
});

test('a restart keeps every picture, which one is the latest, and what is none of ours', async () => {
  const folder = installation();
  const first = await start(folder);
  const { match, second, key } = await openPicturedVenue(first.pg);
  const ids = [
    await upload(first.origin, match, key, await photograph(1)),
    await upload(first.origin, match, key, await photograph(2)),
  ];
  const other = await upload(first.origin, second, key, await photograph(3));
  const picture = await pictureOf(first.origin, ids[0] ?? '');
  await first.close();
  const put = (name: string): void => writeFileSync(join(folder, 'snapshots', name), picture);
  put(`${'y'.repeat(22)}.full.jpg.unfinished`);
  put(`${'y'.repeat(22)}.full.jpg`);
  put('notes.txt');
  const { origin } = await start(folder);
  expect(await latestId(origin, match)).toBe(ids[1]);
  expect(await latestId(origin, second)).toBe(other);
  expect(await pictureOf(origin, ids[0] ?? '')).toEqual(picture);
  // What a killed process left, and an upload that nobody acknowledged.
  expect(filesOf(folder).filter((name) => name.startsWith('y'))).toEqual([]);
  expect(filesOf(folder)).toContain('notes.txt');
  const third = await upload(origin, match, key, await photograph(4));
  expect(await latestId(origin, match)).toBe(third);
});

test('twenty upload at once while the server is killed: what was acknowledged is there, the newest is right', async () => {
  const folder = installation();
  const prepared = await startServer({ folder, port: 0, mail: () => undefined });
  const venues: PicturedVenue[] = [];
  for (let count = 0; count < 10; count += 1) venues.push(await openPicturedVenue(prepared.pg));
  await prepared.close();
  const cameras = venues.flatMap(({ match, second, key }) => [
    { match, key },
    { match: second, key },
  ]);
  const pictures = await Promise.all(Array.from({ length: 8 }, (_, number) => photograph(number)));
  /** What each camera was told, in the order of its times. */
  const acknowledged = cameras.map((): { id: string; at: number }[] => []);
  let time = Date.now() - 60_000;

  for (let round = 0; round < 3; round += 1) {
    const server = run('tests/embedded/server-process.ts', [folder]);
    const origin = await originOf(server);
    const before = acknowledged.flat().length;
    const running = cameras.map(async ({ match, key }, camera) => {
      for (let number = camera; ; number += 1) {
        const at = (time += 1);
        const headers = { 'x-captured-at': new Date(at).toISOString() };
        const answer = await send(origin, match, key, pictures[number % 8] ?? Buffer.alloc(0), headers).catch(
          () => undefined,
        );
        const reply = (await answer?.json().catch(() => undefined)) as Reply | undefined;
        // The server is gone.
        if (!answer || !reply) return;
        expect([200, 201]).toContain(answer.status);
        acknowledged[camera]?.push({ id: reply.id ?? '', at });
      }
    });
    await vi.waitUntil(() => acknowledged.flat().length >= before + 40, { timeout: 100_000, interval: 1 });
    await kill(server);
    await Promise.all(running);
  }

  const { origin } = await start(folder);
  for (const [camera, { match }] of cameras.entries()) {
    const told = acknowledged[camera] ?? [];
    const { pictures: listed = [] } = await read(origin, `?history=1&matchId=${match}`);
    for (const { id } of told) {
      expect(listed.map((picture) => picture.id)).toContain(id);
      expect((await lookAt(await pictureOf(origin, id))).width).toBe(64);
    }
    // The newest is the last that was acknowledged, or one that was stored before the kill could be answered.
    const newest = listed[0];
    expect(await latestId(origin, match)).toBe(newest?.id);
    expect(Date.parse(newest?.capturedAt ?? '')).toBeGreaterThanOrEqual(told.at(-1)?.at ?? 0);
    const times = listed.map(({ capturedAt }) => capturedAt);
    expect(times).toEqual([...times].sort().reverse());
  }
  expect(filesOf(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

describe('what the version before stored', () => {
  const KEY = 'k'.repeat(43);
  const idOf = (number: number): string => `earlier${String(number).padStart(15, '0')}`;

  /** Writes a picture as it did: `<sequence>.<match>.<id>.<extension>`, at a time in seconds ago. */
  const store = async (
    folder: string,
    number: number,
    match: string,
    format: 'jpg' | 'png' | 'webp',
    ago: number,
  ) => {
    const bytes = await plain(30 + number, 20)
      .toFormat(format === 'jpg' ? 'jpeg' : format)
      .toBuffer();
    const file = join(
      folder,
      'snapshots',
      `${String(number).padStart(12, '0')}.${match}.${idOf(number)}.${format}`,
    );
    writeFileSync(file, bytes);
    const time = new Date(Date.now() - ago * 1000);
    utimesSync(file, time, time);
    return bytes;
  };

  /** A data folder as it left it: its pictures, its key, no venue. */
  const earlierFolder = async (): Promise<string> => {
    const folder = installation();
    const server = await startServer({ folder, port: 0, mail: () => undefined });
    await server.pg.exec(
      'delete from public.snapshot_tables where overlay_id is null; delete from public.snapshots',
    );
    await server.close();
    for (const name of filesOf(folder)) rmSync(join(folder, 'snapshots', name));
    const secrets = join(folder, 'secrets.json');
    const known = JSON.parse(readFileSync(secrets, 'utf8')) as object;
    writeFileSync(secrets, JSON.stringify({ ...known, snapshotUploadKey: KEY }));
    return folder;
  };

  test('stays reachable under its id and match, in its order; its key goes on uploading there', async () => {
    const folder = await earlierFolder();
    const sent = new Map<number, Buffer>();
    // The second began before the third and ended after it.
    for (const [number, match, format, ago] of [
      [1, 'demo-b1', 'jpg', 5000],
      [2, 'demo-b1', 'png', 3000],
      [3, 'demo-b1', 'webp', 4000],
      [4, 'my-club_b-2', 'jpg', 100 * 24 * 60 * 60],
      [5, 'single', 'jpg', 10],
      // By a clock that was ahead.
      [6, 'single', 'jpg', -5000],
    ] as const)
      sent.set(number, await store(folder, number, match, format, ago));
    writeFileSync(join(folder, 'snapshots', 'half.part'), 'half');
    const printed = vi.spyOn(console, 'log').mockReturnValue();

    for (let times = 0; times < 2; times += 1) {
      const server = await start(folder);
      const { origin } = server;
      expect(await historyOf(origin, 'demo-b1')).toEqual([idOf(3), idOf(2), idOf(1)]);
      expect(await latestId(origin, 'demo-b1')).toBe(idOf(3));
      // No rule of expiry is known that would apply to it.
      expect(await latestId(origin, 'my-club_b-2')).toBe(idOf(4));
      expect(await historyOf(origin, 'single')).toEqual([idOf(6), idOf(5)]);
      for (const [number, bytes] of sent) expect(await pictureOf(origin, idOf(number))).toEqual(bytes);
      const image = await fetch(`${origin}${SERVICE_PATH}/image/${idOf(2)}`);
      expect(image.headers.get('content-type')).toBe('image/png');
      await image.arrayBuffer();
      const preview = await fetch(`${origin}${SERVICE_PATH}/preview/${idOf(3)}`);
      expect(await lookAt(new Uint8Array(await preview.arrayBuffer()))).toMatchObject({ width: 1200 });
      await server.close();
    }
    expect(printed.mock.calls).toEqual([['Pictures of an earlier version were taken over: 6.']]);
    printed.mockRestore();
    expect(filesOf(folder)).not.toContain('half.part');

    const { origin } = await start(folder);
    for (const match of ['demo-b1', 'my-club_b-2', 'single']) {
      const id = await upload(origin, match, KEY, await photograph(1));
      expect(await latestId(origin, match), match).toBe(id);
    }
    expect([401, 404]).toContain((await send(origin, 'elsewhere-b1', KEY, await photograph(1))).status);
    expect((await send(origin, 'demo-b1', `${KEY}x`, await photograph(1))).status).toBe(401);
  });

  test('is taken over completely by the next start when one is killed meanwhile', async () => {
    const folder = await earlierFolder();
    for (let number = 1; number <= 300; number += 1)
      await store(folder, number, `demo-b${number % 3}`, 'jpg', 1000 - number);
    const first = run('tests/embedded/server-process.ts', [folder]);
    await vi.waitUntil(() => filesOf(folder).some((name) => name.includes('.full.')), {
      timeout: 100_000,
      interval: 1,
    });
    await kill(first);
    const printed = vi.spyOn(console, 'log').mockReturnValue();
    const { origin, pg } = await start(folder);
    const { rows } = await pg.query<{ count: number }>(
      `select count(*) as count from public.snapshots where id like 'earlier%'`,
    );
    expect(rows).toEqual([{ count: 300 }]);
    expect(filesOf(folder).filter((name) => name.startsWith('earlier'))).toHaveLength(300);
    expect(await latestId(origin, 'demo-b0')).toBe(idOf(300));
    printed.mockRestore();
  });
});

test('a new installation has no key of its own, and a picture for each table of the demo', async () => {
  const folder = installation();
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as object;
  expect(secrets).not.toHaveProperty('snapshotUploadKey');
  const { origin, pg } = await start(folder);
  for (const table of DEFAULT_TABLES) {
    const id = (await latestId(origin, `demo-${table}`)) ?? '';
    expect((await lookAt(await pictureOf(origin, id))).format, table).toBe('jpeg');
  }
  const { rows } = await pg.query(
    `select match_id, overlay_id is not null as is_scored from public.snapshot_tables
     join public.venues on venues.id = venue_id where slug = 'demo' order by match_id`,
  );
  expect(rows).toEqual(
    DEFAULT_TABLES.map((table) => ({ match_id: `demo-${table}`, is_scored: table === 'b1' })),
  );
});

test('a server that has started has its easel at hand', async () => {
  const threads = (): number =>
    (process.report.getReport() as unknown as { workers: readonly unknown[] }).workers.length;
  const before = threads();
  const server = await startServer({ folder: installation(), port: 0, mail: () => undefined });
  await expect.poll(threads).toBe(before + 1);
  await server.close();
  expect(threads()).toBe(before);
});

test('a lost file comes back with the same frame', async () => {
  const folder = installation();
  const { pg, origin } = await start(folder);
  const { match, key } = await openPicturedVenue(pg);
  const frame = await photograph(1);
  const id = await upload(origin, match, key, frame);
  const kept = await pictureOf(origin, id);
  rmSync(join(folder, 'snapshots', `${id}.full.jpg`));
  expect((await fetch(`${origin}${SERVICE_PATH}/image/${id}`)).status).toBe(404);
  const again = await send(origin, match, key, frame);
  expect({ status: again.status, ...((await again.json()) as Reply) }).toEqual({ status: 200, ok: true, id });
  expect(await pictureOf(origin, id)).toEqual(kept);
});

describe('a picture whose days are over', () => {
  const EXPIRE = `update public.snapshots set received_at = now() - interval '31 days' where not kept`;

  test('is gone at the next start, with all that was made of it; one that is kept stays', async () => {
    const folder = installation();
    const first = await start(folder);
    const { match, key, score } = await openPicturedVenue(first.pg);
    const sent = await upload(first.origin, match, key, await photograph(1));
    await score({ p1: 'A', p2: 'B', s1: 1, s2: 0 });
    const drawn = (await latestId(first.origin, match)) ?? '';
    for (const id of [sent, drawn])
      for (const form of ['image', 'small', 'preview'])
        await (await fetch(`${first.origin}${SERVICE_PATH}/${form}/${id}?lang=ar`)).arrayBuffer();
    const ofThese = (): string[] =>
      filesOf(folder).filter((name) => name.startsWith(sent) || name.startsWith(drawn));
    expect(ofThese()).toHaveLength(6);
    const kept = filesOf(folder).length - 6;
    await first.pg.exec(EXPIRE);
    expect((await fetch(`${first.origin}${SERVICE_PATH}/image/${sent}`)).status).toBe(404);
    await first.close();
    const { origin } = await start(folder);
    expect(ofThese()).toEqual([]);
    expect(filesOf(folder)).toHaveLength(kept);
    expect(await latestId(origin, 'demo-b1')).toBeDefined();
    // The board is as it was: its picture is drawn anew.
    expect(await latestId(origin, match)).not.toBe(drawn);
  });

  test('is gone within an hour while the server runs', async () => {
    const folder = installation();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { pg, origin } = await start(folder);
    const { match, key } = await openPicturedVenue(pg);
    const id = await upload(origin, match, key, await photograph(1));
    const path = join(folder, 'snapshots', `${id}.full.jpg`);
    const begun = [];
    for (let count = 0; count < 2; count += 1) {
      const { rows } = await pg.query<{ id: string }>(`select public.begin_upload($1, $2) ->> 'id' as id`, [
        match,
        key,
      ]);
      begun.push(rows[0]?.id ?? '');
    }
    const [orphan = '', arriving = ''] = begun.map((name) => join(folder, 'snapshots', `${name}.full.jpg`));
    for (const file of [orphan, arriving]) writeFileSync(file, 'x');
    await pg.query('update public.snapshot_removals set due_at = now() where id = $1', [begun[0]]);
    expect(existsSync(path)).toBe(true);
    await pg.exec(EXPIRE);
    vi.advanceTimersByTime(60 * 60 * 1000);
    await vi.waitUntil(() => !existsSync(path) && !existsSync(orphan), { timeout: 60_000 });
    expect(existsSync(arriving)).toBe(true);
  });

  test('is gone an hour after its owner', async () => {
    const folder = installation();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { pg, origin } = await start(folder);
    const { match, key } = await openPicturedVenue(pg);
    const path = join(
      folder,
      'snapshots',
      `${await upload(origin, match, key, await photograph(1))}.full.jpg`,
    );
    const samples = filesOf(folder).length - 1;
    await pg.exec(`delete from auth.users where email like '%@example.test'`);
    await pg.exec(`update public.snapshot_removals set due_at = due_at - interval '1 hour'`);
    expect(existsSync(path)).toBe(true);
    vi.advanceTimersByTime(60 * 60 * 1000);
    await vi.waitUntil(() => !existsSync(path), { timeout: 60_000 });
    expect(filesOf(folder)).toHaveLength(samples);
  });

  test('is gone when a table has a hundred newer ones', async () => {
    const folder = installation();
    const { pg, origin } = await start(folder);
    const { match, key } = await openPicturedVenue(pg);
    const first = await upload(origin, match, key, await photograph(1));
    await pg.query(
      `insert into public.snapshots (id, match_id, source, type, captured_at, received_at)
       select lpad(number::text, 22, 'n'), $1, 'upload', 'image/jpeg', now(), now() - interval '2 minutes'
       from generate_series(1, 99) as number`,
      [match],
    );
    expect(existsSync(join(folder, 'snapshots', `${first}.full.jpg`))).toBe(true);
    await upload(origin, match, key, await photograph(2));
    expect(existsSync(join(folder, 'snapshots', `${first}.full.jpg`))).toBe(false);
  });
});

test('a mark stays over restarts for whoever has it, in copies too; one that is replaced is gone an hour later', async () => {
  const folder = installation();
  const first = await start(folder);
  const { arrange, ticket } = await openPicturedVenue(first.pg);
  const sendMark = async (origin: string, number: number): Promise<string> => {
    const answer = await fetch(`${origin}${SERVICE_PATH}/mark`, {
      method: 'POST',
      headers: { 'x-upload-key': await ticket('logo') },
      body: new Uint8Array(await photograph(number)),
    });
    return ((await answer.json()) as Reply).id ?? '';
  };
  const statusOf = async (origin: string, id: string): Promise<number> =>
    (await fetch(`${origin}${SERVICE_PATH}/mark/${id}`)).status;
  const marks = (ids: readonly string[]): string[] =>
    filesOf(folder).filter((name) => ids.some((id) => name === `${id}.full.png`));

  const [used, unused] = [await sendMark(first.origin, 1), await sendMark(first.origin, 2)];
  const sponsor = String(await arrange('public.save_sponsor($1, $2)', ['Atlas', used]));
  await first.pg.exec(`
    update public.venue_pictures set created_at = created_at - interval '1 hour';
    select public.expire_snapshots(1000);
    update public.snapshot_removals set due_at = due_at - interval '1 hour'`);
  await takeCopy({ folder, pg: first.pg }, new Date());
  expect(marks([used, unused])).toHaveLength(2);
  await first.close();

  const { pg, origin } = await start(folder);
  expect(marks([used, unused])).toEqual([`${used}.full.png`]);
  expect([await statusOf(origin, used), await statusOf(origin, unused)]).toEqual([200, 404]);
  const [copy] = listCopies(folder, new Date());
  expect(readdirSync(join(copiesFolder(folder), copy?.name ?? '', 'snapshots'))).toContain(
    `${used}.full.png`,
  );

  await pg.query('delete from public.sponsors where id = $1', [sponsor]);
  expect(await statusOf(origin, used)).toBe(404);
  const { rows } = await pg.query('select id from public.snapshot_removals where id = $1', [used]);
  expect(rows).toHaveLength(1);
});
