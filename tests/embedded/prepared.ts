import { rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { startServer } from '../../supabase/embedded/server.ts';

/**
 * Vitest's global setup: what most tests begin with, made once for all of them. A first start takes seconds of work,
 * a copy of its folder a tenth of one. Tests of first starts begin without.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an installation that was started once and stopped. */
    preparedData: string;
    /** A Postgres that nothing was done to, as PGlite dumps it. */
    emptyCluster: string;
  }
}

export default async (project: TestProject) => {
  const prepared = mkdtempSync(join(tmpdir(), 'cueboard-prepared-'));
  const [preparedData, emptyCluster] = [join(prepared, 'data'), join(prepared, 'cluster.tar')];
  const server = await startServer({ folder: preparedData, port: 0, mail: () => undefined });
  await server.close();
  const pg = new PGlite();
  writeFileSync(emptyCluster, await (await pg.dumpDataDir('none')).bytes());
  await pg.close();
  project.provide('preparedData', preparedData);
  project.provide('emptyCluster', emptyCluster);
  return () => {
    rmSync(prepared, { recursive: true, force: true });
  };
};
