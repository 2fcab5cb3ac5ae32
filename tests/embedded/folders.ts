import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openSessions, type Sessions } from '../../supabase/embedded/data/sessions.ts';

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

/** A database with Auth's tables and all migrations, and nothing in them. */
export const preparedDatabase = async (): Promise<Sessions> => {
  const { address, template } = inject('prepared');
  const name = `${template}_${randomUUID().replaceAll('-', '')}`;
  const server = await openSessions(address);
  await server.pg.query(`create database ${name} template ${template}`);
  await server.close();
  return openSessions(address, name);
};
