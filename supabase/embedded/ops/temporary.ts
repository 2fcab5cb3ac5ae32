import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAuth } from '../auth/index.ts';
import { connect, migrate, MIGRATIONS, type Database } from '../data/database.ts';

/**
 * A database that is deleted on close, with Auth's tables, the parts of hosted Supabase we need and a folder's
 * migrations (ours by default): for tests and for reading the schema. Throws StartProblem.
 */
export const openTemporary = async (migrations: string = MIGRATIONS): Promise<Database> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-database-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const database = await connect(join(folder, 'postgres'));
    try {
      await prepareAuth(database.pg);
      await migrate(database.pg, migrations);
    } catch (error) {
      await database.close();
      throw error;
    }
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
