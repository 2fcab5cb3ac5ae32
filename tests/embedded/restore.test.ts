import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_TABLES } from '../../src/config/limits.ts';
import { listCopies, takeCopy } from '../../supabase/embedded/data/copies.ts';
import { tidyFolder } from '../../supabase/embedded/data/data-folder.ts';
import { restoreCopy } from '../../supabase/embedded/data/restoring.ts';
import { newKeys, sealCopy } from '../../supabase/embedded/data/sealed.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { installation, temporaryFolder } from './folders.ts';
import { freePort, kill, originOf, PATIENCE, run, signInToDemo } from './processes.ts';

const START = 'supabase/embedded/ops/start.ts';
const SERVER = 'tests/embedded/server-process.ts';
// The first test starts seven processes, most with a Postgres, on machines that do other things too.
vi.setConfig({ testTimeout: 300_000 });

const restore = async (folder: string, ...args: string[]) => restoreFrom({}, folder, ...args);

const restoreFrom = async (env: Record<string, string>, folder: string, ...args: string[]) => {
  const program = run('supabase/embedded/ops/restore.ts', args, { CUEBOARD_DATA: folder, TZ: 'UTC', ...env });
  const code = await program.ended;
  return { code, output: program.output(), errors: program.errors() };
};

const demoOverlay = async (origin: string) => {
  const { client } = await signInToDemo(origin);
  const { data } = await client.rpc('ensure_overlay');
  return { client, token: data?.url_token ?? '' };
};

const saveScore = async (origin: string, s1: number) => {
  const { client, token } = await demoOverlay(origin);
  const { error } = await client.from('public_overlays').update({ s1 }).eq('url_token', token);
  expect(error).toBeNull();
};

const readOverlay = async (origin: string) => {
  const { client, token } = await demoOverlay(origin);
  return (await client.rpc('get_overlay', { key: token })).data;
};

test('yesterday’s data comes back: copies survive kill -9, npm start names them, npm run restore brings one', async () => {
  const folder = installation();
  const copies = join(folder, 'copies');
  const files = () => (existsSync(copies) ? readdirSync(copies) : []);
  const complete = () => listCopies(folder, new Date()).map(({ name }) => name);
  const start = async () => run(START, [], { CUEBOARD_DATA: folder, PORT: String(await freePort()) });
  const first = run(SERVER, [folder]);
  await saveScore(await originOf(first), 3);
  await kill(first);

  // Killed while it copies, there is no half copy. On a busy machine, the kill may come after the copy.
  const second = await start();
  await vi.waitUntil(() => files().length > 0, PATIENCE);
  await kill(second);
  expect(files()).toEqual([expect.stringMatching(/Z(\.unfinished)?$/)]);
  for (const name of complete()) expect(readdirSync(join(copies, name))).toContain('about.json');
  if (complete().length === 0) {
    expect((await restore(folder)).output).toBe(
      `There is no copy in ${copies} yet: npm start takes one a day.\n`,
    );
  }

  const third = await start();
  // The second's copy may be complete: it says nothing about the third.
  await vi.waitUntil(() => third.output().includes('Ctrl-C') && complete().length > 0, PATIENCE);
  const [name = ''] = complete();
  expect(files()).toEqual([name]);
  const refused = await restore(folder, 'latest');
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringMatching(/ is in use by process \d+, at http/),
  ]);
  await saveScore(/Site\s+(?<origin>\S+)/.exec(third.output())?.groups?.['origin'] ?? '', 5);
  third.child.kill('SIGINT');
  expect(await third.ended).toBe(0);

  for (const entry of readdirSync(join(folder, 'postgres')))
    rmSync(join(folder, 'postgres', entry), { recursive: true });
  const damaged = await start();
  expect([await damaged.ended, damaged.errors()]).toEqual([
    1,
    `The data in ${folder} is damaged: postgres/PG_VERSION is missing or empty. Bring back a copy with ` +
      `npm run restore -- latest (copies, newest first: ${name}), or delete ${folder} to start afresh, ` +
      'which loses every account, overlay and snapshot.\n',
  ]);

  const listed = await restore(folder);
  expect(listed.code).toBe(0);
  expect(listed.output).toMatch(
    new RegExp(
      String.raw`^  ${name}   \d+ \w+ \d{4}, \d\d:\d\d   \d+ MB   accounts 1, overlays 1, pictures ${DEFAULT_TABLES.length}$`,
      'm',
    ),
  );
  const restored = await restore(folder, name);
  expect([restored.code, restored.errors]).toEqual([0, '']);
  const replaced = /What was there is in (?<path>\S+):/.exec(restored.output)?.groups?.['path'] ?? '';
  expect(readdirSync(replaced).sort()).toEqual(['first-start', 'postgres', 'secrets.json', 'snapshots']);
  expect(await readOverlay(await originOf(run(SERVER, [folder])))).toMatchObject({ s1: 3 });
  expect(files()).toEqual([name]);
});

