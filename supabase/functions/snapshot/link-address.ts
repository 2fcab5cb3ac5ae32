import { ROUTES } from '../../../src/config/routes.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';

/**
 * Shared links, in any language: to a table, `/s/gd/<picture id>?match=<match id>`, to a result, `/r/<result id>`, and to a
 * tournament, `/t/<id>`.
 */

const PAGES = { table: ROUTES.snapshotShort, result: ROUTES.result, tournament: ROUTES.tournament } as const;
type SharedPage = keyof typeof PAGES;

const pageIn = (page: SharedPage, locale: Locale): string => localizePath(PAGES[page], locale);

/** The language of a page that such links open; undefined for any other path. */
export const localeOfPage = (page: SharedPage, path: string): Locale | undefined =>
  LOCALE_NAMES.find((locale) => pageIn(page, locale) === path);

const pathsOf = (page: SharedPage): string => LOCALE_NAMES.map((locale) => pageIn(page, locale)).join('|');

/** The path of a shared link: a page's, then a picture's id, or anything in the place of a result's or tournament's id. */
export const SHARED_LINK = new RegExp(
  `^(?:(?<path>${pathsOf('table')})(?<version>[A-Za-z0-9_-]{22})|(?<resultPath>${pathsOf('result')})(?<result>[^/?]+)|(?<tournamentPath>${pathsOf('tournament')})(?<tournament>[^/?]+))/?$`,
);

/** Clients that fetch a page to preview it in a chat; Signal and iMessage identify as others. */
const MESSENGER =
  /whatsapp|facebookexternalhit|telegrambot|twitterbot|slackbot|discordbot|linkedinbot|skypeuripreview|viber/i;

/** Whether this user agent belongs to a client that makes previews for chats. */
export const isMessenger = (agent: string): boolean => MESSENGER.test(agent);

/**
 * The query that asks the service for a shared link's page, for user agent `agent`; undefined if the static page will
 * do: for everyone but messengers when a table's link has no picture id, as on signs and in address bars. Visitors
 * shouldn't wait for something only a chat reads. Results and tournaments may not exist, so the service is always asked.
 */
export const pageQuery = (
  { pathname, searchParams }: URL,
  agent: string | null | undefined,
): URLSearchParams | undefined => {
  const { path, version, resultPath, result, tournamentPath, tournament } =
    SHARED_LINK.exec(pathname)?.groups ?? {};
  if (resultPath && result) return new URLSearchParams({ result, path: resultPath });
  if (tournamentPath && tournament) return new URLSearchParams({ tournament, path: tournamentPath });
  const matchId = searchParams.get('match');
  if (!matchId) return undefined;
  if (path && version) return new URLSearchParams({ matchId, version, path });
  return localeOfPage('table', pathname) && isMessenger(agent ?? '')
    ? new URLSearchParams({ matchId, path: pathname })
    : undefined;
};
