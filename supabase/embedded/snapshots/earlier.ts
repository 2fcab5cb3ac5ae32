import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { EXTENSIONS, keptName, type PictureType } from '../../functions/snapshot/names.ts';
import { syncFolder } from '../files.ts';

/** `<sequence>.<match>.<id>.<extension>`: what earlier versions knew of a picture stood in its file's name. */
const EARLIER =
  /^(?<sequence>\d{12})\.(?<match>[A-Za-z0-9_-]{1,64})\.(?<id>[A-Za-z0-9_-]{22})\.(?<extension>jpg|png|webp)$/;
/** How they named what a killed process left half-written. */
const EARLIER_UNFINISHED = '.part';

/** Pictures that are listed in one go. */
const AT_ONCE = 500;

interface Earlier {
  readonly name: string;
  readonly sequence: number;
  readonly match: string;
  readonly id: string;
  readonly type: PictureType;
}

const parse = (name: string): Earlier | undefined => {
  const { sequence, match, id, extension } = EARLIER.exec(name)?.groups ?? {};
  const type = (Object.keys(EXTENSIONS) as PictureType[]).find((key) => EXTENSIONS[key] === extension);
  return sequence && match && id && type ? { name, sequence: Number(sequence), match, id, type } : undefined;
};

interface Options {
  readonly folder: string;
  readonly pg: PGlite;
  /** The one key that earlier versions had. */
  readonly uploadKey: string | undefined;
}

/**
 * Takes over the pictures that an earlier version has left in a folder: each keeps its id, its match and its place among
 * the match's, and the key that uploaded it goes on uploading there. When it is cut off, doing it again completes it.
 */
export const importEarlier = async ({ folder, pg, uploadKey }: Options): Promise<void> => {
  const names = await readdir(folder);
  for (const name of names) if (name.endsWith(EARLIER_UNFINISHED)) await rm(join(folder, name));
  const earlier = names.flatMap((name) => parse(name) ?? []).sort((a, b) => b.sequence - a.sequence);
  if (earlier.length === 0) return;

  // A picture counted from when its upload began, and its file says when it ended: the sequence has the last word.
  const next = new Map<string, number>();
  const rows: Record<string, unknown>[] = [];
  for (const { name, match, id, type } of earlier) {
    const { mtimeMs } = await stat(join(folder, name));
    const captured = Math.min(Math.floor(mtimeMs), (next.get(match) ?? Date.now() + 1) - 1);
    next.set(match, captured);
    rows.push({ match_id: match, id, type, captured_at: new Date(captured).toISOString() });
  }
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    await pg.query(
      `select public.import_snapshot(earlier.match_id, earlier.id, earlier.type, earlier.captured_at, $2)
       from jsonb_to_recordset($1) as earlier (match_id text, id text, type text, captured_at timestamptz)`,
      [JSON.stringify(rows.slice(at, at + AT_ONCE)), uploadKey ?? null],
    );
  }
  // Listed first: a file that no list names is removed.
  for (const { name, id, type } of earlier)
    await rename(join(folder, name), join(folder, keptName(id, type)));
  await syncFolder(folder);
  console.log(`Pictures of an earlier version were taken over: ${earlier.length}.`);
};