const ENTRIES = ['postgres', 'secrets.json', 'snapshots', 'first-start'];

test.each(Array.from({ length: 2 * ENTRIES.length + 2 }, (_, moves) => moves))(
  'a restore that is cut off after %i moves is completed',
  (moves) => {
    const folder = temporaryFolder();
    const stamp = '2026-11-21T12-00-00Z';
    const restoring = join(folder, `restoring-${stamp}`);
    const replaced = join(folder, `replaced-${stamp}`);
    mkdirSync(restoring);
    for (const entry of ENTRIES) {
      writeFileSync(join(folder, entry), 'old');
      writeFileSync(join(restoring, entry), 'restored');
    }
    const steps = [
      () => mkdirSync(replaced),
      ...ENTRIES.flatMap((entry) => [
        () => {
          renameSync(join(folder, entry), join(replaced, entry));
        },
        () => {
          renameSync(join(restoring, entry), join(folder, entry));
        },
      ]),
    ];
    for (const step of steps.slice(0, moves)) step();
    const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => {
      logged.mockRestore();
    });
    tidyFolder(folder);
    expect(readdirSync(folder).sort()).toEqual([...ENTRIES, `replaced-${stamp}`].sort());
    for (const entry of ENTRIES) {
      expect(readFileSync(join(folder, entry), 'utf8')).toBe('restored');
      expect(readFileSync(join(replaced, entry), 'utf8')).toBe('old');
    }
    expect(logged.mock.calls).toEqual([
      [`An interrupted restore is now complete. The previous data is in ${replaced}.`],
    ]);
    tidyFolder(folder);
    expect(logged).toHaveBeenCalledTimes(1);
  },
);

test('a backup is restored from the second place, and a damaged one replaces none', async () => {
  const folder = installation();
  const server = await startServer({ folder, port: 0 });
  await takeCopy({ folder, pg: server.pg }, new Date('2026-11-20T12:00:00Z'));
  await server.close();
  const copies = join(folder, 'copies');
  const damages: [name: string, what: string, damage: (copy: string) => void][] = [
    [
      '2026-11-21T12-00-00Z',
      'PostgreSQL does not start with these files',
      (copy) => {
        truncateSync(join(copy, 'postgres/global/pg_control'), 100);
      },
    ],
    [
      '2026-11-21T13-00-00Z',
      'secrets.json is not JSON',
      (copy) => {
        appendFileSync(join(copy, 'secrets.json'), '}');
      },
    ],
    [
      '2026-11-21T14-00-00Z',
      'ENOENT: no such file',
      (copy) => {
        rmSync(join(copy, 'secrets.json'));
      },
    ],
  ];
  // Where nothing is left but a disk with copies, one comes back by its folder, or as the latest of the second place.
  const name = '2026-11-20T12-00-00Z';
  for (const [env, wanted] of [
    [{}, join(copies, name)],
    [{ CUEBOARD_COPIES: copies }, 'latest'],
  ] as const) {
    const machine = join(temporaryFolder(), 'data');
    const { code, output, errors } = await restoreFrom(env, machine, wanted);
    expect([code, output, errors]).toEqual([0, `The data of ${name} is back: npm start.\n`, '']);
    expect(readdirSync(machine).sort()).toEqual([...ENTRIES, 'server.lock'].sort());
  }
  const before = readdirSync(folder);
  const secrets = readFileSync(join(folder, 'secrets.json'), 'utf8');
  for (const [name, what, damage] of damages) {
    cpSync(join(copies, '2026-11-20T12-00-00Z'), join(copies, name), { recursive: true });
    damage(join(copies, name));
    const [copy] = listCopies(folder, new Date('2026-11-22T12:00:00Z'));
    expect(copy?.name).toBe(name);
    await expect(copy && restoreCopy(folder, copy, new Date())).rejects.toThrow(
      new RegExp(`^The copy ${name} is damaged: ${what}.*\\. Nothing was changed: choose another one\\.$`),
    );
    expect(readdirSync(folder)).toEqual(before);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe(secrets);
  }
});

