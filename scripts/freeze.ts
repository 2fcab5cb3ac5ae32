import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS } from '../supabase/embedded/data/database.ts';
import { ROOT } from '../supabase/embedded/data/paths.ts';
import { StartProblem } from '../supabase/embedded/http/problem.ts';
import { readOptions, runProgram } from '../supabase/embedded/ops/program.ts';
import { programVersion } from '../supabase/embedded/ops/version.ts';
import { storePages } from '../tests/common/hall/store-pages.ts';
import { RELEASES } from '../tests/common/releases.ts';
import { makeEvening, storeEvening } from '../tests/common/stored-evening.ts';
import { hashesOf, nextMigration, readReleased, RELEASED } from './migration.ts';

/**
 * `npm run freeze` prepares a release's commit: from now on its migrations never change, and later versions have to
 * open an evening of its data, and to serve its pages.
 */

const main = async (): Promise<void> => {
  readOptions(
    "npm run freeze    notes this version's migrations, and stores an evening of its data and its pages for tests",
    {
      options: {},
    },
  );
  const { version } = programVersion();
  const to = join(RELEASES, version);
  if (existsSync(`${to}.json`)) {
    throw new StartProblem(`Version ${version} is stored already: set another one in package.json first.`);
  }
  const next = await nextMigration(readReleased());
  const file = join(MIGRATIONS, next?.file ?? '');
  if (next && (!existsSync(file) || readFileSync(file, 'utf8') !== next.sql)) {
    throw new StartProblem(
      'The migration is not made from the schemas: run npm run baseline, and commit it.',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-freeze-'));
  try {
    const data = join(folder, 'data');
    const seen = await makeEvening(data);
    mkdirSync(RELEASES, { recursive: true });
    storeEvening(data, to, seen);
    await storePages(ROOT, to);
    writeFileSync(RELEASED, `${JSON.stringify(hashesOf(), null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

await runProgram(main);
