import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MIGRATIONS } from '../supabase/embedded/data/database.ts';
import { ROOT } from '../supabase/embedded/data/paths.ts';

/** `npm run baseline` writes the first migration from `supabase/schemas`: until the first release it is the only one. */

const FILE = join(MIGRATIONS, '20261126000000_baseline.sql');

/** The migration that the schemas make. */
export const makeBaseline = (): string =>
  [
    '-- Written by `npm run baseline` from supabase/schemas.\n',
    ...globSync(join(ROOT, 'supabase/schemas/*.sql'))
      .sort()
      .map((file) => `-- ${basename(file)}\n\n${readFileSync(file, 'utf8')}`),
  ].join('\n');

/** The committed migration. */
export const readBaseline = (): string => readFileSync(FILE, 'utf8');

if (import.meta.main) writeFileSync(FILE, makeBaseline());