test('an encrypted copy comes back on a bare machine by its key, and only whole', async () => {
  const folder = installation();
  const server = await startServer({ folder, port: 0 });
  await saveScore(server.origin, 4);
  const name = '2026-11-20T12-00-00Z';
  await takeCopy({ folder, pg: server.pg }, new Date('2026-11-20T12:00:00Z'));
  await server.close();
  const made = await restore(folder, '--new-key');
  const key = /CUEBOARD_COPIES_KEY=(?<key>age1\w+)/.exec(made.output)?.groups?.['key'] ?? '';
  const secret = /AGE-SECRET-KEY-1\w+/.exec(made.output)?.[0] ?? '';
  const place = temporaryFolder();
  const file = join(place, `${name}.0123abcd.age`);
  await sealCopy(join(folder, 'copies', name), { to: file, key });
  const sealed = readFileSync(file);
  expect(sealed.includes('secrets.json')).toBe(false);

  const machine = join(temporaryFolder(), 'data');
  const unseal = (wanted: string, typed: string) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['supabase/embedded/ops/restore.ts', wanted],
      { env: { ...process.env, CUEBOARD_DATA: machine }, input: `${typed}\n`, encoding: 'utf8' },
    );
    return { status, output: stdout, errors: stderr.replace(/^Secret key .*?: /, '') };
  };
  const other = await newKeys();
  const cut = join(place, `2026-11-20T13-00-00Z.0123abcd.age`);
  writeFileSync(cut, sealed.subarray(0, -100));
  const changed = join(place, `2026-11-20T14-00-00Z.0123abcd.age`);
  const bytes = Buffer.from(sealed);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
  writeFileSync(changed, bytes);
  for (const [wanted, typed, problem] of [
    [file, other.secret, `This is not the key of ${file}.`],
    [file, key, 'That is not a secret key: it begins with AGE-SECRET-KEY-1.'],
    [cut, secret, `${cut} is cut off or was changed: choose another copy.`],
    [changed, secret, `${changed} is cut off or was changed: choose another copy.`],
  ] as const) {
    expect(unseal(wanted, typed)).toEqual({
      status: 1,
      output: '',
      errors: `${problem} Nothing was changed.\n`,
    });
    expect(readdirSync(machine)).toEqual(['server.lock']);
  }

  const listed = await restoreFrom({ CUEBOARD_COPIES: place }, machine);
  expect(listed.output).toMatch(new RegExp(`^  ${name}\\.0123abcd\\.age   .* MB   encrypted$`, 'm'));
  expect(unseal(file, secret)).toEqual({
    status: 0,
    output: `The data of ${name}.0123abcd.age is back: npm start.\n`,
    errors: '',
  });
  expect(readdirSync(machine).sort()).toEqual([...ENTRIES, 'server.lock'].sort());
  expect(await readOverlay(await originOf(run(SERVER, [machine])))).toMatchObject({ s1: 4 });
});

test('a data folder that was copied by hand before an update comes back by its path', async () => {
  const folder = installation();
  const before = join(temporaryFolder(), 'data-before-update');
  cpSync(folder, before, { recursive: true });
  expect(await restore(folder, before)).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^The data of data-before-update is back: npm start\.\nWhat was there is in /,
    ) as string,
  });
});

test('a copy of another form of the database is refused, and nothing changes', async () => {
  const folder = installation();
  const server = await startServer({ folder, port: 0 });
  await server.pg.query(`update supabase_migrations.schema_migrations set statements = array['select 1']`);
  await takeCopy({ folder, pg: server.pg }, new Date('2026-11-20T12:00:00Z'));
  await server.close();
  const before = readdirSync(folder);
  const [copy] = listCopies(folder, new Date());
  await expect(copy && restoreCopy(folder, copy, new Date())).rejects.toThrow(
    /^The copy 2026-11-20T12-00-00Z could not be restored: The database has another form of .* CUEBOARD_DATA\. Nothing was changed\.$/,
  );
  expect(readdirSync(folder)).toEqual(before);
});

test('an unclear order changes nothing, and says what to do', async () => {
  const folder = temporaryFolder();
  const unknown = await restore(folder, 'yesterday');
  expect([unknown.code, unknown.errors]).toEqual([
    1,
    `There is no copy "yesterday" of ${folder}: npm run restore lists the copies.\n`,
  ]);
  const many = await restore(folder, 'latest', 'now');
  expect([many.code, many.errors]).toEqual([
    1,
    expect.stringMatching(/^There is one argument too many: "now"\.\n\nnpm run restore /),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});
