import { isOverlayPath } from '../overlay/address.ts';
import { ROUTES } from '../../config/routes.ts';
import { unversioned } from '../snapshot/snapshot-links.ts';

/** How an address of the site is cached for offline use. */
export type Kept = 'page' | 'hashed' | 'picture' | 'nothing';

/** Paths answered by the backend if it shares the site's origin. */
const BACKEND = ['/auth/', '/rest/', '/realtime/', '/functions/', '/storage/'];

const isUnder = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => `${path}/`.startsWith(folder));

/** The caching of a path. */
export const keptAt = (path: string): Kept => {
  // Overlays never go through the worker.
  if (isOverlayPath(path) || isUnder(path, BACKEND)) return 'nothing';
  if (path.startsWith('/_astro/')) return 'hashed';
  if (path.startsWith('/images/')) return 'picture';
  return /\.[^/]*$/.test(path) ? 'nothing' : 'page';
};

/** All results share one page, and so do all tournaments. */
const SHARED = new RegExp(`^((?:/\\w\\w)?(?:${ROUTES.result}|${ROUTES.tournament}))[^/]+/?$`);

/**
 * The cache key of a page, without query, picture version, result, tournament or spelling variants, because the page itself is the
 * same.
 */
export const pageAddress = (address: string): string => {
  const { origin, pathname } = unversioned(new URL(address));
  return `${origin}${pathname.replace(SHARED, '$1').replace(/\/*$/, '/')}`;
};

/** The addresses of the scripts that a built script at `address` imports from this site. */
export const importsOf = (script: string, address: string): string[] =>
  [...script.matchAll(/\b(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+)["'`]/g)].map(
    ([, path = '']) => new URL(path, address).href,
  );
