import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { RELEASES } from '../releases.ts';

/*
 * The pages of a release, as devices still run them after the server was updated. They are stored as one script, because
 * a clone may have no history.
 */

export type Pages = typeof import('./pages.ts');

export const PAGES = '.pages.js.zst';

/** The pages that `storePages` stored as `<from>.pages.js.zst`. */
export const readPages = async (from: string): Promise<Pages> => {
  const script = zstdDecompressSync(readFileSync(`${from}${PAGES}`)).toString('base64');
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${script}`)) as Pages;
};

export const pagesOfLastRelease = (): Promise<Pages> => {
  const files = globSync(`*${PAGES}`, { cwd: RELEASES });
  const [last = ''] = files.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return readPages(join(RELEASES, last.slice(0, -PAGES.length)));
};
