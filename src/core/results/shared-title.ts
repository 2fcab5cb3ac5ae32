import { isolated } from '../../i18n/isolated.ts';
import { screenTitle } from '../branding/branding.ts';
import { formatScore } from '../../rules/score.ts';
import type { Template } from '../../i18n/texts.ts';
import type { FullPublicResult } from './public-result.ts';

/** The titles of shared pages: in a browser's tab, in a message and in a link's preview. */

/** The subject first, then the place, because tabs and chats truncate the end. `venue` is empty if unknown. */
export const titleAt = (title: string, venue: string): string =>
  venue === '' ? title : `${title} · ${isolated(venue)}`;

/** A result's title: its table, the players by `names` with their scores, and the venue. */
export const resultTitle = (
  { tableTitle, scores, venue }: Pick<FullPublicResult, 'tableTitle' | 'scores' | 'venue'>,
  names: readonly [string, string],
  numbered: Template<'number'>,
): string => {
  const [first, second] = names.map(isolated);
  const score = scores.map(formatScore).join('–');
  return titleAt(`${isolated(screenTitle(tableTitle, numbered))} · ${first} ${score} ${second}`, venue);
};
