import { constants, renameSync, writeFileSync } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { UNFINISHED } from './paths.ts';

/** Files handled at once: twice Node's file threads, to keep them all busy. */
const AT_ONCE = 8;

/** Processes every item, several at a time. Rejects with the first failure, after everything started has finished. */
const forEach = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const queue = items.values();
  const ends = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
};

/** A folder's content at any depth, by relative path. */
const listTree = async (folder: string): Promise<{ folders: string[]; files: string[] }> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries.filter(isWanted).map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  return {
    folders: paths((entry) => entry.isDirectory()),
    files: paths((entry) => entry.isFile()),
  };
};

type CopyFile = (from: string, to: string) => Promise<void>;

const duplicate: CopyFile = (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE);

/** For write-once files: a hard link, or a copy where links aren't supported. */
export const shareFile: CopyFile = (from, to) => link(from, to).catch(() => duplicate(from, to));

interface CopyOptions {
  readonly copy?: CopyFile;
  /** Relative paths to skip. */
  readonly except?: (path: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies a folder's content, readable by this user only. Skips files that disappear meanwhile. Rejects with the
 * signal's reason when aborted.
 */
export const copyTree = async (
  from: string,
  to: string,
  { copy = duplicate, except = () => false, signal }: CopyOptions = {},
): Promise<void> => {
  const { folders, files } = await listTree(from);
  for (const folder of ['', ...folders]) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  await forEach(files, async (file) => {
    if (except(file)) return;
    signal?.throwIfAborted();
    try {
      await copy(join(from, file), join(to, file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(join(to, file), { force: true });
    }
  });
};

/** Writes a file for this user only, renamed once it is on disk: a killed process never leaves half of it. */
export const writeWhole = (file: string, content: string): void => {
  writeFileSync(`${file}${UNFINISHED}`, content, { mode: 0o600, flush: true });
  renameSync(`${file}${UNFINISHED}`, file);
};

/** Makes a folder's entries survive a power cut, on systems that can sync folders. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
};

/** Makes a folder and everything in it survive a power cut. Rejects with the signal's reason when aborted. */
export const syncTree = async (folder: string, signal?: AbortSignal): Promise<void> => {
  const { folders, files } = await listTree(folder);
  await forEach(files, async (file) => {
    signal?.throwIfAborted();
    const handle = await open(join(folder, file), 'r+');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  });
  for (const path of [...folders, '']) await syncFolder(join(folder, path));
};
