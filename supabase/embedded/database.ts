import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Extensions, PGlite } from '@electric-sql/pglite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { exclusiveKysely } from './exclusive.ts';
import { quoted } from './log.ts';
import { ROOT, UNFINISHED } from './paths.ts';
import { Damage, messageOf, sqlStateOf, StartProblem } from './problem.ts';
import { readThrough } from './read-through.ts';

/** Hosted Realtime keeps its messages for three days. */
const PURGE_MESSAGES = `delete from realtime.messages where inserted_at < now() - interval '3 days'`;
const PURGE_EVERY_MILLIS = 60 * 60 * 1000;

const PLATFORM = join(import.meta.dirname, 'platform.sql');
export const MIGRATIONS = join(ROOT, 'supabase/migrations');

const ROLES = ['anon nologin', 'authenticated nologin', 'service_role nologin bypassrls'];

/**
 * What of lite's connection we set. `rlsState` is private there: at the first signed-in request lite would otherwise
 * grant every role everything in each schema that has row-level security, and undo the migrations' grants.
 */
type Adjustable = Omit<PgliteConnection, 'kysely'> & { kysely: unknown; rlsState: 'active' };

/** Why Postgres didn't start with its files, or couldn't read them; undefined when they are not the reason. */
const damageOf = (error: unknown): Damage | undefined => {
  if (error instanceof Damage) return error;
  if (sqlStateOf(error) !== undefined) return new Damage(`Postgres says ${quoted(messageOf(error))}`);
  const doesNotStart =
    error instanceof WebAssembly.RuntimeError || messageOf(error).includes('failed to initialize');
  return doesNotStart ? new Damage('Postgres does not start with its files') : undefined;
};

/** Makes a database in `folder` that gets its name when it is complete: a first start that is cut off leaves none. */
const create = async (folder: string): Promise<void> => {
  const unfinished = `${folder}${UNFINISHED}`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await createPgliteConnection({ url: unfinished })).close();
  renameSync(unfinished, folder);
};

/**
 * Opens Postgres in `folder`, or in memory without one, with the roles that Supabase has, and reads through what is in
 * it. Throws Damage when that fails because of its files, or another StartProblem.
 */
export const connect = async (folder?: string, extensions: Extensions = {}): Promise<PgliteConnection> => {
  const isNew = folder !== undefined && !existsSync(folder);
  try {
    if (isNew) await create(folder);
    const connection = await createPgliteConnection({
      ...(folder ? { url: folder } : {}),
      pgliteOptions: { extensions },
    });
    if (!isNew) {
      await connection.driver.transaction(readThrough).catch(async (error: unknown) => {
        await connection.close();
        throw error;
      });
    }
    const adjustable = connection as unknown as Adjustable;
    adjustable.kysely = exclusiveKysely(connection.driver);
    adjustable.rlsState = 'active';
    for (const role of ROLES) {
      await connection.driver.exec(
        `do $$ begin create role ${role}; exception when duplicate_object then null; end $$`,
      );
    }
    return connection;
  } catch (error) {
    const damage = isNew ? undefined : damageOf(error);
    if (damage) throw damage;
    throw new StartProblem(`The database in ${folder ?? 'memory'} can't be opened: ${messageOf(error)}.`);
  }
};

/**
 * Brings the database to the newest state: what hosted Supabase has by itself, then each of `folder`'s migrations
 * that has not run, in order, each in a transaction of its own and recorded where the Supabase CLI records it.
 * Needs schema `auth`, which Auth makes. Throws StartProblem with the failing file's name.
 */
export const migrate = async (pg: PGlite, folder: string = MIGRATIONS): Promise<void> => {
  await pg.exec(readFileSync(PLATFORM, 'utf8'));
  await pg.exec(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text
    );`);
  const { rows } = await pg.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const done = new Set(rows.map(({ version }) => version));
  for (const file of readdirSync(folder).sort()) {
    const { version, name } = /^(?<version>\d+)_(?<name>.+)\.sql$/.exec(file)?.groups ?? {};
    if (!version || !name || done.has(version)) continue;
    const sql = readFileSync(join(folder, file), 'utf8');
    try {
      await pg.transaction(async (transaction) => {
        await transaction.exec(sql);
        await transaction.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
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

/** Deletes old Realtime messages now and every hour. Gives the function that stops it. */
export const purgeMessages = async (pg: PGlite): Promise<() => void> => {
  await pg.exec(PURGE_MESSAGES);
  const timer = setInterval(() => {
    pg.exec(PURGE_MESSAGES).catch((error: unknown) => {
      console.error(`Old Realtime messages could not be deleted: ${messageOf(error)}`);
    });
  }, PURGE_EVERY_MILLIS);
  return () => {
    clearInterval(timer);
  };
};
