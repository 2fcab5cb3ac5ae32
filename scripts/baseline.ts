import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../supabase/embedded/data/paths.ts';

/** `supabase/schemas` as one text, which makes the whole database. */
export const makeBaseline = (): string =>
  globSync(join(ROOT, 'supabase/schemas/*.sql'))
    .sort()
    .map((file) => `\n-- ${basename(file)}\n\n${readFileSync(file, 'utf8')}`)
    .join('');
