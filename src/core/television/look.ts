import type { Locale } from '../../i18n/locales.ts';
import type { Theme } from '../overlay/board.ts';
import { readLook, type Design, type Look } from '../overlay/look.ts';

/** What a desk chooses of a television's look. */
export interface TelevisionLook {
  readonly theme: Theme;
  readonly design: Design;
  readonly locale: Locale;
  readonly sponsors: boolean;
}

/** The query that a television keeps of its look. It says everything: what the page of a television is in, nobody chose. */
export const televisionQuery = ({ theme, design, locale, sponsors }: TelevisionLook): string =>
  `?theme=${theme}&design=${design}&lang=${locale}&sponsors=${sponsors ? 'on' : 'none'}`;

/** The look that a television is to have; what its query doesn't say is as on any board, in `locale`. */
export const televisionLook = (query: string, locale: Locale): Look =>
  readLook(query, { theme: 'dark', locale, layout: 'tv' });
