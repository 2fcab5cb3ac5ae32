import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareAuth } from '../../supabase/embedded/auth/index.ts';
import { connect, migrate } from '../../supabase/embedded/database.ts';
import type { Address } from '../../supabase/embedded/postgres.ts';
import { startServer } from '../../supabase/embedded/server.ts';
import { openSessions } from '../../supabase/embedded/sessions.ts';

/**
 * Vitest's global setup: what most tests begin with, made once for all of them. A first start takes a second of work,
 * a copy of its folder or database a tenth of one. Tests of first starts begin without.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an installation that was started once and stopped. */
    preparedData: string;
    /** A PostgreSQL for all tests, and its database with Auth's tables and all migrations, and nothing in them. */
    prepared: { readonly address: Address; readonly template: string };
  }
}

export default async (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-prepared-'));
  const preparedData = join(folder, 'data');
  const server = await startServer({ folder: preparedData, port: 0, mail: () => undefined });
  await server.close();

  const template = 'prepared';
  const database = await connect(join(folder, 'postgres'));
  await database.pg.query(`create database ${template}`);
  const { pg, close } = await openSessions(database.address, template);
  await prepareAuth(pg);
  await migrate(pg);
  await close();
  project.provide('preparedData', preparedData);
  project.provide('prepared', { address: database.address, template });
  return async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
};
