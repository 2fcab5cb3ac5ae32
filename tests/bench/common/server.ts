import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/run.ts';

export interface BenchServer {
  readonly origin: string;
  /** The demo overlay's address. */
  readonly overlay: string;
  /** What its process holds in memory, in MB. */
  readonly memory: () => number;
  /** Ends the server, and deletes its data when it writes no more. */
  readonly stop: () => Promise<void>;
}

/** Runs `npm start` as a process of its own, with new data, and waits until it is ready. */
export const startBenchServer = async (port: number): Promise<BenchServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
  const server = spawn(process.execPath, ['supabase/embedded/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), CUEBOARD_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const printed = new Promise<string>((resolve) => {
    let text = '';
    server.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // The last thing that it prints once it is ready; what follows the link shows that the link is all there.
      const link = /https?:\/\/\S+\/overlay\/\S+(?=\s)/.exec(text)?.[0];
      if (link !== undefined) resolve(link);
    });
  });
  const overlay = await Promise.race([printed, ended.then(() => undefined)]);
  if (overlay === undefined) {
    await stop();
    throw new Error('The server did not start.');
  }
  const memory = (): number => {
    const status = readFileSync(`/proc/${server.pid ?? ''}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
  };
  return { origin: new URL(overlay).origin, overlay, memory, stop };
};
