import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { LAYOUTS, type Size } from './layouts.ts';
import { lookQuery, readLook, SCALES, type Look } from './look.ts';

/** The video picture that overlays are previewed on. */
export const PICTURE: Size = { width: 1920, height: 1080 };

/** The step when choosing a scale by hand. */
export const SCALE_STEP = 0.05;

/** The look in a query. Missing values are as on a plain overlay link: dark, and in `locale`. */
export const lookOf = (query: string, locale: Locale = DEFAULT_LOCALE): Look =>
  readLook(query, { theme: 'dark', locale });

/** The query for a look. Omits `locale`, which is implied by the overlay page's address. */
export const queryOf = (look: Look, locale: Locale = DEFAULT_LOCALE): string => lookQuery(look, { locale });

/** Changes a look. Sponsors follow the layout's default until they are set explicitly. */
export const changeLook = (look: Look, change: Partial<Look>): Look => {
  const layout = change.layout ?? look.layout;
  const undecided = look.sponsors === LAYOUTS[look.layout].sponsors;
  const scale = Math.min(Math.max(change.scale ?? look.scale, SCALES.min), SCALES.max);
  return { ...look, ...(undecided && { sponsors: LAYOUTS[layout].sponsors }), ...change, scale };
};

/** Adds a look to an overlay link. */
export const withLook = (link: string, look: Look): string => {
  const url = new URL(link);
  url.search = queryOf(look);
  return url.href;
};

/** The browser source size for a look, in whole pixels. */
export const sourceSize = ({ layout, scale }: Look): Size => ({
  width: Math.ceil(LAYOUTS[layout].width * scale),
  height: Math.ceil(LAYOUTS[layout].height * scale),
});

/** The fraction of the picture's width that a look covers, at most 1. */
export const shareOfPicture = (look: Look): number =>
  LAYOUTS[look.layout].fills === null ? Math.min(1, sourceSize(look).width / PICTURE.width) : 1;

/** Whether a look with its own size is wider than the picture. */
export const isWiderThanPicture = (look: Look): boolean =>
  LAYOUTS[look.layout].fills === null && sourceSize(look).width > PICTURE.width;
