import { join, resolve } from 'node:path';

/** The repository's root folder. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Where the built site lies. */
export const DIST = join(ROOT, 'dist');

/** The data folder of the embedded default: `CUEBOARD_DATA`, or `.cueboard/` in the repository's root. */
export function dataFolder(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(ROOT, env['CUEBOARD_DATA'] ?? '.cueboard');
}
