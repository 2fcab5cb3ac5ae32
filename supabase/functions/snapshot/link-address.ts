import { ROUTES } from '../../../src/config/routes.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';

/** Shared links to a table: `/s/gd/<picture id>?match=<match id>`, in any language. */

const pageIn = (locale: Locale): string => localizePath(ROUTES.snapshotShort, locale);

/** The language of a page that links open; undefined for any other path. */
export const localeOfPage = (path: string): Locale | undefined =>
  LOCALE_NAMES.find((locale) => pageIn(locale) === path);

/** The path of a shared link: the page's, then a picture id. */
export const SHARED_LINK = new RegExp(
  `^(?<path>${LOCALE_NAMES.map(pageIn).join('|')})(?<version>[A-Za-z0-9_-]{22})/?$`,
);

/** Clients that fetch a page to preview it in a chat; Signal and iMessage identify as others. */
const MESSENGER =
  /whatsapp|facebookexternalhit|telegrambot|twitterbot|slackbot|discordbot|linkedinbot|skypeuripreview|viber/i;

/** Whether a client's user agent says that it makes previews for chats. */
export const isMessenger = (agent: string): boolean => MESSENGER.test(agent);

/**
 * The query that asks the service for a shared link's page, for user agent `agent`; undefined if the static page will
 * do: for everyone but messengers when the link has no picture id, as on signs and in address bars. Visitors shouldn't
 * wait for something only a chat reads.
 */
export const pageQuery = (
  { pathname, searchParams }: URL,
  agent: string | null | undefined,
): URLSearchParams | undefined => {
  const matchId = searchParams.get('match');
  if (!matchId) return undefined;
  const { path, version } = SHARED_LINK.exec(pathname)?.groups ?? {};
  if (path && version) return new URLSearchParams({ matchId, version, path });
  return localeOfPage(pathname) && isMessenger(agent ?? '')
    ? new URLSearchParams({ matchId, path: pathname })
    : undefined;
};
