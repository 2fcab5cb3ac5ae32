import { DEFAULT_LOCALE, LOCALE_NAMES, type Locale } from './locales.ts';

/** The path of an English page in a language: `/features/` → `/fr/features/`. */
export const localizePath = (path: string, locale: Locale): string =>
  locale === DEFAULT_LOCALE ? path : `/${locale}${path}`;

/** The language of the page at a path. */
export const localeOf = (path: string): Locale =>
  LOCALE_NAMES.find((locale) => `${path}/`.startsWith(`/${locale}/`)) ?? DEFAULT_LOCALE;

/** The path of the same page in another language: `/fr/score/` → `/ar/score/`. */
export const pathIn = (path: string, locale: Locale): string =>
  localizePath(path.slice(localizePath('/', localeOf(path)).length - 1), locale);

/** `getStaticPaths` for every page in `src/pages/[...lang]/`. */
export const localePaths = (): { params: { lang: string | undefined }; props: { locale: Locale } }[] =>
  LOCALE_NAMES.map((locale) => ({
    params: { lang: locale === DEFAULT_LOCALE ? undefined : locale },
    props: { locale },
  }));
