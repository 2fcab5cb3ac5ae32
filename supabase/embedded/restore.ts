import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copiesFolder, listCopies, readAbout, type Copy } from './copies.ts';
import { tidyFolder } from './data-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { dataFolder } from './paths.ts';
import { messageOf, StartProblem } from './problem.ts';
import { restoreCopy } from './restoring.ts';

/** `npm run restore` lists the copies of the data; `npm run restore -- <copy>` restores one. */

const megabytesOf = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
    ),
  );
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
};

/** One copy, on one line. */
const describe = async (folder: string, copy: Copy): Promise<string> => {
  const about = readAbout(folder, copy);
  return [
    `  ${copy.name}`,
    copy.time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
    `${await megabytesOf(join(copiesFolder(folder), copy.name))} MB`,
    ...(about ? [`accounts ${about.accounts}, overlays ${about.overlays}, pictures ${about.pictures}`] : []),
  ].join('   ');
};

const list = async (folder: string, copies: readonly Copy[]): Promise<void> => {
  if (copies.length === 0) {
    console.log(`There is no copy in ${copiesFolder(folder)} yet: npm start takes one a day.`);
    return;
  }
  console.log(`Copies of ${folder}, newest first:\n`);
  for (const copy of copies) console.log(await describe(folder, copy));
  console.log(
    '\nStop the server, then bring one back with npm run restore -- latest, or with its name in place of "latest".',
  );
};

const restore = async (folder: string, copies: readonly Copy[], wanted: string): Promise<void> => {
  const copy = wanted === 'latest' ? copies[0] : copies.find(({ name }) => name === wanted);
  if (!copy) {
    throw new StartProblem(`There is no copy "${wanted}" of ${folder}: npm run restore lists the copies.`);
  }
  const lock = lockFolder(folder);
  try {
    tidyFolder(folder);
    const replaced = await restoreCopy(folder, copy, new Date());
    console.log(
      `The data of ${copy.name} is back: npm start.\n` +
        `What was there is in ${replaced}: delete that folder when you no longer need it.`,
    );
  } finally {
    lock.release();
  }
};

const main = async (): Promise<void> => {
  const [wanted, ...rest] = process.argv.slice(2);
  if (rest.length) throw new StartProblem('Usage: npm run restore, or npm run restore -- latest');
  const folder = dataFolder();
  const copies = listCopies(folder, new Date());
  if (wanted === undefined) await list(folder, copies);
  else await restore(folder, copies, wanted);
};

main().catch((error: unknown) => {
  if (!(error instanceof StartProblem)) throw error;
  console.error(messageOf(error));
  process.exitCode = 1;
});
