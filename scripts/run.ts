import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const start = (
  command: string,
  args: readonly string[],
  stdio: StdioOptions,
  env: NodeJS.ProcessEnv,
  folder = root,
): ChildProcess =>
  spawn(command, args, {
    cwd: folder,
    stdio,
    env: {
      ...process.env,
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      ASTRO_TELEMETRY_DISABLED: '1',
      // Tests start many processes, and each would compile the same modules: half the time of a start.
      NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache/node'),
      ...env,
    },
  });

const ended = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code ?? 1);
    });
  });

/**
 * Runs a tool (a name in `node_modules/.bin`, or `node`) in the root of this checkout or of another one, `folder`,
 * showing its output. Returns its exit code, or 1 if a signal ended it.
 */
export const run = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  folder?: string,
): Promise<number> => ended(start(command, args, 'inherit', env, folder));

/** A command that passes or fails by its exit code. */
export type Check = readonly [name: string, command: string, args: readonly string[]];

/**
 * Runs checks in parallel, starting them in order and printing each one's output when it ends. Those that are `patient`
 * take only what other processes leave of the processors. Returns the names that failed.
 */
export const runChecks = async (
  checks: readonly Check[],
  { patient = false }: { readonly patient?: boolean } = {},
): Promise<string[]> => {
  const waiting = [...checks];
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, command, args] = check;
      const since = performance.now();
      const child = start(command, args, ['ignore', 'pipe', 'pipe'], {});
      if (patient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      const code = await ended(child);
      if (code !== 0) failed.push(name);
      const seconds = ((performance.now() - since) / 1000).toFixed(1);
      console.log(`── ${code === 0 ? '✓' : '✗'} ${name}, ${seconds} s`);
      // Show the output only if it failed.
      if (code !== 0) console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return failed;
};
