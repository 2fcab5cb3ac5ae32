import type { Extensions } from '@electric-sql/pglite';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { prepareAuth } from './auth/index.ts';
import { connect, migrate, MIGRATIONS } from './database.ts';

/**
 * Postgres in memory, with Auth's tables, what hosted Supabase has by itself, and a folder's migrations (ours unless
 * told otherwise): for tests, and for whoever reads the schema. Throws StartProblem.
 */
export const openInMemory = async (
  options: { readonly migrations?: string | undefined; readonly extensions?: Extensions } = {},
): Promise<PgliteConnection> => {
  const connection = await connect(undefined, options.extensions);
  await prepareAuth({
    connection,
    secrets: { jwtSecret: 'unused'.repeat(6), secretKey: 'sb_secret_unused' },
    siteUrl: 'http://localhost',
  });
  await migrate(connection.driver, options.migrations ?? MIGRATIONS);
  return connection;
};
