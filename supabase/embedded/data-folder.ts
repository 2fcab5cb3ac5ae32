import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, StartProblem } from './problem.ts';

/** Keys of one installation, made at its first start. None of them leaves the data folder. */
export interface Secrets {
  readonly jwtSecret: string;
  /** Supabase's secret key: whoever has it acts as service_role. */
  readonly secretKey: string;
  readonly snapshotUploadKey: string;
}

const random = (): string => randomBytes(32).toString('base64url');

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Makes the folder if need be and takes it for this process: two that write to one Postgres would destroy it.
 * A lock whose process has ended is taken over. Gives the function that gives the folder back. Throws StartProblem.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = join(folder, 'lock');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (let attempt = 0; ; attempt += 1) {
      try {
        writeFileSync(lock, String(process.pid), { flag: 'wx' });
        return () => {
          rmSync(lock, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt === 2) throw error;
        const pid = Number(readFileSync(lock, 'utf8'));
        if (pid > 0 && pid !== process.pid && isRunning(pid)) {
          throw new StartProblem(
            `The data folder ${folder} is in use by process ${pid}: stop that one first.`,
          );
        }
        rmSync(lock, { force: true });
      }
    }
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    throw new StartProblem(`The data folder ${folder} can't be written: ${messageOf(error)}.`);
  }
};

/** The installation's keys, made if there are none yet. */
export const readSecrets = (folder: string): Secrets => {
  const file = join(folder, 'secrets.json');
  const make = (): Secrets => {
    const secrets = {
      jwtSecret: random(),
      secretKey: `sb_secret_${random()}`,
      snapshotUploadKey: process.env['SNAPSHOT_UPLOAD_KEY'] ?? random(),
    };
    // A start that is cut off here leaves no half-written keys behind.
    writeFileSync(`${file}.unfinished`, `${JSON.stringify(secrets, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(`${file}.unfinished`, file);
    return secrets;
  };
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return make();
    throw new StartProblem(`The keys in ${file} can't be read: ${messageOf(error)}.`);
  }
};
