import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Served } from './serve.ts';

const require = createRequire(import.meta.url);

const SERVICE = 'supabase/functions/snapshot';

/** Packages come from `node_modules`, and nothing from the network. */
export const OFFLINE = ['--node-modules-dir=manual', '--no-remote', '--config', `${SERVICE}/deno.json`];

/** What an edge function may: ask the network, read its settings and the files of its bundle. */
const PERMISSIONS = [
  '--no-prompt',
  '--allow-net=127.0.0.1',
  '--allow-env=SUPABASE_URL,SUPABASE_SECRET_KEYS,SUPABASE_SERVICE_ROLE_KEY,SITE_URL,SNAPSHOT_ADDRESS',
  `--allow-read=${SERVICE}/fonts,node_modules/@imagemagick/magick-wasm,node_modules/@resvg/resvg-wasm`,
];

/** The program that the npm package `deno` brings for this machine. */
export const denoPath = (): string =>
  (require('deno/install_api.cjs') as { runInstall: () => string }).runInstall();

/** Nothing of this machine's Deno, and no question after a newer one. */
export const denoEnvironment = (folder: string): Record<string, string> => ({
  DENO_DIR: folder,
  DENO_NO_UPDATE_CHECK: '1',
  NO_COLOR: '1',
});

export interface DenoService extends Served {
  /** What it has printed. */
  readonly output: () => string;
}

/** Starts the snapshot service as the platform does, on a free port of this machine. */
export const startDenoService = async (settings: Readonly<Record<string, string>>): Promise<DenoService> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-deno-'));
  const child = spawn(denoPath(), ['run', ...OFFLINE, ...PERMISSIONS, `${SERVICE}/index.ts`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...denoEnvironment(folder), DENO_SERVE_ADDRESS: 'tcp:127.0.0.1:0', ...settings },
  });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  const exited = new Promise<void>((done) => {
    child.once('close', () => done());
    child.once('error', () => done());
  });
  let output = '';
  const close = async (): Promise<void> => {
    kill();
    await exited;
    process.removeListener('exit', kill);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const origin = await new Promise<string>((found, failed) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        const address = /Listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
        if (address) found(address);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      void exited.then(() => failed(new Error(`Deno ended before it was ready:\n${output}`)));
    });
    return { origin, output: () => output, close };
  } catch (error) {
    await close();
    throw error;
  }
};
