import { ROUTES } from '../config/routes.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES, type Locale } from '../i18n/locales.ts';
import { localizePath } from '../i18n/urls.ts';

/**
 * The pages for search engines, with the i18n keys of their short name and headline. All other
 * pages are `noindex`; `/s/gd/` is a second address of the snapshot page, which is its canonical one.
 */
export const PUBLIC_PAGES = {
  home: { path: ROUTES.home, name: 'common.nav.home', headline: 'home.hero.title' },
  features: { path: ROUTES.features, name: 'common.nav.features', headline: 'features.hero.title' },
  pricing: { path: ROUTES.pricing, name: 'common.nav.pricing', headline: 'pricing.hero.title' },
  howItWorks: { path: ROUTES.howItWorks, name: 'common.nav.howItWorks', headline: 'howItWorks.hero.title' },
  demo: { path: ROUTES.demo, name: 'common.nav.demo', headline: 'demo.title' },
  contact: { path: ROUTES.contact, name: 'common.nav.contact', headline: 'contact.hero.title' },
  snapshot: { path: ROUTES.snapshot, name: 'snapshot.title', headline: 'snapshot.title' },
} as const;

export type PublicPage = keyof typeof PUBLIC_PAGES;

export const PUBLIC_PAGE_NAMES = Object.keys(PUBLIC_PAGES) as readonly PublicPage[];

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
