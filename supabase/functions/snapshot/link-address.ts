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

/** What asks for a page to preview it in a chat; Signal and iMessage go by others' names. */
const MESSENGER =
  /whatsapp|facebookexternalhit|telegrambot|twitterbot|slackbot|discordbot|linkedinbot|skypeuripreview|viber/i;

/**
 * The query with which the service is asked for the page of a link to a table, for whoever calls itself `agent`; undefined
 * where the static page will do. That goes for everybody but messengers when the link names no picture, as signs and
 * address bars have it: a visitor needn't wait for what is only read in a chat.
 */
export const pageQuery = (
  { pathname, searchParams }: URL,
  agent: string | null | undefined,
): URLSearchParams | undefined => {
  const matchId = searchParams.get('match');
  if (!matchId) return undefined;
  const { path, version } = SHARED_LINK.exec(pathname)?.groups ?? {};
  if (path && version) return new URLSearchParams({ matchId, version, path });
  return localeOfPage(pathname) && MESSENGER.test(agent ?? '')
    ? new URLSearchParams({ matchId, path: pathname })
    : undefined;
};
