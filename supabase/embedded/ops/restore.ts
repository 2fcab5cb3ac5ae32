import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { checkPlace, copiesIn, copyAt, isSealed, listCopies, readAbout, type Copy } from '../data/copies.ts';
import { tidyFolder } from '../data/data-folder.ts';
import { lockFolder } from '../data/folder-lock.ts';
import { copiesFolder, dataFolder, secondPlace, UNFINISHED } from '../data/paths.ts';
import { StartProblem } from '../http/problem.ts';
import { restoreCopy } from '../data/restoring.ts';
import { newKeys, unsealCopy } from '../data/sealed.ts';
import { readOptions, runProgram } from './program.ts';

/**
 * `npm run restore` lists the copies of the data, here and in the second place; `npm run restore -- <copy>` restores
 * one, by its name or its folder. An encrypted one, a file, asks for its secret key.
 */

const USAGE = `npm run restore                lists the copies of the data
npm run restore -- <copy>      restores one: "latest", or its name or folder. Stop the server first.
npm run restore -- --new-key   makes a pair of keys for encrypted copies in the second place`;

const megabytesOf = async (folder: string, sealed: boolean): Promise<number> => {
  if (sealed) return Math.ceil((await stat(folder)).size / 1e6);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.map(async (entry) =>
      entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0,
    ),
  );
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1e6);
};

/** One copy, on one line. */
const describe = async (copy: Copy): Promise<string> => {
  const about = readAbout(copy);
  return [
    `  ${copy.name}`,
    copy.time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
    `${await megabytesOf(copy.path, isSealed(copy))} MB`,
    ...(isSealed(copy) ? ['encrypted'] : []),
    ...(about ? [`accounts ${about.accounts}, overlays ${about.overlays}, pictures ${about.pictures}`] : []),
  ].join('   ');
};

const list = async (folder: string, second: string | undefined, now: Date): Promise<void> => {
  const own = listCopies(folder, now);
  if (own.length === 0)
    console.log(`There is no copy in ${copiesFolder(folder)} yet: npm start takes one a day.`);
  else console.log(`Copies of ${folder}, newest first:\n`);
  for (const copy of own) console.log(await describe(copy));
  const others = second === undefined ? [] : copiesIn(second, now);
  if (others.length) console.log(`\nCopies in ${second}, newest first:\n`);
  for (const copy of others) console.log(await describe(copy));
  if (own.length + others.length === 0) return;
  console.log(
    '\nStop the server, then bring one back with npm run restore -- latest, or with its name or folder in place of "latest".',
  );
};

/** The chosen copy: the latest, one by its name, or one by its folder, in any place. */
const find = (folder: string, second: string | undefined, wanted: string, now: Date): Copy | undefined => {
  const copies = [...listCopies(folder, now), ...(second === undefined ? [] : copiesIn(second, now))];
  const ofPast = copies.filter(({ time }) => time <= now);
  const newest = Math.max(...ofPast.map(({ time }) => time.getTime()));
  if (wanted === 'latest') return ofPast.find(({ time }) => time.getTime() === newest) ?? copies[0];
  // npm changes to the repository's folder, but a typed path is relative to the original one.
  return (
    copies.find(({ name }) => name === wanted) ?? copyAt(resolve(process.env['INIT_CWD'] ?? '.', wanted))
  );
};

/** The secret key, from the terminal or from another program. */
const askKey = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write('Secret key (AGE-SECRET-KEY-1…): ');
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
};

/** Restores an encrypted copy by way of a folder beside the data. */
const restoreSealed = async (folder: string, copy: Copy): Promise<string | undefined> => {
  const opened = join(folder, `opened-${copy.name}${UNFINISHED}`);
  await rm(opened, { recursive: true, force: true });
  try {
    await unsealCopy(copy.path, { to: opened, key: await askKey() });
    return await restoreCopy(folder, { ...copy, path: opened }, new Date());
  } finally {
    await rm(opened, { recursive: true, force: true });
  }
};

const restore = async (folder: string, copy: Copy): Promise<void> => {
  const lock = lockFolder(folder);
  try {
    tidyFolder(folder);
    const replaced = await (isSealed(copy)
      ? restoreSealed(folder, copy)
      : restoreCopy(folder, copy, new Date()));
    console.log(`The data of ${copy.name} is back: npm start.`);
    if (replaced !== undefined)
      console.log(`What was there is in ${replaced}: delete that folder when you no longer need it.`);
  } finally {
    lock.release();
  }
};

const main = async (): Promise<void> => {
  const { values, positionals } = readOptions(USAGE, {
    options: { 'new-key': { type: 'boolean', default: false } },
    most: 1,
  });
  if (values['new-key']) {
    const { open, secret } = await newKeys();
    console.log(`For the server's settings:

  CUEBOARD_COPIES_KEY=${open}

Write this secret key on paper, and keep it elsewhere. Nothing opens the encrypted copies without it, and it is not
shown again:

  ${secret}`);
    return;
  }
  const [wanted] = positionals;
  const [folder, second, now] = [dataFolder(), secondPlace(), new Date()];
  if (second !== undefined) checkPlace(second);
  if (wanted === undefined) {
    await list(folder, second, now);
    return;
  }
  const copy = find(folder, second, wanted, now);
  if (!copy)
    throw new StartProblem(`There is no copy "${wanted}" of ${folder}: npm run restore lists the copies.`);
  await restore(folder, copy);
};

await runProgram(main);
