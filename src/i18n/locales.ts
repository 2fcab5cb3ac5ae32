/**
 * The site's languages: for addresses, `<html lang dir>`, the language menu and the stored choice. `tag` is the variant
 * used where the venues are, as in BCP 47.
 */
export const LOCALES = {
  en: { code: 'EN', label: 'English', lang: 'en', dir: 'ltr', flag: 'gb', tag: 'en-GB' },
  fr: { code: 'FR', label: 'Français', lang: 'fr', dir: 'ltr', flag: 'fr', tag: 'fr-FR' },
  ar: { code: 'AR', label: 'العربية', lang: 'ar', dir: 'rtl', flag: 'ma', tag: 'ar-MA' },
} as const;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE = 'en' satisfies Locale;

export const LOCALE_NAMES = Object.keys(LOCALES) as readonly Locale[];

/** All languages, these first. */
export const localesFrom = (...first: readonly Locale[]): readonly Locale[] => [
  ...new Set([...first, ...LOCALE_NAMES]),
];

/** Something in every language. */
export const inEachLanguage = <Value>(make: (locale: Locale) => Value): Readonly<Record<Locale, Value>> =>
  Object.fromEntries(LOCALE_NAMES.map((name) => [name, make(name)])) as Record<Locale, Value>;
