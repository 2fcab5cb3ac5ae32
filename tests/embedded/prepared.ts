import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareAuth } from '../../supabase/embedded/auth/index.ts';
import { connect, createRoles, migrate, type Database } from '../../supabase/embedded/data/database.ts';
import { DATA } from '../../supabase/embedded/data/paths.ts';
import type { Address } from '../../supabase/embedded/data/postgres.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { openSessions } from '../../supabase/embedded/data/sessions.ts';

/**
 * Vitest's global setup: the folder and database that most tests start with, made once for all. A first start takes a
 * second of work, a copy of its folder or database a tenth of one. Tests of first starts don't use it.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an installation that was started once and stopped. */
    preparedData: string;
    /** A PostgreSQL for all tests, and its database with Auth's tables and all migrations, and nothing in them. */
    prepared: { readonly address: Address; readonly template: string };
  }
}

/**
 * No test cuts the power, so nothing needs to reach the disk: a process that is killed leaves what it wrote to the
 * system. A commit would otherwise wait for the disk a hundred times as long as it works.
 */
const WITHOUT_DISK = 'alter system set fsync = off';

/** Where another server is named, with its superuser `postgres`: `postgres://postgres:password@host:5432`. */
const NAMED = process.env['CUEBOARD_TEST_POSTGRES'];

/** The PostgreSQL for all tests: one of our own in `folder`, like that of `data`, or the named one. */
const openPostgres = async (folder: string, data: string): Promise<Database> => {
  if (NAMED === undefined) {
    cpSync(join(data, DATA.database), folder, { recursive: true });
    return connect(folder);
  }
  const { hostname, port, password } = new URL(NAMED);
  const address: Address = {
    host: decodeURIComponent(hostname),
    port: Number(port || 5432),
    ...(password && { password: decodeURIComponent(password) }),
  };
  const sessions = await openSessions(address);
  await createRoles(sessions.pg);
  return { ...sessions, address };
};

export default async (project: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-prepared-'));
  const preparedData = join(folder, 'data');
  const server = await startServer({ folder: preparedData, port: 0, mail: () => undefined });
  await server.pg.query(WITHOUT_DISK);
  await server.close();

  const template = `prepared_${process.pid}`;
  const database = await openPostgres(join(folder, 'postgres'), preparedData);
  await database.pg.query(`create database ${template}`);
  const { pg, close } = await openSessions(database.address, template);
  await prepareAuth(pg);
  await migrate(pg);
  await close();
  project.provide('preparedData', preparedData);
  project.provide('prepared', { address: database.address, template });
  return async () => {
    // A server of our own goes with its folder.
    if (NAMED !== undefined) {
      const { rows } = await database.pg.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [template],
      );
      for (const { name } of rows) await database.pg.query(`drop database ${name} (force)`);
    }
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
};
