import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../scripts/run.ts';

/** The system's data on a process; empty if it has just ended. */
const readProcess = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** The processes that a process has started. */
const childrenOf = (pid: number): number[] =>
  readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** A process and all that it has started, and what that has. */
const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** A process's memory in MB, with its share of shared memory. */
const megabytesOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+) kB/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;

/** Processor time of a process and of its ended children, in seconds; a tick is 10 ms. */
const secondsOf = (pid: number): number => {
  // After the name, which may contain anything: utime, stime, cutime and cstime are the 12th to 15th.
  const fields = readProcess(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 15) ?? [];
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
};

export interface BenchServer {
  readonly origin: string;
  /** The data folder. */
  readonly folder: string;
  /** The demo overlay's address. */
  readonly overlay: string;
  /** What it and its PostgreSQL hold in memory, in MB. */
  readonly memory: () => number;
  /** What its own process holds of that. */
  readonly ownMemory: () => number;
  /** Has its process let go of all that it no longer uses. */
  readonly collect: () => Promise<void>;
  /** What it and its PostgreSQL have used of the processor, in seconds. */
  readonly processor: () => number;
  /** Its process, and its PostgreSQL's first one: others when one of them was started again. */
  readonly processes: () => readonly number[];
  /** Ends the server at once, as a power cut does, and has it start again with its data; resolves when it is ready. */
  readonly restart: () => Promise<void>;
  /** Ends the server, and deletes its data when it writes no more. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server's process, and waits until it is ready. Returns it with its last printed line, the demo overlay's
 * address.
 */
const launch = async (port: number, folder: string): Promise<{ process: ChildProcess; overlay: string }> => {
  const collects = ['--expose-gc', '--import', './tests/bench/common/collect.ts'];
  const server = spawn(process.execPath, [...collects, 'supabase/embedded/ops/start.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), CUEBOARD_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(server, 'exit');
  const printed = new Promise<string>((resolve) => {
    let text = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // What follows the link shows that the link is all there.
      const link = /https?:\/\/\S+\/overlay\/\S+(?=\s)/.exec(text)?.[0];
      if (link !== undefined) resolve(link);
    });
  });
  const overlay = await Promise.race([printed, ended.then(() => undefined)]);
  if (overlay === undefined) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error('The server did not start.');
  }
  return { process: server, overlay };
};

const end = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
};

/** Runs `npm start` as a separate process, with new data, and waits until it is ready. */
export const startBenchServer = async (port: number): Promise<BenchServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-bench-'));
  let { process: server, overlay } = await launch(port, folder);
  return {
    origin: new URL(overlay).origin,
    overlay,
    folder,
    memory: () => familyOf(server.pid ?? 0).reduce((sum, pid) => sum + megabytesOf(pid), 0),
    ownMemory: () => megabytesOf(server.pid ?? 0),
    collect: async () => {
      const collected = once(server, 'message');
      server.send('collect');
      await collected;
    },
    processor: () => familyOf(server.pid ?? 0).reduce((sum, pid) => sum + secondsOf(pid), 0),
    processes: () => familyOf(server.pid ?? 0).slice(0, 2),
    restart: async () => {
      await end(server);
      ({ process: server, overlay } = await launch(port, folder));
    },
    stop: async () => {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
