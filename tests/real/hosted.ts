import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../supabase/embedded/data/postgres.ts';

const SQL = readFileSync(join(import.meta.dirname, 'hosted.sql'), 'utf8');

const PLATFORM = readFileSync('supabase/embedded/data/platform.sql', 'utf8');

/** The statements of the embedded server that make these functions of schema `realtime`. */
export const realtimeFunctions = (...names: readonly string[]): string =>
  names
    .map(
      (name) =>
        new RegExp(`^create or replace function realtime\\.${name}\\([^]*?^\\$\\$;`, 'm').exec(PLATFORM)?.[0],
    )
    .join('\n');

/** Roles that sign in to a hosted project's database. */
const LOGINS = [
  'postgres',
  'supabase_auth_admin',
  'supabase_realtime_admin',
  'authenticator',
  'cli_login_postgres',
] as const;
type Login = 'supabase_admin' | (typeof LOGINS)[number];

/** A database with the roles, schemas and owners of a hosted Supabase project, and nothing in schema `public`. */
export interface Hosted {
  /** Opens a session, closed with the database. */
  readonly signIn: (user: Login) => Promise<Client>;
  /** The database's address for a client that is not ours. */
  readonly addressOf: (user: Login) => string;
  readonly close: () => Promise<void>;
}

export const startHosted = async (): Promise<Hosted> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-hosted-'));
  // A path too long for a socket makes PostgreSQL listen on a port, as other programs need.
  const outer = join(folder, 'x'.repeat(100));
  mkdirSync(outer);
  const { address, stop } = await startPostgres(join(outer, 'postgres'));
  const { password = '' } = address;
  const sessions: Client[] = [];
  const signIn = async (user: string): Promise<Client> => {
    const client = new Client({ ...address, user, database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    sessions.push(client);
    return client;
  };

  // The first role, which owns the system catalogues, has to stay a superuser: there it is `supabase_admin`.
  const first = await signIn('postgres');
  await first.query(`create role namer superuser login password '${password}'`);
  await first.end();
  const namer = await signIn('namer');
  await namer.query('alter role postgres rename to supabase_admin');
  await namer.end();
  const admin = await signIn('supabase_admin');
  await admin.query('drop role namer');
  await admin.query(SQL);
  await admin.query(`set role supabase_realtime_admin; ${realtimeFunctions('topic', 'send')} reset role`);
  for (const role of LOGINS) await admin.query(`alter role ${role} password '${password}'`);

  return {
    signIn,
    addressOf: (user) =>
      `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${address.port}/postgres?sslmode=disable`,
    close: async () => {
      for (const session of sessions) await session.end();
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
};
