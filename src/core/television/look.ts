import type { Locale } from '../../i18n/locales.ts';
import type { Theme } from '../overlay/board.ts';
import { readLook, type Design, type Look } from '../overlay/look.ts';

/** The part of a television's look that the desk can set. */
export interface TelevisionLook {
  readonly theme: Theme;
  readonly design: Design;
  readonly locale: Locale;
  readonly sponsors: boolean;
}

/** The query stored for a look, including defaults, because the television's own page has an arbitrary language. */
export const televisionQuery = ({ theme, design, locale, sponsors }: TelevisionLook): string =>
  `?theme=${theme}&design=${design}&lang=${locale}&sponsors=${sponsors ? 'on' : 'none'}`;

/** The look in a television's query. Missing values get a board's default, in `locale`. */
export const televisionLook = (query: string, locale: Locale): Look =>
  readLook(query, { theme: 'dark', locale, layout: 'tv' });
