import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_TABLES } from '../../src/config/limits.ts';
import {
  checkPlace,
  copiesIn,
  keepCopies,
  listCopies,
  readAbout,
  takeCopy,
} from '../../supabase/embedded/data/copies.ts';
import { newKeys } from '../../supabase/embedded/data/sealed.ts';
import { connect } from '../../supabase/embedded/data/database.ts';
import { transaction } from '../../supabase/embedded/data/sessions.ts';
import { type EmbeddedServer, startServer } from '../../supabase/embedded/ops/server.ts';
import { sharedInstallation, temporaryFolder } from './folders.ts';

const folder = sharedInstallation();
const copies = join(folder, 'copies');
let server: EmbeddedServer;

beforeAll(async () => {
  server = await startServer({ folder, port: 0 });
  // Saves wait for the disk as in a hall: without that they outrun the log that a backup needs.
  await server.pg.query('alter system reset fsync');
  await server.pg.query('select pg_reload_conf()');
  await server.pg.query('create table pairs (left_side int primary key, right_side int)');
});

afterEach(() => {
  rmSync(copies, { recursive: true, force: true });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOON = new Date('2026-11-21T12:00:00.500Z');
const names = (now = NOON) => listCopies(folder, now).map(({ name }) => name);

test('a backup is complete, of one moment and private, while saves continue', async () => {
  const { pg } = server;
  const copying = { isOver: false };
  const ended = takeCopy({ folder, pg }, NOON).finally(() => {
    copying.isOver = true;
  });
  let saved = 0;
  while (!copying.isOver) {
    saved += 1;
    await transaction(pg, async (client) => {
      await client.query('insert into pairs values ($1, 0)', [saved]);
      await client.query('update pairs set right_side = $1', [saved]);
    });
  }
  await ended;
  const { rows: live } = await pg.query<{ count: number }>('select count(*) from pairs');
  expect(live).toEqual([{ count: saved }]);

  const [copy] = listCopies(folder, NOON);
  const path = join(copies, '2026-11-21T12-00-00Z');
  expect(copy).toEqual({ name: '2026-11-21T12-00-00Z', path, time: new Date('2026-11-21T12:00:00Z') });
  expect(readdirSync(path).sort()).toEqual([
    'about.json',
    'first-start',
    'postgres',
    'secrets.json',
    'snapshots',
  ]);
  expect(copy && readAbout(copy)).toEqual({
    accounts: 1,
    overlays: 1,
    pictures: DEFAULT_TABLES.length,
    checked: true,
  });
  expect(readdirSync(join(path, 'snapshots'))).toEqual(readdirSync(join(folder, 'snapshots')));
  if (process.platform !== 'win32') {
    expect(statSync(copies).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, 'secrets.json')).mode & 0o777).toBe(0o600);
  }

  const opened = await connect(join(path, 'postgres'));
  onTestFinished(() => opened.close());
  const { rows } = await opened.pg.query<{ count: number; last: number; sides: number }>(
    'select count(*), max(left_side) as last, count(distinct right_side) as sides from pairs',
  );
  expect(rows).toEqual([{ count: rows[0]?.last, last: expect.any(Number) as number, sides: 1 }]);
});

/** A stand-in for a copy of that time. */
const pretendCopy = (name: string) => {
  mkdirSync(join(copies, name), { recursive: true });
  writeFileSync(join(copies, name, 'about.json'), '{"checked":true}');
};

/** Keeps copies by a clock that the test sets, and ends when the test does. */
const keepBy = (clock: { now: Date }, place?: string, key?: string) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { state, stop } = keepCopies({ folder, pg: server.pg, place, key, now: () => clock.now });
  onTestFinished(async () => {
    await stop();
    vi.useRealTimers();
  });
  return { state, stop, anHourLater: () => vi.advanceTimersByTime(60 * 60 * 1000) };
};

