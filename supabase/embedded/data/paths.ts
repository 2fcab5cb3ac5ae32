import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/** The built site. */
export const DIST = join(ROOT, 'dist');

/** The data folder of the embedded server: `CUEBOARD_DATA`, or `.cueboard/` in the repository's root. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(ROOT, env['CUEBOARD_DATA'] ?? '.cueboard');
}

/** A second place for copies, such as a folder on another disk: `CUEBOARD_COPIES`, if set. */
export function secondPlace(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env['CUEBOARD_COPIES'];
  return named ? resolve(ROOT, named) : undefined;
}

/** The public key that encrypts copies in the second place: `CUEBOARD_COPIES_KEY`, if set. */
export function copiesKey(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const key = env['CUEBOARD_COPIES_KEY'];
  return key === '' ? undefined : key;
}

/** Where a data folder keeps its copies. */
export const copiesFolder = (folder: string): string => join(folder, 'copies');

/** The parts of an installation's data, in the data folder and in every copy. */
export const DATA = {
  database: 'postgres',
  secrets: 'secrets.json',
  pictures: 'snapshots',
  /** Created at the end of the first successful start: from then on, anything missing was lost. */
  mark: 'first-start',
} as const;

/** Suffix of files and folders still being written; the next start deletes any left by a killed process. */
export const UNFINISHED = '.unfinished';
