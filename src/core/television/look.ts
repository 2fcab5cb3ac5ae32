import type { Locale } from '../../i18n/locales.ts';
import type { Theme } from '../overlay/board.ts';
import { DESIGNS, readLook, type Design, type Look } from '../overlay/look.ts';

/** The designs of televisions. Clear is drawn over a picture, and a television has none. */
export const TELEVISION_DESIGNS: readonly Design[] = DESIGNS.filter((design) => design !== 'clear');

/** The part of a television's look that the desk can set. */
export interface TelevisionLook {
  readonly theme: Theme;
  readonly design: Design;
  readonly locale: Locale;
  readonly sponsors: boolean;
  /** Whether a chime sounds when a party is called. */
  readonly chime: boolean;
}

/** The query stored for a look, including defaults, because the television's own page has an arbitrary language. */
export const televisionQuery = ({ theme, design, locale, sponsors, chime }: TelevisionLook): string =>
  `?theme=${theme}&design=${design}&lang=${locale}&sponsors=${sponsors ? 'on' : 'none'}${chime ? '&chime=on' : ''}`;

/** The look in a television's query. Missing values get a board's default, in `locale`. */
export const televisionLook = (query: string, locale: Locale): Look & TelevisionLook => {
  const look = readLook(query, { theme: 'dark', locale, layout: 'tv' });
  const { design } = readLook('', look);
  return {
    ...look,
    design: TELEVISION_DESIGNS.includes(look.design) ? look.design : design,
    chime: new URLSearchParams(query).get('chime') === 'on',
  };
};
