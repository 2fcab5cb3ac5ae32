import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { EXTENSIONS, namesOf } from '../../functions/snapshot/names.ts';
import type { SnapshotFiles } from '../../functions/snapshot/ports.ts';
import { syncFolder } from '../data/files.ts';
import { UNFINISHED } from '../data/paths.ts';

const TYPES = new Map<string, string>(
  Object.entries(EXTENSIONS).map(([type, extension]) => [extension, type]),
);

/** Pictures in a folder. */
export const createFiles = (folder: string): SnapshotFiles => ({
  put: async (name, bytes) => {
    const temporary = join(folder, `${name}${UNFINISHED}`);
    try {
      const handle = await open(temporary, 'w');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
  },
  get: async (name) => {
    const path = join(folder, name);
    const found = await stat(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
    if (!found) return undefined;
    return {
      type: TYPES.get(name.slice(name.lastIndexOf('.') + 1)) ?? 'application/octet-stream',
      size: found.size,
      stream: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>,
    };
  },
  remove: async (ids) => {
    for (const id of ids) {
      await Promise.all(namesOf(id).map((name) => rm(join(folder, name), { force: true })));
    }
  },
});
