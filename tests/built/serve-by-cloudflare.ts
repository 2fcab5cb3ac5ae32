import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Served } from '../embedded/serve.ts';

interface Options {
  /** 0 takes a free one. */
  readonly port?: number;
  /** The snapshot service's address, as a deployment sets it. */
  readonly service?: string;
}

/** Serves a folder with Cloudflare's own runtime on this machine: no account, no network, nothing left behind. */
export const serveByCloudflare = async (
  dist: string,
  { port = 0, service }: Options = {},
): Promise<Served> => {
  const state = mkdtempSync(join(tmpdir(), 'cueboard-cloudflare-'));
  const child = spawn(
    process.execPath,
    [
      'node_modules/wrangler/bin/wrangler.js',
      'dev',
      '--local',
      '--config',
      'wrangler.jsonc',
      '--assets',
      dist,
      '--ip',
      '127.0.0.1',
      '--port',
      String(port),
      '--inspector-port',
      '0',
      '--persist-to',
      state,
      '--show-interactive-dev-session=false',
      ...(service === undefined ? [] : ['--var', `SNAPSHOT_SERVICE:${service}`]),
    ],
    {
      // A separate process group: stopping it also stops the runtime that it starts.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        CI: '1',
        FORCE_COLOR: '0',
        CLOUDFLARE_CF_FETCH_ENABLED: 'false',
        WRANGLER_LOG_PATH: state,
        WRANGLER_SEND_METRICS: 'false',
      },
    },
  );
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  const killNow = (): void => kill('SIGKILL');
  process.once('exit', killNow);
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const close = async (): Promise<void> => {
    // It stops its runtime itself; the group is for leftovers.
    child.kill('SIGTERM');
    const late = setTimeout(killNow, 5000);
    await exited;
    clearTimeout(late);
    killNow();
    process.removeListener('exit', killNow);
    rmSync(state, { recursive: true, force: true });
  };

  let output = '';
  const ready = new Promise<string>((found, failed) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const origin = /Ready on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (origin) found(origin);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void exited.then(() => failed(new Error(`wrangler ended before it was ready:\n${output}`)));
  });
  try {
    return { origin: await ready, close };
  } catch (error) {
    await close();
    throw error;
  }
};
