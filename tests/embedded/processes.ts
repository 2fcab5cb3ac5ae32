import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/backend/database.types.ts';
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/config/backend.ts';
import { ROOT } from '../../supabase/embedded/data/paths.ts';
import { DEMO } from '../../supabase/embedded/ops/demo.ts';

export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  /** The exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Runs a program of the repository; it is killed with the test, if it still runs. */
export const run = (script: string, args: string[] = [], env: Record<string, string> = {}): Run =>
  runCommand(process.execPath, [join(ROOT, script), ...args], env);

const pick = (...names: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(names.map((name) => [name, process.env[name]]));

/** Runs a program of the system; it is killed with the test, if it still runs. */
export const runCommand = (command: string, args: string[], env: Record<string, string> = {}): Run => {
  const child = spawn(command, args, {
    cwd: ROOT,
    // Leaves out the settings of the person who runs the tests.
    env: { ...pick('PATH', 'HOME', 'NODE_COMPILE_CACHE'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output: () => output, errors: () => errors, ended };
};

/** For tests that start several processes, each with a Postgres, on machines that do other things too. */
export const PATIENCE = { timeout: 140_000, interval: 5 };

/** The address that `server-process.ts` printed when it was ready. */
export const originOf = async (server: Run): Promise<string> => {
  await vi.waitUntil(
    () => /Ready at \S+\n/.test(server.output()) || server.child.exitCode !== null,
    PATIENCE,
  );
  const origin = /Ready at (?<origin>\S+)\n/.exec(server.output())?.groups?.['origin'];
  if (!origin) throw new Error(`It did not start: ${server.errors()}`);
  return origin;
};

/** Signs in to the demo account. */
export const signInToDemo = async (origin: string) => {
  const client = createClient<Database>(origin, EMBEDDED_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await client.auth.signInWithPassword(DEMO);
  if (error) throw error;
  return { client, session: data.session };
};

/** Ends it as a power cut would. */
export const kill = async (server: Run): Promise<void> => {
  server.child.kill('SIGKILL');
  await server.ended;
};

/** Whether something can listen on a port of this machine. */
const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, 'localhost', () => resolve(true));
  });
  if (listening) await new Promise((resolve) => server.close(resolve));
  return listening;
};

/**
 * A port that nothing listened on a moment ago. No system gives it to a process that asks for any port: a test beside
 * this one can't get it meanwhile.
 */
export const freePort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000);
  return (await isFree(port)) ? port : freePort();
};
