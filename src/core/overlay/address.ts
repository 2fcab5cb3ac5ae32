import { ROUTES } from '../../config/routes.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from '../../i18n/locales.ts';
import { localizePath } from '../../i18n/urls.ts';
import { ID } from '../id.ts';

/** The folders of overlay addresses, one per language. */
const FOLDERS = LOCALE_NAMES.map((locale) => localizePath(ROUTES.overlay, locale));

/** The format of `private.new_url_token()`. */
const TOKEN = /^[A-Za-z0-9]{24}$/;

/** The overlay link for broadcast software: the site's origin, the overlay's token, the dark theme, and the language. */
export const overlayLink = (origin: string, token: string, locale: Locale = DEFAULT_LOCALE): string =>
  `${origin}${ROUTES.overlay}${token}?theme=dark${locale === DEFAULT_LOCALE ? '' : `&lang=${locale}`}`;

/**
 * The address for scoring a table without an account. Its secret is in the fragment, so that it gets into no log or
 * cache.
 */
export const scorerLink = (origin: string, secret: string): string => `${origin}${ROUTES.score}#${secret}`;

/** The secret in the fragment of a scorer link's address; null if malformed. */
export const linkSecret = (hash: string): string | null => {
  const secret = hash.replace(/^#/, '');
  return TOKEN.test(secret) ? secret : null;
};

/** Whether a path is an overlay folder, or inside one. */
export const isOverlayPath = (pathname: string): boolean =>
  FOLDERS.some((folder) => `${pathname}/`.startsWith(folder));

/** The token or id in an overlay's address, in any language; null if it isn't an overlay address. */
export const overlayKey = (pathname: string): string | null => {
  const folder = FOLDERS.find((start) => pathname.startsWith(start));
  if (folder === undefined) return null;
  try {
    const key = decodeURIComponent(pathname.slice(folder.length).replace(/\/$/, ''));
    return TOKEN.test(key) || ID.test(key.toLowerCase()) ? key : null;
  } catch {
    return null;
  }
};
