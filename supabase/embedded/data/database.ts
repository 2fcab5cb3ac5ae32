import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { sqlStateOf } from '../../functions/_shared/database-error.ts';
import { quoted } from '../../functions/_shared/log-line.ts';
import { printFailure } from '../http/log.ts';
import { ROOT } from './paths.ts';
import { startPostgres, type Address } from './postgres.ts';
import { Damage, messageOf, StartProblem } from '../http/problem.ts';
import { readThrough } from './read-through.ts';
import { openSessions, transaction, type Sessions } from './sessions.ts';

/**
 * Hosted Realtime keeps messages for three days and repeats them on request. Ours doesn't: they are read again only
 * after a lost session, and older ones would just fill the disk.
 */
const PURGE_MESSAGES = `delete from realtime.messages where inserted_at < now() at time zone 'utc' - interval '1 hour'`;
const PURGE_EVERY_MILLIS = 60 * 60 * 1000;

const PLATFORM = join(import.meta.dirname, 'platform.sql');
export const MIGRATIONS = join(ROOT, 'supabase/migrations');

const ROLES = ['anon nologin', 'authenticated nologin', 'service_role nologin bypassrls'];

/** Creates Supabase's roles on a server that lacks them. */
export const createRoles = async (pg: Pool): Promise<void> => {
  for (const role of ROLES) {
    await pg.query(`do $$ begin create role ${role}; exception when duplicate_object then null; end $$`);
  }
};

/** For work that reads everything stored, which may take any time. */
export const WITHOUT_HURRY = 'set local statement_timeout = 0';

/** A database and its PostgreSQL, which `close` stops. */
export interface Database extends Sessions {
  readonly address: Address;
}

/** The damage that a database error reports; undefined if it reports something else. */
const damageOf = (error: unknown): Damage | undefined => {
  if (error instanceof Damage) return error;
  // Codes for files that can't be read or have unexpected content.
  return /^(XX00[12]|58)/.test(sqlStateOf(error) ?? '')
    ? new Damage(`Postgres says ${quoted(messageOf(error))}`)
    : undefined;
};

/**
 * Starts PostgreSQL in `folder`, creating it if needed, with Supabase's roles, and checks that everything in it can be
 * read. Throws Damage if its files are the problem, or another StartProblem.
 */
export const connect = async (folder: string): Promise<Database> => {
  const isNew = !existsSync(folder);
  const postgres = await startPostgres(folder);
  try {
    const sessions = await openSessions(postgres.address);
    const close = async (): Promise<void> => {
      await sessions.close();
      await postgres.stop();
    };
    try {
      if (!isNew) await transaction(sessions.pg, readThrough);
      await createRoles(sessions.pg);
      return { ...sessions, address: postgres.address, close };
    } catch (error) {
      await sessions.close();
      throw error;
    }
  } catch (error) {
    await postgres.stop();
    const damage = damageOf(error);
    if (damage) throw damage;
    throw new StartProblem(`The database in ${folder} can't be opened: ${messageOf(error)}.`, {
      cause: error,
    });
  }
};

interface Migration {
  readonly version: string;
  readonly name: string;
  readonly file: string;
  readonly sql: string;
}

/** A folder's migrations by date, ignoring files with other names. */
const readMigrations = (folder: string): readonly Migration[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const { version, name } = /^(?<version>\d+)_(?<name>.+)\.sql$/.exec(file)?.groups ?? {};
      return version && name ? [{ version, name, file, sql: readFileSync(join(folder, file), 'utf8') }] : [];
    });

/**
 * The migrations in `folder` that a database hasn't run yet. Throws StartProblem if it ran one that is missing or reads
 * otherwise here, or if one would run out of order: the result could differ from every other database.
 */
export const migrationsAhead = async (
  pg: Pool | PoolClient,
  folder: string = MIGRATIONS,
): Promise<readonly Migration[]> => {
  const migrations = readMigrations(folder);
  const { rows: done } = await pg.query<{ version: string; sql: string }>(
    'select version, statements[1] as sql from supabase_migrations.schema_migrations order by version',
  );
  for (const { version, sql } of done) {
    const ours = migrations.find((migration) => migration.version === version);
    if (ours?.sql !== sql) {
      throw new StartProblem(
        `The database has ${ours ? 'another form of ' : ''}the migration ${version}, which this version of the program ` +
          "doesn't have: start the version that made it, or choose another data folder with CUEBOARD_DATA.",
      );
    }
  }
  const last = done.at(-1)?.version ?? '';
  const fresh = migrations.filter(({ version }) => !done.some((run) => run.version === version));
  const late = fresh.find(({ version }) => version < last);
  if (late) {
    throw new StartProblem(
      `The migration ${late.file} is dated before ${last}, which the database has already: rename it to a later date.`,
    );
  }
  return fresh;
};

/**
 * Brings the database up to date: the parts of hosted Supabase we need, then each migration in `folder` that hasn't
 * run, in order, each in its own transaction and recorded where the Supabase CLI records it. Needs schema `auth`, which
 * Auth creates. Throws StartProblem if one fails, or before running any.
 */
export const migrate = async (pg: Pool, folder: string = MIGRATIONS): Promise<void> => {
  await pg.query(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text
    );`);
  const ahead = await migrationsAhead(pg, folder);
  await pg.query(readFileSync(PLATFORM, 'utf8'));
  for (const { version, name, file, sql } of ahead) {
    try {
      await transaction(pg, async (client) => {
        await client.query(WITHOUT_HURRY);
        await client.query(sql);
        await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
          version,
          [sql],
          name,
        ]);
      });
    } catch (error) {
      throw new StartProblem(`The migration ${file} failed and was undone: ${messageOf(error)}.`);
    }
  }
};

/** Deletes old Realtime messages now and every hour. Returns a function that stops this and any deletion in progress. */
export const purgeMessages = (pg: Pool): (() => Promise<void>) => {
  const purge = (): Promise<void> =>
    transaction(pg, async (client) => {
      await client.query(`${WITHOUT_HURRY}; ${PURGE_MESSAGES}`);
    }).catch((error: unknown) => {
      printFailure('Old Realtime messages could not be deleted', error);
    });
  let purging = purge();
  const timer = setInterval(() => {
    purging = purging.then(purge);
  }, PURGE_EVERY_MILLIS);
  return async () => {
    clearInterval(timer);
    await purging;
  };
};
