import type { MarkKind } from '../../../src/core/branding/mark.ts';
import { LOCALE_NAMES, type Locale } from '../../../src/i18n/locales.ts';

/** File names: `<picture id>.<variant>.<extension>`. */

/** A result's. */
export const RESULT_ID = /^[A-Za-z0-9]{22}$/;
/** As in addresses: `<venue>-<board>`. */
export const MATCH_ID = /^[A-Za-z0-9_-]{1,64}$/;

export const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' } as const;
export type PictureType = keyof typeof EXTENSIONS;

/** Stored types of the images around a board: a sponsor's logo or a player's portrait. */
export const MARK_TYPES = {
  logo: 'image/png',
  portrait: 'image/jpeg',
} as const satisfies Readonly<Record<MarkKind, PictureType>>;

export const VARIANTS = ['full', 'small', 'preview'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The stored upload. */
export const keptName = (id: string, type: PictureType): string => `${id}.full.${EXTENSIONS[type]}`;

/** A picture's rendition; drawn ones contain text, so they have a language. */
export const renditionName = (id: string, variant: Variant, locale?: Locale): string =>
  `${id}.${locale ? `${variant}-${locale}` : variant}.jpg`;

/** Every file name this picture could have. */
export const namesOf = (id: string): readonly string[] => [
  ...Object.values(EXTENSIONS).map((extension) => `${id}.full.${extension}`),
  ...VARIANTS.slice(1).map((variant) => renditionName(id, variant)),
  ...VARIANTS.flatMap((variant) => LOCALE_NAMES.map((locale) => renditionName(id, variant, locale))),
];
