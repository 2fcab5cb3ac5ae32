import { chmodSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { examine } from '../../supabase/embedded/ops/doctor.ts';
import { lockFolder } from '../../supabase/embedded/data/folder-lock.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { installation, temporaryFolder } from './folders.ts';
import { freePort, run } from './processes.ts';

/** The problems of the installation in a folder. */
const wrongWith = async (folder: string, env: Record<string, string> = {}) => {
  for (const [name, value] of Object.entries({
    PORT: String(await freePort()),
    ...env,
    CUEBOARD_DATA: folder,
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return (await examine()).filter(({ fine }) => !fine).map(({ message }) => message);
};

test.each([
  [
    'lost',
    (folder: string) => truncateSync(join(folder, 'postgres/global/pg_control')),
    / is damaged: postgres\/global\/pg_control is missing or empty\. npm run restore lists the copies\.$/,
  ],
  [
    'for everybody to read',
    (folder: string) => chmodSync(join(folder, 'secrets.json'), 0o644),
    /^Other accounts of this computer can read .+secrets\.json: run chmod go= /,
  ],
  [
    'of another time',
    (folder: string) => utimesSync(join(folder, 'first-start'), 4e9, 4e9),
    / but has files of 2096-.+: set its clock/,
  ],
  [
    'in use',
    (folder: string) => void lockFolder(folder),
    / is in use by process \d+: stop that one first\.$/,
  ],
])('data that is %s is reported with advice', async (_what, breakIt, advice) => {
  const folder = installation();
  breakIt(folder);
  expect(await wrongWith(folder)).toEqual([expect.stringMatching(advice)]);
});

test('a port that is taken and unusable second places are reported', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void taken.close());
  const PORT = String((taken.address() as AddressInfo).port);
  const folder = join(temporaryFolder(), 'data');
  const place = join(temporaryFolder(), 'copies');
  expect(await wrongWith(folder, { PORT, CUEBOARD_COPIES: place })).toEqual([
    `Port ${PORT} is taken: stop what uses it, or choose another with PORT=8080 npm start.`,
    expect.stringMatching(/^The second place for copies, .+ is not there: /),
  ]);
  mkdirSync(place);
  expect(await wrongWith(folder, { CUEBOARD_COPIES: place })).toEqual([
    expect.stringMatching(/ is on the same disk as the data: /),
  ]);
});

test('data that can’t be read does not end it', async () => {
  const folder = installation();
  const secrets = join(folder, 'secrets.json');
  rmSync(secrets);
  mkdirSync(secrets);
  const place = temporaryFolder();
  mkdirSync(join(place, '2026-11-20T12-00-00Z'));
  writeFileSync(join(place, '2026-11-20T12-00-00Z', 'secrets.json'), '{}');
  expect(await wrongWith(folder, { CUEBOARD_COPIES: place })).toContainEqual(
    expect.stringMatching(/^EISDIR: .+\.$/),
  );
});

test('beside a server that is well nothing is wrong, and its exit code says so', async () => {
  const folder = installation();
  const server = await startServer({ folder, port: 0, mail: () => undefined });
  onTestFinished(() => server.close());
  const doctor = run('supabase/embedded/ops/doctor.ts', [], { CUEBOARD_DATA: folder });
  expect([await doctor.ended, doctor.errors()]).toEqual([0, '']);
  expect(doctor.output()).toContain(`✓ The server runs at ${server.origin}, version `);
  expect(doctor.output()).not.toContain('✗');

  writeFileSync(join(folder, 'file'), '');
  const broken = run('supabase/embedded/ops/doctor.ts', [], { CUEBOARD_DATA: join(folder, 'file') });
  expect(await broken.ended).toBe(1);
});
