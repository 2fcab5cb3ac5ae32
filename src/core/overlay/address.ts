import { ROUTES } from '../../config/routes.ts';
import { LOCALE_NAMES } from '../../i18n/locales.ts';
import { localizePath } from '../../i18n/urls.ts';

/** The folders under which overlays have their addresses, one for each language. */
const FOLDERS = LOCALE_NAMES.map((locale) => localizePath(ROUTES.overlay, locale));

/** How `private.new_url_token()` makes tokens, and how Postgres writes a UUID. */
const TOKEN = /^[A-Za-z0-9]{24}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The link that broadcast software shows: the site's origin, the overlay's token, the dark theme. */
export const overlayLink = (origin: string, token: string): string =>
  `${origin}${ROUTES.overlay}${token}?theme=dark`;

/** The address with which somebody without an account scores a table: its secret is in no log and no cache. */
export const scorerLink = (origin: string, secret: string): string => `${origin}${ROUTES.score}#${secret}`;

/** The secret in the fragment of a scorer link's address; null when no link can have it. */
export const linkSecret = (hash: string): string | null => {
  const secret = hash.replace(/^#/, '');
  return TOKEN.test(secret) ? secret : null;
};

/** Whether a path lies in the overlays' folders, or is one of them. */
export const isOverlayPath = (pathname: string): boolean =>
  FOLDERS.some((folder) => `${pathname}/`.startsWith(folder));

/** The token or id in an overlay's address, in any language; null when no overlay can have that address. */
export const overlayKey = (pathname: string): string | null => {
  const folder = FOLDERS.find((start) => pathname.startsWith(start));
  if (folder === undefined) return null;
  try {
    const key = decodeURIComponent(pathname.slice(folder.length).replace(/\/$/, ''));
    return TOKEN.test(key) || ID.test(key) ? key : null;
  } catch {
    return null;
  }
};
