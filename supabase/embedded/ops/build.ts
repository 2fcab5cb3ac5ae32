import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, ROOT } from '../data/paths.ts';
import { StartProblem } from '../http/problem.ts';

const INPUTS = [
  'src/**/*',
  'i18n/**/*',
  'public/**/*',
  '*.config.*',
  'tsconfig.json',
  'package-lock.json',
  '.env*',
];
/** Inside `dist`, so deleting or rebuilding `dist` clears it. Never served. */
const STAMP = join(DIST, '.built-from');

/** A hash of everything the build reads: files and environment settings. */
const inputsHash = (): string => {
  const hash = createHash('sha256');
  for (const file of globSync(INPUTS, { cwd: ROOT }).sort()) {
    const path = join(ROOT, file);
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0');
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('PUBLIC_')) hash.update(`${name}=${value ?? ''}\0`);
  }
  return hash.digest('hex');
};

/** Builds the site into `folder`, with `settings` overriding the environment. Throws StartProblem. */
export const buildSite = (folder: string, settings: Readonly<Record<string, string>> = {}): void => {
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  const { status } = spawnSync(process.execPath, [astro, 'build', '--outDir', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Tests set NODE_ENV, which would make Astro build for development.
    env: { ...process.env, ...settings, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new StartProblem('The site could not be built: run "npm run build" to see why.');
};

/** Whether `dist` is of these inputs. */
export const isBuilt = (hash = inputsHash()): boolean =>
  existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;

/** Builds the site if `dist` is missing or out of date. Throws StartProblem. */
export const buildIfStale = (): void => {
  const hash = inputsHash();
  if (isBuilt(hash)) return;
  console.log('Building the site…');
  buildSite(DIST);
  writeFileSync(STAMP, hash);
};

if (import.meta.main) buildIfStale();
