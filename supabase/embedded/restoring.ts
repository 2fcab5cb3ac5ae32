import { chown, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANGES_PER_SECOND } from '../../src/core/overlay/board.ts';
import { copiesFolder, stampOf, type Copy } from './copies.ts';
import { checkDatabase, putInPlace, readSecrets, restoringFolder } from './data-folder.ts';
import { connect } from './database.ts';
import { copyTree, shareFile, syncFolder, syncTree } from './files.ts';
import { DATA, UNFINISHED } from './paths.ts';
import { Damage, messageOf, StartProblem } from './problem.ts';
import { transaction } from './sessions.ts';

/**
 * Numbers the boards' changes from this second on: every screen takes what is restored for newer than what it shows, and
 * every device that scores notices that its log may not be the server's any more. Without triggers, because a copy may be
 * older than this program.
 */
const countOn = (now: Date): string => {
  const rev = Math.floor(now.getTime() / 1000) * CHANGES_PER_SECOND;
  return `set local session_replication_role = replica;
    update public.public_overlays set rev = greatest(rev + ${CHANGES_PER_SECOND}, ${rev})`;
};

/**
 * Replaces a locked folder's data with a copy, which is kept: it is duplicated, and the duplicate is opened before
 * anything is moved. Returns the folder that now holds the old data. Throws StartProblem on failure, with nothing
 * changed.
 */
export const restoreCopy = async (folder: string, { name }: Copy, now: Date): Promise<string> => {
  const stamp = stampOf(now);
  const restoring = restoringFolder(folder, stamp);
  const unfinished = `${restoring}${UNFINISHED}`;
  const from = (entry: string): string => join(copiesFolder(folder), name, entry);
  const to = (entry: string): string => join(unfinished, entry);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const { uid, gid } = await stat(folder);
    await chown(unfinished, uid, gid);
    await copyTree(from(DATA.database), to(DATA.database));
    await copyTree(from(DATA.pictures), to(DATA.pictures), { copy: shareFile });
    for (const file of [DATA.secrets, DATA.mark]) await copyFile(from(file), to(file));
    checkDatabase(unfinished);
    readSecrets(unfinished);
    const database = await connect(to(DATA.database));
    try {
      await transaction(database.pg, async (client) => {
        await client.query(countOn(now));
      });
    } finally {
      await database.close();
    }
    await syncTree(unfinished);
    await rename(unfinished, restoring);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const isDamaged = error instanceof Damage || (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new StartProblem(
      isDamaged
        ? `The copy ${name} is damaged: ${messageOf(error)}. Nothing was changed: choose another one.`
        : `The copy ${name} could not be restored: ${messageOf(error)}. Nothing was changed.`,
      { cause: error },
    );
  }
  const replaced = putInPlace(folder, stamp);
  await syncFolder(folder);
  return replaced;
};
