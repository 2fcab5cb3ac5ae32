import { ROUTES } from '../../../src/config/routes.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';

/** Links to a table as they are shared: `/s/gd/<a picture's id>?match=<match id>`, in any language. */

const pageIn = (locale: Locale): string => localizePath(ROUTES.snapshotShort, locale);

/** The language of a page that links lead to; undefined for every other path. */
export const localeOfPage = (path: string): Locale | undefined =>
  LOCALE_NAMES.find((locale) => pageIn(locale) === path);

/** The path of a shared link: the page's, and a picture's id. */
export const SHARED_LINK = new RegExp(
  `^(?<path>${LOCALE_NAMES.map(pageIn).join('|')})(?<version>[A-Za-z0-9_-]{22})/?$`,
);

/** The query with which the service is asked for a shared link's page; undefined for every other address. */
export const pageQuery = ({ pathname, searchParams }: URL): URLSearchParams | undefined => {
  const { path, version } = SHARED_LINK.exec(pathname)?.groups ?? {};
  const matchId = searchParams.get('match');
  return matchId && path && version ? new URLSearchParams({ matchId, version, path }) : undefined;
};
