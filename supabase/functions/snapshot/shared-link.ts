import { ROUTES } from '../../../src/config/routes.ts';
import type { FullPublicResult } from '../../../src/core/results/public-result.ts';
import { tournamentAddress } from '../../../src/core/tournament/address.ts';
import { listOf } from '../../../src/core/tournament/list.ts';
import type { PublicTournament } from '../../../src/core/tournament/shown.ts';
import { resultAddress } from '../../../src/core/results/address.ts';
import { screenTitle } from '../../../src/core/branding/branding.ts';
import { isolated } from '../../../src/i18n/isolated.ts';
import { givenName, screenName } from '../../../src/rules/name.ts';
import { formatScore } from '../../../src/rules/score.ts';
import { resultTitle, titleAt } from '../../../src/core/results/shared-title.ts';
import { shownOf } from '../../../src/games/boards.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { localizePath } from '../../../src/i18n/urls.ts';
import type { Found } from './answers.ts';
import { CARD_SIZE, stageOf, when } from './drawing/index.ts';
import { formatMessage } from '../../../src/i18n/format.ts';
import { OVERLAY_TEXTS, RESULT_TEXTS, TOURNAMENT_PAGE_TEXTS, TOURNAMENT_TEXTS } from '../_shared/texts.ts';
import { escaped, withHead } from './head.ts';
import { boardOf } from './renditions.ts';
import type { Home } from './ports.ts';

/** A page's metadata when the link of a table, a result or a tournament is shared, and a tournament's text. */

const descriptionFrom = (venue: string, description: string): string =>
  venue === '' ? description : `${isolated(venue)} · ${description}`;

const titleOf = (picture: Found, locale: Locale): string => {
  const board = boardOf(picture);
  const overlay = OVERLAY_TEXTS[locale];
  const table = screenTitle(picture.title, overlay.numberedTable);
  if (!board) return table;
  const [first, second] = [
    givenName(screenName(board, 'A')) || overlay.playerA,
    givenName(screenName(board, 'B')) || overlay.playerB,
  ];
  const { frames, over, scores } = shownOf(board);
  // The frames, and the points of the current one.
  const points = frames && !over ? ` (${scores.join('–')})` : '';
  const score = `${formatScore(board.s1)}–${formatScore(board.s2)}${points}`;
  return `${isolated(table)} · ${isolated(first)} ${score} ${isolated(second)}`;
};

const descriptionOf = ({ captured_at }: Found, locale: Locale): string => {
  const overlay = OVERLAY_TEXTS[locale];
  return formatMessage(overlay.shared, when(Date.parse(captured_at), locale));
};

/** The site's match page, with a picture of the match as its preview. */
export const sharedPage = (html: string, picture: Found, locale: Locale, { site, address }: Home): string =>
  withHead(html, {
    title: titleAt(titleOf(picture, locale), picture.venue),
    description: descriptionFrom(picture.venue, descriptionOf(picture, locale)),
    url: `${site}${localizePath(ROUTES.snapshotShort, locale)}${picture.id}?${new URLSearchParams({ match: picture.match_id }).toString()}`,
    picture: {
      image: `${address}/preview/${picture.id}?lang=${locale}`,
      ...CARD_SIZE,
      type: 'image/jpeg',
    },
  });

/** A result's page, with its card as its preview. */
export const resultPage = (
  html: string,
  shown: FullPublicResult,
  locale: Locale,
  { site, address }: Home,
): string => {
  const { numberedTable, playerA, playerB } = OVERLAY_TEXTS[locale];
  const [first, second] = shown.names;
  const result = RESULT_TEXTS[locale];
  const moment = when(shown.endedAtMillis ?? shown.lastAtMillis, locale, shown.zone);
  return withHead(html, {
    title: resultTitle(shown, [first || playerA, second || playerB], numberedTable),
    description: descriptionFrom(
      shown.venue,
      shown.state === 'live' ? result.sharedLive : formatMessage(result.shared, moment),
    ),
    url: `${site}${resultAddress(locale, shown)}`,
    picture: {
      image: `${address}/result/${shown.id}?rev=${shown.rev}&lang=${locale}`,
      ...CARD_SIZE,
      type: 'image/jpeg',
    },
  });
};

/** Where a tournament's page has its text, for readers without scripts. */
const TEXT = /(<div class="?tournament-page__text"?[^>]*>)(?=<\/div>)/;

const textOf = (shown: PublicTournament, locale: Locale): string => {
  const texts = { tournament: TOURNAMENT_TEXTS[locale], tournamentPage: TOURNAMENT_PAGE_TEXTS[locale] };
  const list = listOf(shown, texts, (table) => screenTitle(table, OVERLAY_TEXTS[locale].numberedTable));
  const parts = list.map(
    ({ heading, lines }) =>
      `<h2>${escaped(heading)}</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
  );
  return `<p class="tournament-page__name">${escaped(isolated(shown.title))}</p>${parts.join('')}`;
};

/** A tournament's page, with its card as its preview and its rounds as text. */
export const tournamentPage = (
  html: string,
  shown: PublicTournament,
  locale: Locale,
  { site, address }: Home,
): string => {
  const page = withHead(html, {
    title: titleAt(isolated(shown.title), shown.venue),
    description: descriptionFrom(shown.venue, TOURNAMENT_PAGE_TEXTS[locale].shared),
    url: `${site}${tournamentAddress(locale, shown.id)}`,
    picture: {
      image: `${address}/tournament/${shown.id}?rev=${stageOf(shown)}${shown.draw?.number ?? ''}&lang=${locale}`,
      ...CARD_SIZE,
      type: 'image/jpeg',
    },
  });
  return page.replace(TEXT, (found) => `${found}${textOf(shown, locale)}`);
};
