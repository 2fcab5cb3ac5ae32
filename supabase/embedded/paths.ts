import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Where the built site lies. */
export const DIST = join(ROOT, 'dist');

/** The data folder of the embedded default: `CUEBOARD_DATA`, or `.cueboard/` in the repository's root. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(ROOT, env['CUEBOARD_DATA'] ?? '.cueboard');
}

/** What an installation's data consists of, in the data folder and in each of its copies. */
export const DATA = {
  database: 'postgres',
  secrets: 'secrets.json',
  pictures: 'snapshots',
  /** Made at the end of the first start that got that far: from then on, what is missing was lost. */
  mark: 'first-start',
} as const;

/** How the names of files and folders end that a killed process leaves incomplete: the next start deletes them. */
export const UNFINISHED = '.unfinished';
