import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DIST, ROOT, UNFINISHED } from '../data/paths.ts';
import { messageOf, StartProblem } from '../http/problem.ts';
import { readOptions, runProgram } from './program.ts';
import { buildSettings, releaseIn } from './version.ts';

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
  for (const [name, value] of Object.entries(buildSettings())) hash.update(`${name}=${value}\0`);
  return hash.digest('hex');
};

/** Builds the site into `folder`, with `settings` overriding the environment. Throws StartProblem. */
export const buildSite = (folder: string, settings: Readonly<Record<string, string>> = {}): void => {
  const astro = join(ROOT, 'node_modules/astro/bin/astro.mjs');
  if (!existsSync(astro)) {
    throw new StartProblem(
      'The site is not built, and npm ci --omit=dev leaves out the programs that build it: run npm ci, or install a release.',
    );
  }
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

/** Whether `dist` is a release's, or of these inputs. */
export const isBuilt = (hash = inputsHash()): boolean => {
  if (releaseIn(ROOT)) return true;
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
};

/**
 * Builds the site if `dist` is missing or out of date, unless this is a release. The new one replaces the old one only
 * when it is complete. Throws StartProblem.
 */
export const buildIfStale = (): void => {
  const release = releaseIn(ROOT);
  if (release) {
    const settings = buildSettings();
    const changed = Object.keys(settings).find((name) => settings[name] !== release.settings[name]);
    if (changed === undefined) return;
    throw new StartProblem(
      `${changed} is a setting of a build, and this release was built ${
        release.settings[changed] === undefined ? 'without it' : `with "${release.settings[changed]}"`
      }: unset it, or make a release with it from a checkout.`,
    );
  }
  const hash = inputsHash();
  if (isBuilt(hash)) return;
  const next = DIST + UNFINISHED;
  try {
    rmSync(next, { recursive: true, force: true });
    mkdirSync(next);
  } catch (error) {
    throw new StartProblem(
      `The site has to be built, and this account can't write in ${ROOT} (${messageOf(error)}): run npm run build as the account that owns it, or install a release.`,
      { cause: error },
    );
  }
  console.log('Building the site…');
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
