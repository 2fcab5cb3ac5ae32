import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAuth } from './auth/index.ts';
import { connect, migrate, MIGRATIONS, type Database } from './database.ts';

/**
 * A database in a folder that goes when it is closed, with Auth's tables, what hosted Supabase has by itself, and a folder's
 * migrations (ours unless told otherwise): for tests, and for whoever reads the schema. Throws StartProblem.
 */
export const openTemporary = async (migrations: string = MIGRATIONS): Promise<Database> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-database-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const database = await connect(join(folder, 'postgres'));
    await prepareAuth(database.pg);
    await migrate(database.pg, migrations);
    return {
      ...database,
      close: async () => {
        await database.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
};
