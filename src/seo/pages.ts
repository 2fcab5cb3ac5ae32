import { ROUTES } from '../config/routes.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES, type Locale } from '../i18n/locales.ts';
import type { Areas } from '../i18n/texts.ts';
import { localizePath } from '../i18n/urls.ts';

/**
 * The pages for search engines, by their area's name. All other pages are `noindex`. `/s/gd/` is a second address of
 * the snapshot page, whose canonical address is the first.
 */
export const PUBLIC_PAGES = {
  home: ROUTES.home,
  features: ROUTES.features,
  pricing: ROUTES.pricing,
  howItWorks: ROUTES.howItWorks,
  demo: ROUTES.demo,
  hall: ROUTES.hall,
  contact: ROUTES.contact,
  about: ROUTES.about,
  privacy: ROUTES.privacy,
  snapshot: ROUTES.snapshot,
} as const;

/** Every page, by its name in `meta.json`. */
export type PageName = Exclude<keyof Areas['meta'], 'app' | 'scoreApp'>;

export type PublicPage = keyof typeof PUBLIC_PAGES;

export const PUBLIC_PAGE_NAMES = Object.keys(PUBLIC_PAGES) as readonly PublicPage[];

/** A page's headline, from its area. */
export const headlineOf = (texts: Areas[PublicPage]): string =>
  'title' in texts ? texts.title : texts.hero.title;

export const isPublic = (page: string): page is PublicPage => page in PUBLIC_PAGES;

/** A page's addresses in every language, for `hreflang`; `path` is the English one from `ROUTES`. */
export const alternates = (path: string): readonly { lang: string; path: string }[] => [
  ...LOCALE_NAMES.map((locale) => ({ lang: LOCALES[locale].lang, path: localizePath(path, locale) })),
  { lang: 'x-default', path: localizePath(path, DEFAULT_LOCALE) },
];

/** Every public page in every language. */
export const PUBLIC_PAGES_BY_LOCALE: readonly { page: PublicPage; locale: Locale }[] = LOCALE_NAMES.flatMap(
  (locale) => PUBLIC_PAGE_NAMES.map((page) => ({ page, locale })),
);
