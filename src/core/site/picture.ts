import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';

/** A modern format, and the fallback for older browsers. */
type Format = 'avif' | 'jpg';

interface Shape {
  /** The size of the original, a JPEG. */
  readonly width: number;
  readonly height: number;
  /** The widths of the copies in each format. */
  readonly copies: Readonly<Record<Format, readonly number[]>>;
}

const PHOTO: Shape = { width: 1600, height: 900, copies: { avif: [480, 800, 1200, 1600], jpg: [800] } };
const PAD: Shape = { width: 1080, height: 2238, copies: { avif: [480, 1080], jpg: [480] } };

/** Photos, and screenshots of televisions and the pad. */
export const PICTURES = {
  '1': PHOTO,
  '2': PHOTO,
  '3': PHOTO,
  '4': PHOTO,
  '5': PHOTO,
  '6': PHOTO,
  stream: PHOTO,
  pool: PHOTO,
  snooker: PHOTO,
  tables: PHOTO,
  pad: PAD,
} as const satisfies Record<string, Shape>;

export type PictureName = keyof typeof PICTURES;

/** The carousel's pictures, in order. */
export const SLIDES = ['1', '2', '3', '4', '5', '6'] as const satisfies readonly PictureName[];

/** The picture that is the same in every language: the bare table of a stream. */
const IN_ONE_LANGUAGE: PictureName = 'stream';

/** The languages of the screens on the other pictures. A language without its own shows the English ones. */
const PICTURED: readonly Locale[] = ['en', 'fr', 'ar'];

/** The languages that have their own version of a picture. */
export const pictureLocales = (name: PictureName): readonly Locale[] =>
  name === IN_ONE_LANGUAGE ? [DEFAULT_LOCALE] : PICTURED;

const baseOf = (name: PictureName, locale: Locale): string =>
  locale === DEFAULT_LOCALE || !pictureLocales(name).includes(locale)
    ? `/images/${name}`
    : `/images/${locale}/${name}`;

/** The address of a picture's original. Screens on it show text in `locale`: `/images/1.jpg`, `/images/fr/1.jpg`. */
export const pictureUrl = (name: PictureName, locale: Locale): string => `${baseOf(name, locale)}.jpg`;

const setOf = (name: PictureName, locale: Locale, format: Format): string =>
  PICTURES[name].copies[format]
    .map((width) => `${baseOf(name, locale)}-${width}.${format} ${width}w`)
    .join(', ');

/** A picture's addresses, as `src` and `srcset` attributes, and its size. */
export const pictureOf = (name: PictureName, locale: Locale) => {
  const { width, height } = PICTURES[name];
  const src = pictureUrl(name, locale);
  return {
    avif: setOf(name, locale, 'avif'),
    jpg: { src, srcSet: `${setOf(name, locale, 'jpg')}, ${src} ${width}w`, width, height },
  };
};
