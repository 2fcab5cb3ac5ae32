import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, ROOT, UNFINISHED } from '../data/paths.ts';
import { StartProblem } from '../http/problem.ts';
import { readOptions, runProgram } from './program.ts';

const INPUTS = [
  'src/**/*',
  'i18n/**/*',
  'public/**/*',
  '*.config.*',
  'tsconfig.json',
  'package-lock.json',
  '.env*',
];
/** Inside a build, so deleting `dist` clears it. Never served. */
const STAMP = '.built-from';

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
  const { status, signal } = spawnSync(process.execPath, [astro, 'build', '--outDir', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Tests set NODE_ENV, which would make Astro build for development.
    env: { ...process.env, ...settings, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (signal !== null) {
    const memory = signal === 'SIGKILL' ? ' A build needs 1.1 GB of memory.' : '';
    throw new StartProblem(`The build of the site was ended by ${signal}.${memory}`);
  }
  if (status !== 0) throw new StartProblem('The site could not be built: the reason is above.');
};

/** Whether `dist` is of these inputs. */
export const isBuilt = (hash = inputsHash()): boolean => {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
};

/**
 * Builds the site if `dist` is missing or out of date. The new one replaces the old one only when it is complete. Throws
 * StartProblem.
 */
export const buildIfStale = (): void => {
  const hash = inputsHash();
  if (isBuilt(hash)) return;
  console.log('Building the site…');
  const next = DIST + UNFINISHED;
  rmSync(next, { recursive: true, force: true });
  buildSite(next);
  writeFileSync(join(next, STAMP), hash);
  rmSync(DIST, { recursive: true, force: true });
  renameSync(next, DIST);
};

/** `npm run build`. */
if (import.meta.main) {
  await runProgram(async () => {
    readOptions('npm run build    builds the site into dist/, unless it is there', { options: {} });
    buildIfStale();
  });
}
