import { DEFAULT_LOCALE } from '../../i18n/locales.ts';
import { LAYOUTS, type Size } from './layouts.ts';
import { lookQuery, readLook, SCALES, type Look } from './look.ts';

/** The picture that overlays are shown on, before they are put on air. */
export const PICTURE: Size = { width: 1920, height: 1080 };

/** Steps of a scale that is chosen by hand. */
export const SCALE_STEP = 0.05;

/** The look that a query asks for, where the overlay link says the rest: dark, in the language of its page. */
export const lookOf = (query: string): Look => readLook(query, { theme: 'dark', locale: DEFAULT_LOCALE });

/** What an overlay link shows to which nobody added anything. */
export const USUAL_LOOK = lookOf('');

/** The query of a look that is kept or put in a link. */
export const queryOf = (look: Look): string => lookQuery(look, { locale: DEFAULT_LOCALE });

/** A look with something else chosen. Sponsors go with the layout as long as nobody decided about them. */
export const changeLook = (look: Look, change: Partial<Look>): Look => {
  const layout = change.layout ?? look.layout;
  const undecided = look.sponsors === LAYOUTS[look.layout].sponsors;
  const scale = Math.min(Math.max(change.scale ?? look.scale, SCALES.min), SCALES.max);
  return { ...look, ...(undecided && { sponsors: LAYOUTS[layout].sponsors }), ...change, scale };
};

/** An overlay link that shows a look. */
export const airLink = (link: string, look: Look): string => {
  const url = new URL(link);
  url.search = queryOf(look);
  return url.href;
};

/** The size that broadcast software gives a look's page, in whole pixels. */
export const sourceSize = ({ layout, scale }: Look): Size => ({
  width: Math.ceil(LAYOUTS[layout].width * scale),
  height: Math.ceil(LAYOUTS[layout].height * scale),
});

/** How much of the picture's width a look takes, up to all of it. */
export const shareOfPicture = (look: Look): number =>
  LAYOUTS[look.layout].fills === null ? Math.min(1, sourceSize(look).width / PICTURE.width) : 1;

/** Whether a look of its own size is wider than the picture. */
export const isWiderThanPicture = (look: Look): boolean =>
  LAYOUTS[look.layout].fills === null && sourceSize(look).width > PICTURE.width;
