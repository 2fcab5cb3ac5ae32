import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUse, lockFolder } from '../../supabase/embedded/data/folder-lock.ts';
import { temporaryFolder } from './folders.ts';
import { run } from './processes.ts';

const uses = (folder: string) => () => {
  lockFolder(folder);
};

test('a folder is locked once, within a process too, until it is given back', () => {
  const folder = join(temporaryFolder(), 'data');
  const lock = lockFolder(folder);
  expect(uses(folder)).toThrow(FolderInUse);
  lock.note('http://localhost:4321');
  expect(uses(folder)).toThrow(
    `The data folder ${folder} is in use by process ${process.pid}, at http://localhost:4321: stop that one first.`,
  );
  // Nothing that a killed process would leave, except the file that is locked and the note.
  expect(readdirSync(folder).sort()).toEqual(['server.json', 'server.lock']);
  lock.release();
  expect(readdirSync(folder)).toEqual(['server.lock']);
  lockFolder(folder).release();
});

test('a lock without references stays', () => {
  const folder = temporaryFolder();
  lockFolder(folder);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  expect(uses(folder)).toThrow(FolderInUse);
});

test('another process is kept out too, whatever the note says', async () => {
  const folder = temporaryFolder();
  const lock = lockFolder(folder);
  onTestFinished(lock.release);
  writeFileSync(join(folder, 'server.json'), 'not JSON');
  const other = run('tests/embedded/server-process.ts', [folder]);
  expect([await other.ended, other.errors()]).toEqual([
    1,
    `The data folder ${folder} is in use by another process: stop that one first.\n`,
  ]);
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
});

test.runIf(existsSync('/dev/full'))('on a full disk it says what helps', () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/full', join(folder, 'server.json.unfinished'));
  expect(uses(folder)).toThrow(`There is no room left for ${folder}: make some on its disk.`);
});

test('the note of a process that was killed says nothing, whatever number it bears', () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'server.json'),
    JSON.stringify({ process: process.ppid, address: 'http://localhost:1' }),
  );
  const lock = lockFolder(folder);
  onTestFinished(lock.release);
  expect(uses(folder)).toThrow(`in use by process ${process.pid}: stop`);
});
