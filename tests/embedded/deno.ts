import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Served } from './serve.ts';

const require = createRequire(import.meta.url);

/** An edge function, by its folder. */
export type Service = 'snapshot' | 'score';

export const folderOf = (service: Service): string => `supabase/functions/${service}`;

/** Packages come from `node_modules`, and nothing from the network. */
export const offline = (service: Service): readonly string[] => [
  '--node-modules-dir=manual',
  '--no-remote',
  '--config',
  `${folderOf(service)}/deno.json`,
];

const PACKAGES = 'node_modules/@imagemagick/magick-wasm,node_modules/@resvg/resvg-wasm';

/** What an edge function may: ask the network, read its settings and the files of its bundle. */
const PERMISSIONS: Readonly<Record<Service, readonly string[]>> = {
  snapshot: [
    '--allow-env=SUPABASE_URL,SUPABASE_SECRET_KEYS,SUPABASE_SERVICE_ROLE_KEY,SITE_URL,SNAPSHOT_ADDRESS',
    `--allow-read=${folderOf('snapshot')}/fonts,${PACKAGES}`,
  ],
  score: [
    '--allow-env=SUPABASE_URL,SUPABASE_SECRET_KEYS,SUPABASE_SERVICE_ROLE_KEY,SUPABASE_PUBLISHABLE_KEYS,SUPABASE_ANON_KEY',
  ],
};

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
  /** Its process. */
  readonly pid: number;
  /** What it has printed. */
  readonly output: () => string;
}

/** Starts an edge function as the platform does, on a free port of this machine. */
export const startDenoService = async (
  service: Service,
  settings: Readonly<Record<string, string>>,
): Promise<DenoService> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-deno-'));
  const allowed = ['--no-prompt', '--allow-net=127.0.0.1', ...PERMISSIONS[service]];
  const program = `${folderOf(service)}/index.ts`;
  const child = spawn(denoPath(), ['run', ...offline(service), ...allowed, program], {
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
    return { origin, pid: child.pid ?? 0, output: () => output, close };
  } catch (error) {
    await close();
    throw error;
  }
};