test('a copy is taken when the newest is a day old, also after a sleep, and seven are kept', async () => {
  for (let day = 10; day < 17; day += 1) pretendCopy(`2026-11-${day}T12-00-00Z`);
  const clock = { now: new Date('2026-11-17T11:59:59Z') };
  const { anHourLater } = keepBy(clock);
  anHourLater();
  clock.now = new Date('2026-11-19T08:00:00Z');
  anHourLater();
  await vi.waitUntil(() => !existsSync(join(copies, '2026-11-10T12-00-00Z')), { timeout: 60_000 });
  await vi.waitUntil(() => readdirSync(copies).length === 7, { timeout: 60_000 });
  // One for the days that were slept through, and the oldest is gone.
  expect(names(clock.now)).toEqual([
    '2026-11-19T08-00-00Z',
    ...[16, 15, 14, 13, 12, 11].map((day) => `2026-11-${day}T12-00-00Z`),
  ]);
});

test('backups from when the clock was wrong don’t count as today’s, and are deleted first', async () => {
  for (let year = 2036; year < 2043; year += 1) pretendCopy(`${year}-01-01T00-00-00Z`);
  const { stop } = keepBy({ now: NOON });
  await vi.waitUntil(() => names().includes('2026-11-21T12-00-00Z'), { timeout: 60_000 });
  await vi.waitUntil(() => readdirSync(copies).length === 7, { timeout: 60_000 });
  await stop();
  expect(names()).toEqual([
    '2026-11-21T12-00-00Z',
    ...[2042, 2041, 2040, 2039, 2038, 2037].map((year) => `${year}-01-01T00-00-00Z`),
  ]);
});

test('a copy that fails is reported, leaves nothing, deletes nothing, and is retried', async () => {
  for (let day = 10; day < 17; day += 1) pretendCopy(`2026-11-${day}T12-00-00Z`);
  const before = names();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => {
    logged.mockRestore();
  });
  const mark = join(folder, 'first-start');
  renameSync(mark, `${mark}.away`);
  const { state, anHourLater } = keepBy({ now: NOON });
  await vi.waitUntil(() => logged.mock.calls.length > 0, { timeout: 60_000 });
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/^No copy of the data could be taken: "ENOENT.+"$/)],
  ]);
  expect(readdirSync(copies).sort().reverse()).toEqual(before);
  expect((await server.pg.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

  expect(state().failed).toMatch(/^No copy of the data could be taken/);
  renameSync(`${mark}.away`, mark);
  anHourLater();
  await vi.waitUntil(() => names()[0] === '2026-11-21T12-00-00Z', { timeout: 60_000 });
  await vi.waitUntil(() => state().failed === null, { timeout: 60_000 });
});

// Windows has no such permissions.
test.skipIf(process.platform === 'win32')('a second place of another account is told', () => {
  const place = temporaryFolder();
  chmodSync(place, 0);
  const isRoot = process.getuid?.() === 0;
  // Root may read everything.
  if (isRoot) process.seteuid?.('nobody');
  try {
    expect(copiesIn(place, NOON)).toEqual([]);
    expect(() => {
      checkPlace(place);
    }).toThrow(/ can't be read \(EACCES\): .+ or give the place, with all that is in it, to the account /);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(place, 0o700);
  }
});

// In memory, as another disk; other systems have no folder there.
const OTHER_DISK = '/dev/shm';

test('nothing is written to a second place on the same disk: its own is not mounted', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => {
    logged.mockRestore();
  });
  const place = temporaryFolder();
  const { state } = keepBy({ now: NOON }, place);
  await vi.waitUntil(() => state().second?.failed, { timeout: 60_000 });
  expect(state().second?.failed).toContain(' is on the same disk as the data: connect and mount its own');
  expect(readdirSync(place)).toEqual([]);
});

