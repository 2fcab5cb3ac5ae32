import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation';
import { introspect } from '@supabase/postgrest-typegen/introspection';
import { format, resolveConfig } from 'prettier';
import { openTemporary } from '../supabase/embedded/ops/temporary.ts';
import { ROOT } from '../supabase/embedded/data/paths.ts';

/**
 * `npm run types:database` writes the types of schema public, from the migrations, using the generator behind `supabase
 * gen types typescript`.
 */

const FILE = join(ROOT, 'src/backend/database.types.ts');

/** The formatted types for a folder's migrations (ours by default). */
export const generateTypes = async (migrations?: string): Promise<string> => {
  const database = await openTemporary(migrations);
  try {
    const schema = await introspect(database.pg, { includedSchemas: ['public'] });
    const options = { ...(await resolveConfig(FILE)), parser: 'typescript' };
    const types = await generateTypescript(sortGeneratorMetadata(schema), {
      detectOneToOneRelationships: true,
      format: (source) => format(source, options),
    });
    return `/** Written by \`npm run types:database\` from the migrations. */\n\n${types}`;
  } finally {
    await database.close();
  }
};

/** The committed types. */
export const readTypes = (): string => readFileSync(FILE, 'utf8');

if (import.meta.main) writeFileSync(FILE, await generateTypes());
