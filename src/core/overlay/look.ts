import { LOCALE_NAMES, type Locale } from '../../i18n/locales.ts';
import { parseTheme, type Theme } from './board.ts';
import { LAYOUT_NAMES, LAYOUTS, type LayoutName } from './layouts.ts';

/** The designs of boards, each with a dark and a light theme. */
export const DESIGNS = ['baize', 'clear', 'slate', 'ribbon', 'chalk', 'club'] as const;
export type Design = (typeof DESIGNS)[number];

/** The range of scale factors, relative to a layout's own size. */
export const SCALES = { min: 0.25, max: 4 } as const;

/** How a board is drawn, independent of what it shows. */
export interface Look {
  readonly layout: LayoutName;
  readonly theme: Theme;
  readonly design: Design;
  /** The language of the labels. */
  readonly locale: Locale;
  readonly scale: number;
  /** Accent in place of the design's, as six lower-case hexadecimal digits; null for the design's. */
  readonly accent: string | null;
  /** Whether motion is disabled. */
  readonly still: boolean;
  readonly sponsors: boolean;
}

const ACCENT = /^[0-9a-f]{6}$/i;

/** The value if it is one of `names`, else `otherwise`. */
const named = <Name extends string>(names: readonly Name[], name: string | null, otherwise: Name): Name =>
  names.find((known) => known === name) ?? otherwise;

const scaleOf = (text: string | null): number => {
  const scale = Number(text ?? 1);
  return scale > 0 ? Math.min(Math.max(scale, SCALES.min), SCALES.max) : 1;
};

/**
 * Reads the look from a query. The query's theme overrides the stored one; anything but dark is light. Other missing or
 * unknown values get their default.
 */
export const readLook = (
  search: string,
  { theme, locale, layout = 'bar' }: Pick<Look, 'theme' | 'locale'> & { readonly layout?: LayoutName },
): Look => {
  const asked = new URLSearchParams(search);
  const said = (name: string): string | null => asked.get(name);
  const chosen = named(LAYOUT_NAMES, said('layout'), layout);
  const [themeName, accent, sponsors] = [said('theme'), said('accent') ?? '', said('sponsors')];
  return {
    layout: chosen,
    theme: themeName === null ? theme : parseTheme(themeName),
    design: named(DESIGNS, said('design'), 'baize'),
    locale: named(LOCALE_NAMES, said('lang'), locale),
    scale: scaleOf(said('scale')),
    accent: ACCENT.test(accent) ? accent.toLowerCase() : null,
    still: said('motion') === 'none',
    sponsors: sponsors === 'on' || (sponsors !== 'none' && LAYOUTS[chosen].sponsors),
  };
};

/** The query for a look, `theme` first; defaults are left out. */
export const lookQuery = (look: Look, otherwise: { readonly locale: Locale }): string => {
  const { layout, theme, design, locale, scale, accent, still, sponsors } = look;
  const query = new URLSearchParams({ theme });
  if (layout !== 'bar') query.set('layout', layout);
  if (design !== 'baize') query.set('design', design);
  if (locale !== otherwise.locale) query.set('lang', locale);
  if (scale !== 1) query.set('scale', String(scale));
  if (accent !== null) query.set('accent', accent);
  if (still) query.set('motion', 'none');
  if (sponsors !== LAYOUTS[layout].sponsors) query.set('sponsors', sponsors ? 'on' : 'none');
  return `?${query.toString()}`;
};
