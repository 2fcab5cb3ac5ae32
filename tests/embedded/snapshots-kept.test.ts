import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, describe, expect, test, vi } from 'vitest';
import { DEFAULT_TABLES } from '../../src/config/limits.ts';
import { listCopies, takeCopy } from '../../supabase/embedded/data/copies.ts';
import { copiesFolder } from '../../supabase/embedded/data/paths.ts';
import { startServer, type EmbeddedServer } from '../../supabase/embedded/ops/server.ts';
import { SERVICE_PATH } from '../../supabase/embedded/snapshots/index.ts';
import { lookAt, photograph } from '../contract/snapshot-pictures.ts';
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

test('a restart keeps every picture, which one is the latest, and files that aren’t ours', async () => {
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
  // Left by a killed process, and by an upload that wasn't acknowledged.
  expect(filesOf(folder).filter((name) => name.startsWith('y'.repeat(22)))).toEqual([]);
  expect(filesOf(folder)).toContain('notes.txt');
  const third = await upload(origin, match, key, await photograph(4));
  expect(await latestId(origin, match)).toBe(third);
});

test('twenty cameras upload while the server is killed: acknowledged pictures are there, and the newest is right', async () => {
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
  /** The answers to each camera, in the order of its times. */
  const acknowledged = cameras.map((): { id: string; at: number }[] => []);
  let time = Date.now() - 60_000;

  for (let round = 0; round < 2; round += 1) {
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
    const accepted = acknowledged[camera] ?? [];
    const { pictures: listed = [] } = await read(origin, `?history=1&matchId=${match}`);
    for (const { id } of accepted) {
      expect(listed.map((picture) => picture.id)).toContain(id);
      expect((await lookAt(await pictureOf(origin, id))).width).toBe(64);
    }
    // The newest is the last that was acknowledged, or one that was stored before the kill could be answered.
    const newest = listed[0];
    expect(await latestId(origin, match)).toBe(newest?.id);
    expect(Date.parse(newest?.capturedAt ?? '')).toBeGreaterThanOrEqual(accepted.at(-1)?.at ?? 0);
    const times = listed.map(({ capturedAt }) => capturedAt);
    expect(times).toEqual([...times].sort().reverse());
  }
  expect(filesOf(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

test('a new installation has a picture for each table of the demo', async () => {
  const folder = installation();
  const { origin, pg } = await start(folder);
  for (const table of DEFAULT_TABLES) {
    const id = (await latestId(origin, `demo-${table}`)) ?? '';
    expect((await lookAt(await pictureOf(origin, id))).format, table).toBe('jpeg');
  }
  const { rows } = await pg.query(
    `select match_id, table_id is not null as is_scored from public.snapshot_tables
     join public.venues on venues.id = venue_id where slug = 'demo' order by match_id`,
  );
  expect(rows).toEqual(
    DEFAULT_TABLES.map((table) => ({ match_id: `demo-${table}`, is_scored: table === 'b1' })),
  );
});

test('a server that has started has its rasterizer at hand', async () => {
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
    await first.pg.query(EXPIRE);
    expect((await fetch(`${first.origin}${SERVICE_PATH}/image/${sent}`)).status).toBe(404);
    await first.close();
    const { origin } = await start(folder);
    expect(ofThese()).toEqual([]);
    expect(filesOf(folder)).toHaveLength(kept);
    expect(await latestId(origin, 'demo-b1')).toBeDefined();
    // The board hasn't changed: its picture is drawn again.
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
    await pg.query(EXPIRE);
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
    await pg.query(`delete from auth.users where email like '%@example.test'`);
    await pg.query(`update public.snapshot_removals set due_at = due_at - interval '1 hour'`);
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

test('a mark in use survives restarts and is in backups; a replaced one is deleted an hour later', async () => {
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
  await first.pg.query(`
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
