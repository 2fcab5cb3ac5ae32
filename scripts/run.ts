import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The project's top folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs one of the project's tools (a name in `node_modules/.bin`, or `node`) in the top folder, showing its
 * output. Gives its exit code; 1 when a signal ended it.
 */
export const run = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${root}node_modules/.bin:${process.env['PATH'] ?? ''}`,
        ASTRO_TELEMETRY_DISABLED: '1',
        ...env,
      },
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });
