import { rmSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openInMemory } from '../../supabase/embedded/in-memory.ts';
import { startServer } from '../../supabase/embedded/server.ts';

/**
 * Vitest's global setup: what most tests begin with, made once for all of them. A first start takes seconds of work,
 * a copy of its folder a tenth of one. Tests of first starts begin without.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of an installation that was started once and stopped. */
    preparedData: string;
    /** A Postgres with Auth's tables and all migrations, and nothing in them, as PGlite dumps it. */
    preparedCluster: string;
  }
}

export default async (project: TestProject) => {
  const prepared = mkdtempSync(join(tmpdir(), 'cueboard-prepared-'));
  const [preparedData, preparedCluster] = [join(prepared, 'data'), join(prepared, 'cluster.tar')];
  const server = await startServer({ folder: preparedData, port: 0, mail: () => undefined });
  await server.close();
  const { driver: pg } = await openInMemory();
  writeFileSync(preparedCluster, await (await pg.dumpDataDir('none')).bytes());
  await pg.close();
  project.provide('preparedData', preparedData);
  project.provide('preparedCluster', preparedCluster);
  return () => {
    rmSync(prepared, { recursive: true, force: true });
  };
};
