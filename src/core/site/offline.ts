import { isOverlayPath } from '../overlay/address.ts';
import { unversioned } from './snapshot-links.ts';

/** What the site's addresses hold, as far as keeping it for offline use goes. */
export type Kept = 'page' | 'hashed' | 'picture' | 'nothing';

/** Answered by the backend when it stands on the site's own address. */
const BACKEND = ['/auth/', '/rest/', '/realtime/', '/functions/', '/storage/'];

const isUnder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => `${path}/`.startsWith(folder));

/** What of a path on the site is kept for offline use. */
export const keptAt = (path: string): Kept => {
  // What is on air never passes through the worker.
  if (isOverlayPath(path) || isUnder(path, BACKEND)) return 'nothing';
  if (path.startsWith('/_astro/')) return 'hashed';
  if (path.startsWith('/images/')) return 'picture';
  return /\.[^/]*$/.test(path) ? 'nothing' : 'page';
};

/** One address for a page, whatever its query, its picture's version and however it was typed: it is the same for all. */
export const pageAddress = (address: string): string => {
  const { origin, pathname } = unversioned(new URL(address));
  return `${origin}${pathname.replace(/\/*$/, '/')}`;
};

/** The addresses of the scripts that a built script at `address` imports, those of other sites aside. */
export const importsOf = (script: string, address: string): string[] =>
  [...script.matchAll(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g)].map(
    ([, path = '']) => new URL(path, address).href,
  );
