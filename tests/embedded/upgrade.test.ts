import { cpSync, globSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { MIGRATIONS } from '../../supabase/embedded/data/database.ts';
import { RELEASES } from '../common/releases.ts';
import { makeEvening, seeEvening, storeEvening, unpackEvening } from '../common/stored-evening.ts';
import { temporaryFolder } from './folders.ts';

vi.setConfig({ testTimeout: 120_000 });

const STORED = globSync('*.tar.zst', { cwd: RELEASES }).map((file) => basename(file, '.tar.zst'));

test.for(STORED)('today’s program shows the evening that version %s stored', async (version) => {
  const folder = join(temporaryFolder(), 'data');
  const seen = unpackEvening(join(RELEASES, version), folder);
  expect(await seeEvening(folder, seen.owner)).toEqual(seen);
});

test('a stored evening is the same after a later migration, and after one that raises', async () => {
  const root = temporaryFolder();
  const stored = join(root, 'stored');
  const first = join(root, 'first');
  const made = await makeEvening(first);
  expect(made.results.length).toBeGreaterThan(20);
  expect(made.boards).toHaveLength(4);
  expect([made.players.length, made.waiting.length]).toEqual([4, 4]);
  storeEvening(first, stored, made);

  const folder = join(root, 'data');
  const seen = unpackEvening(stored, folder);
  expect(seen).toEqual(made);
  const migrations = join(root, 'migrations');
  cpSync(MIGRATIONS, migrations, { recursive: true });
  const later = join(migrations, '99990101000000_later.sql');
  const raises = 'alter table public.results add column note text; update public.players set flag = null';
  writeFileSync(later, `${raises}; do $$ begin raise 'not today'; end $$;`);
  await expect(seeEvening(folder, seen.owner, { migrations })).rejects.toThrow(
    'The migration 99990101000000_later.sql failed and was undone: not today.',
  );
  expect(await seeEvening(folder, seen.owner)).toEqual(seen);
  writeFileSync(later, 'alter table public.results add column note text;');
  expect(await seeEvening(folder, seen.owner, { migrations })).toEqual(seen);

  // What people see differs after a migration that loses something.
  writeFileSync(
    join(migrations, '99990201000000_worse.sql'),
    "update public.players set name = 'X' where flag = 'MA' and name = 'Éloïse Ñandú'",
  );
  expect(await seeEvening(folder, seen.owner, { migrations })).not.toEqual(seen);
});
