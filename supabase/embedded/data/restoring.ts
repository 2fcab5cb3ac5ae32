import { readdirSync, rmdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { CHANGES_PER_SECOND } from '../../../src/core/overlay/board.ts';
import { openDuplicate, stampOf, type Copy } from './copies.ts';
import { putInPlace, restoringFolder } from './data-folder.ts';
import { migrationsAhead } from './database.ts';
import { syncFolder, syncTree } from './files.ts';
import { UNFINISHED } from './paths.ts';
import { Damage, messageOf, StartProblem } from '../http/problem.ts';
import { transaction } from './sessions.ts';

/**
 * Numbers the boards' changes from the current second: every screen takes the restored board for newer than the one it
 * shows, and every device that scores notices that its log may differ from the server's. Without triggers, because a
 * copy may be older than this program.
 */
const countOn = (now: Date): string => {
  const rev = Math.floor(now.getTime() / 1000) * CHANGES_PER_SECOND;
  return `set local session_replication_role = replica;
    update public.public_overlays set rev = greatest(rev + ${CHANGES_PER_SECOND}, ${rev})`;
};

/**
 * Replaces a locked folder's data with a copy, which is kept: it is duplicated, and the duplicate is opened before
 * anything is moved. Returns the folder that now holds the old data, if there was any. Throws StartProblem on failure,
 * with nothing changed.
 */
export const restoreCopy = async (
  folder: string,
  { name, path }: Copy,
  now: Date,
): Promise<string | undefined> => {
  const stamp = stampOf(now);
  const restoring = restoringFolder(folder, stamp);
  const unfinished = `${restoring}${UNFINISHED}`;
  try {
    await openDuplicate(path, {
      to: unfinished,
      folder,
      work: (pg) =>
        transaction(pg, async (client) => {
          await migrationsAhead(client);
          await client.query(countOn(now));
        }),
    });
    await syncTree(unfinished);
    await rename(unfinished, restoring);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const isDamaged = error instanceof Damage || (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new StartProblem(
      isDamaged
        ? `The copy ${name} is damaged: ${messageOf(error)}. Nothing was changed: choose another one.`
        : `The copy ${name} could not be restored: ${messageOf(error).replace(/\.$/, '')}. Nothing was changed.`,
      { cause: error },
    );
  }
  const replaced = putInPlace(folder, stamp);
  const isNothing = readdirSync(replaced).length === 0;
  if (isNothing) rmdirSync(replaced);
  await syncFolder(folder);
  return isNothing ? undefined : replaced;
};
