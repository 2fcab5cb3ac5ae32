import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../data/paths.ts';

/** What this program is: a release from an archive, or a checkout. */
export interface Version {
  /** As in `package.json`. */
  readonly version: string;
  /** The commit's whole hash; null in a checkout without Git. */
  readonly commit: string | null;
}

/** A release's file about itself, in the archive's folder. */
export const RELEASE_FILE = 'release.json';

/** A release, and the settings that its pages were built with. */
export interface Release extends Version {
  readonly commit: string;
  /** The build's settings by their names: `PUBLIC_…`. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The release in `folder`; undefined in a checkout. */
export const releaseIn = (folder: string): Release | undefined => {
  const file = join(folder, RELEASE_FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Release) : undefined;
};

/** The build's settings that are set. */
export const buildSettings = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env)
      .filter((entry): entry is [string, string] => entry[0].startsWith('PUBLIC_') && entry[1] !== undefined)
      .sort(),
  );

/** The commit of the checkout; null without Git. */
const readCommit = (): string | null => {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

let known: Version | undefined;

/** This program's version. Asks Git once. */
export const programVersion = (): Version => {
  if (!known) {
    const of = releaseIn(ROOT) ?? (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Version);
    known = { version: of.version, commit: of.commit ?? readCommit() };
  }
  return known;
};

const shortCommit = (commit: string): string => commit.slice(0, 8);

/** A version for people, such as "0.2.0 (a9b14a88)". */
export const formatVersion = ({ version, commit }: Version): string =>
  commit === null ? version : `${version} (${shortCommit(commit)})`;

/** A release's name among others, such as "0.2.0-a9b14a88". `docs/install.sh` writes the same. */
export const releaseName = ({ version, commit }: Release): string => `${version}-${shortCommit(commit)}`;