test.skipIf(!existsSync(OTHER_DISK))(
  'a copy is also kept in the second place, which is never created',
  async () => {
    const disk = mkdtempSync(join(OTHER_DISK, 'cueboard-test-'));
    onTestFinished(() => {
      rmSync(disk, { recursive: true });
    });
    const place = join(disk, 'cueboard');
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => {
      logged.mockRestore();
    });
    const { state, anHourLater } = keepBy({ now: NOON }, place);
    await vi.waitUntil(() => state().second?.failed, { timeout: 60_000 });
    expect(state()).toMatchObject({ last: new Date('2026-11-21T12:00:00Z'), checked: true, failed: null });
    expect(logged.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^No copy could be kept in the second place: "The second place .+ is not there: /,
        ),
      ],
    ]);
    expect(existsSync(place)).toBe(false);

    mkdirSync(place);
    for (let day = 10; day < 17; day += 1) {
      mkdirSync(join(place, `2026-11-${day}T12-00-00Z`));
      // The first is another installation's.
      const secrets = day === 10 ? '{}' : readFileSync(join(folder, 'secrets.json'));
      writeFileSync(join(place, `2026-11-${day}T12-00-00Z`, 'secrets.json'), secrets);
    }
    mkdirSync(join(place, '2026-11-16T12-00-00Z.unfinished'));
    mkdirSync(join(place, 'photographs'));
    anHourLater();
    await vi.waitUntil(() => state().second?.failed === null, { timeout: 60_000 });
    expect(state().second).toEqual({
      place,
      last: new Date('2026-11-21T12:00:00Z'),
      checked: true,
      failed: null,
    });
    expect(readdirSync(place).sort()).toEqual([
      ...[10, 11, 12, 13, 14, 15, 16].map((day) => `2026-11-${day}T12-00-00Z`),
      '2026-11-21T12-00-00Z',
      'photographs',
    ]);
    expect(readdirSync(join(place, '2026-11-21T12-00-00Z'), { recursive: true }).sort()).toEqual(
      readdirSync(join(copies, '2026-11-21T12-00-00Z'), { recursive: true }).sort(),
    );
  },
);

test.skipIf(!existsSync(OTHER_DISK))(
  'with a public key, the second place gets encrypted files, the newest seven of this installation',
  async () => {
    const place = mkdtempSync(join(OTHER_DISK, 'cueboard-test-'));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => {
      rmSync(place, { recursive: true });
      logged.mockRestore();
    });
    const { open, secret } = await newKeys();
    const refused = keepBy({ now: NOON }, place, secret);
    await vi.waitUntil(() => refused.state().second?.failed, { timeout: 60_000 });
    expect(refused.state().second?.failed).toContain('CUEBOARD_COPIES_KEY must be a public key');
    expect(refused.state().second?.failed).not.toContain(secret);
    await refused.stop();
    expect(readdirSync(place)).toEqual([]);

    const clock = { now: NOON };
    const { state, anHourLater } = keepBy(clock, place, open);
    await vi.waitUntil(() => readdirSync(place).some((name) => name.endsWith('.age')), { timeout: 60_000 });
    const [first = ''] = readdirSync(place);
    const end = first.slice('2026-11-21T12-00-00Z'.length);
    expect(end).toMatch(/^\.[0-9a-f]{8}\.age$/);
    expect(statSync(join(place, first)).mode & 0o777).toBe(0o600);
    const names = [10, 11, 12, 13, 14, 15, 16].map((day) => `2026-11-${day}T12-00-00Z${end}`);
    const elsewhere = '2026-11-01T12-00-00Z.00000000.age';
    for (const name of [...names, elsewhere]) writeFileSync(join(place, name), '');
    anHourLater();
    await vi.waitUntil(() => readdirSync(place).length === 8, { timeout: 60_000 });
    expect(readdirSync(place).sort()).toEqual([elsewhere, ...names.slice(1), first]);
    expect(state().second).toEqual({
      place,
      last: new Date('2026-11-21T12:00:00Z'),
      checked: true,
      failed: null,
    });
  },
);

test('what stops the server stops a copy, which leaves nothing', async () => {
  const { stop } = keepBy({ now: NOON });
  await vi.waitUntil(() => existsSync(copies), { timeout: 60_000, interval: 1 });
  await stop();
  // It may have been complete before it was stopped.
  expect(readdirSync(copies).filter((name) => !existsSync(join(copies, name, 'about.json')))).toEqual([]);
  expect(readdirSync(copies).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});

test('no copy is taken of damaged data', async () => {
  const { pg } = server;
  await pg.query('create table lost (id int primary key); insert into lost values (1); checkpoint');
  const { rows } = await pg.query<{ file: string }>(`select pg_relation_filepath('lost') as file`);
  truncateSync(join(folder, 'postgres', rows[0]?.file ?? ''));
  await expect(takeCopy({ folder, pg }, NOON)).rejects.toThrow(
    'the table public.lost has 0 rows but its index 1',
  );
  expect(readdirSync(copies)).toEqual([]);
});
