import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EMBEDDED_PUBLISHABLE_KEY as apikey } from '../../src/config/backend.ts';
import { startPostgres } from '../../supabase/embedded/data/postgres.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { openSessions } from '../../supabase/embedded/data/sessions.ts';
import { installation, temporaryFolder } from './folders.ts';
import { listen, subscribed } from './realtime-server.ts';
import { signInToDemo } from './processes.ts';

/** PostgreSQL as the embedded server starts and watches it. */

const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);

/** A process of PostgreSQL's that serves a client, if there is one just now. */
const aBackendOf = (postmaster: number): number | undefined =>
  spawnSync('ps', ['-axo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes(` ${postmaster} `) && line.includes('postgres postgres'))
    .map((line) => Number.parseInt(line, 10))
    .at(-1);

test('four times, a session’s process or all of PostgreSQL is killed: nothing acknowledged is lost, screens stay', async () => {
  const folder = installation();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = await startServer({ folder, port: 0, mail: () => undefined });
  onTestFinished(async () => {
    await server.close();
    logged.mockRestore();
  });
  const { client, session } = await signInToDemo(server.origin);
  const { data: overlay } = await client.rpc('ensure_overlay');
  const token = overlay?.url_token ?? '';

  const statuses: string[] = [];
  const screen = client.channel(`overlay:${token}`, { config: { private: true } });
  const { messages } = listen(screen);
  await subscribed(screen);
  screen.subscribe((status) => statuses.push(status));

  /** Saves without a pause, each number once, until it is stopped. Returns the last acknowledged number. */
  const scoring = { isOver: false };
  const refused = new Set<string>();
  let acknowledged = 0;
  const score = async (): Promise<void> => {
    for (let s1 = 1; !scoring.isOver; s1 += 1) {
      const answer = await fetch(`${server.origin}/rest/v1/public_overlays?url_token=eq.${token}`, {
        method: 'PATCH',
        headers: {
          apikey,
          authorization: `Bearer ${session.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ s1: s1 % 9999 }),
      });
      await answer.arrayBuffer();
      if (answer.ok) acknowledged = s1;
      else {
        refused.add(`${answer.status} ${answer.headers.get('retry-after') ?? ''}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const ended = score();
  const stored = async (): Promise<number> => {
    const { data } = await client.rpc('get_overlay', { key: token });
    return (data as { s1: number } | null)?.s1 ?? -1;
  };

  for (let kill = 0; kill < 4; kill += 1) {
    const before = acknowledged;
    await vi.waitUntil(
      () => {
        try {
          const postmaster = postmasterOf(folder);
          const victim = kill % 2 ? postmaster : aBackendOf(postmaster);
          return victim !== undefined && process.kill(victim, 'SIGKILL');
        } catch {
          // Between two of its lives there is no such file, or no such process.
          return false;
        }
      },
      { timeout: 20_000, interval: 5 },
    );
    await vi.waitUntil(() => acknowledged > before, { timeout: 20_000, interval: 5 });
  }
  scoring.isOver = true;
  await ended;
  await vi.waitUntil(async () => (await stored()) === acknowledged % 9999, { timeout: 20_000 });
  expect([...refused]).toEqual(['503 1']);
  expect(statuses.filter((status) => status !== 'SUBSCRIBED')).toEqual([]);
  await vi.waitUntil(() => messages.some((board) => board['s1'] === acknowledged % 9999), {
    timeout: 20_000,
  });
});

test('a statement that takes too long is ended, and so is an abandoned transaction', async () => {
  const server = await startServer({ folder: installation(), port: 0, mail: () => undefined });
  onTestFinished(server.close);
  const session = await server.pg.connect();
  const lost = new Promise((resolve) => session.once('error', resolve));
  await session.query('begin');
  await expect(server.pg.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  expect(await lost).toMatchObject({ code: '25P03' });
  session.release();
});

test('where a socket’s path would be too long, it takes a port of this machine, and its password', async () => {
  const folder = join(temporaryFolder(), 'a'.repeat(60), 'b'.repeat(60));
  mkdirSync(folder, { recursive: true });
  const postgres = await startPostgres(join(folder, 'postgres'));
  const { address } = postgres;
  expect(address).toMatchObject({
    host: '127.0.0.1',
    password: expect.stringMatching(/^[\w-]{32}$/) as string,
  });
  const { pg, close } = await openSessions(address);
  expect((await pg.query('select inet_server_addr()::text as address')).rows).toEqual([
    { address: '127.0.0.1/32' },
  ]);
  await close();
  await expect(openSessions({ ...address, password: 'guessed' })).rejects.toMatchObject({ code: '28P01' });
  await postgres.stop();
});

test('a folder may be called anything', async () => {
  const folder = join(temporaryFolder(), `a "b", 'c' ضيف`);
  mkdirSync(folder);
  const postgres = await startPostgres(join(folder, 'postgres'));
  const { pg, close } = await openSessions(postgres.address);
  expect((await pg.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await close();
  await postgres.stop();
});

test('files of another version of PostgreSQL are left alone, and the sentence says what to do', async () => {
  const folder = installation();
  const version = join(folder, 'postgres/PG_VERSION');
  writeFileSync(version, '16\n');
  await expect(startServer({ folder, port: 0 })).rejects.toThrow(
    `The database in ${join(folder, 'postgres')} was made by another version of this program, and this one can't read it: ` +
      'start that one, or choose another data folder with CUEBOARD_DATA.',
  );
  expect(readFileSync(version, 'utf8')).toBe('16\n');
});

test('a killed process’s lock keeps no other process out, even if its id is in use again', async () => {
  const folder = join(installation(), 'postgres');
  const first = await startPostgres(folder);
  const note = readFileSync(join(folder, 'postmaster.pid'), 'utf8');
  await first.stop();
  // Of a process that runs, and is none of PostgreSQL's.
  writeFileSync(join(folder, 'postmaster.pid'), note.replace(/^\d+/, String(process.ppid)));
  await (await startPostgres(folder)).stop();
});
