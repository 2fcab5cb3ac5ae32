import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './files.ts';
import { copiesFolder, DATA, UNFINISHED } from './paths.ts';
import { Damage } from '../http/problem.ts';

/** An installation's keys, created on its first start. They never leave the data folder. */
export interface Secrets {
  readonly jwtSecret: string;
  /** Supabase's secret key: it grants the service_role. */
  readonly secretKey: string;
}

const random = (): string => randomBytes(32).toString('base64url');

/** The installation's keys. Throws Damage. */
export const readSecrets = (folder: string): Secrets => {
  const file = join(folder, DATA.secrets);
  if (!existsSync(file)) throw new Damage(`${DATA.secrets} is missing`);
  const text = readFileSync(file, 'utf8');
  let secrets: Partial<Record<string, unknown>> | null;
  try {
    secrets = JSON.parse(text) as Partial<Record<string, unknown>> | null;
  } catch {
    throw new Damage(`${DATA.secrets} is not JSON`);
  }
  const key = (name: keyof Secrets): string => {
    const value = secrets?.[name];
    if (typeof value !== 'string' || value === '') throw new Damage(`${DATA.secrets} lacks ${name}`);
    return value;
  };
  return { jwtSecret: key('jwtSecret'), secretKey: key('secretKey') };
};

const makeSecrets = (folder: string): void => {
  const secrets: Secrets = {
    jwtSecret: random(),
    secretKey: `sb_secret_${random()}`,
  };
  writeWhole(join(folder, DATA.secrets), `${JSON.stringify(secrets, null, 2)}\n`);
};

/** A database gets its name once it is complete, so anything missing from one was lost. Throws Damage. */
export const checkDatabase = (folder: string): void => {
  for (const path of ['PG_VERSION', 'global/pg_control']) {
    const file = join(folder, DATA.database, path);
    if (!statSync(file, { throwIfNoEntry: false })?.size) {
      throw new Damage(`${DATA.database}/${path} is missing or empty`);
    }
    accessSync(file, constants.R_OK | constants.W_OK);
  }
};

/** Whether a first start ever completed: the mark may be lost too, but the pictures are created last. */
const wasComplete = (folder: string): boolean =>
  existsSync(join(folder, DATA.mark)) ||
  [join(folder, DATA.pictures), copiesFolder(folder)].some(
    (path) => existsSync(path) && readdirSync(path).length > 0,
  );

/** Records that the first start is complete. */
export const markComplete = (folder: string): void => {
  const mark = join(folder, DATA.mark);
  if (!existsSync(mark)) writeWhole(mark, `${new Date().toISOString()}\n`);
};

const deleteUnfinished = (folder: string): void => {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true, force: true });
  }
};

/** Where a complete, checked copy waits to replace the data. */
export const restoringFolder = (folder: string, stamp: string): string => join(folder, `restoring-${stamp}`);

/**
 * Moves the copy in `restoring-<time>` into place, entry by entry, and the old data into `replaced-<time>`, whose path
 * it returns. If interrupted, running it again completes it.
 */
export const putInPlace = (folder: string, stamp: string): string => {
  const restoring = restoringFolder(folder, stamp);
  const replaced = join(folder, `replaced-${stamp}`);
  if (!existsSync(replaced)) mkdirSync(replaced, { mode: 0o700 });
  for (const entry of Object.values(DATA)) {
    if (!existsSync(join(restoring, entry))) continue;
    if (existsSync(join(folder, entry))) renameSync(join(folder, entry), join(replaced, entry));
    renameSync(join(restoring, entry), join(folder, entry));
  }
  rmdirSync(restoring);
  return replaced;
};

/** In a locked folder, deletes leftovers of interrupted work and completes an interrupted restore. */
export const tidyFolder = (folder: string): void => {
  deleteUnfinished(folder);
  deleteUnfinished(copiesFolder(folder));
  for (const name of readdirSync(folder)) {
    const { stamp } = /^restoring-(?<stamp>[\dTZ-]+)$/.exec(name)?.groups ?? {};
    if (!stamp) continue;
    const replaced = putInPlace(folder, stamp);
    console.log(`An interrupted restore is now complete. The previous data is in ${replaced}.`);
  }
};

/** Whether a folder holds data, of which every part is there. Throws Damage if one was lost. */
export const checkFolder = (folder: string): boolean => {
  if (existsSync(join(folder, DATA.database))) {
    checkDatabase(folder);
    readSecrets(folder);
    return true;
  }
  if (wasComplete(folder)) throw new Damage(`the folder ${DATA.database} is missing`);
  return false;
};

/**
 * Checks that a locked folder's data is complete and returns its keys, creating them on the first start. Never replaces
 * lost data with something new. Throws Damage.
 */
export const openFolder = (folder: string): Secrets => {
  tidyFolder(folder);
  if (!checkFolder(folder) && !existsSync(join(folder, DATA.secrets))) makeSecrets(folder);
  return readSecrets(folder);
};
