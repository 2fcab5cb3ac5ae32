import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { inject, onTestFinished } from 'vitest';

/** A folder that goes with the test. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};

/** Makes `folder` the data folder of an installation that was started once and stopped. */
const fill = (folder: string): string => {
  cpSync(inject('preparedData'), folder, { recursive: true });
  return folder;
};

/** The data folder of an installation that was started once and stopped; it goes with the test. */
export const installation = (): string => fill(temporaryFolder());

/** The same for all tests of a file, which deletes it. */
export const sharedInstallation = (): string => fill(mkdtempSync(join(tmpdir(), 'cueboard-data-')));

/** A Postgres in memory with Auth's tables and all migrations, and nothing in them. */
export const preparedDatabase = (): PGlite =>
  new PGlite({ loadDataDir: new Blob([readFileSync(inject('preparedCluster'))]) });
