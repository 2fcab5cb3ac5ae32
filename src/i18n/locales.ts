/** The site's languages: for addresses, `<html lang dir>`, the language menu and the stored choice. */
export const LOCALES = {
  en: { code: 'EN', label: 'English', lang: 'en', dir: 'ltr', flag: 'gb', ogLocale: 'en_GB' },
  fr: { code: 'FR', label: 'Français', lang: 'fr', dir: 'ltr', flag: 'fr', ogLocale: 'fr_FR' },
  ar: { code: 'AR', label: 'العربية', lang: 'ar', dir: 'rtl', flag: 'ma', ogLocale: 'ar_MA' },
} as const;

export type Locale = keyof typeof LOCALES;

export const DEFAULT_LOCALE = 'en' satisfies Locale;

export const LOCALE_NAMES = Object.keys(LOCALES) as readonly Locale[];

/** Something in every language. */
export const inEachLanguage = <Value>(make: (locale: Locale) => Value): Readonly<Record<Locale, Value>> =>
  Object.fromEntries(LOCALE_NAMES.map((name) => [name, make(name)])) as Record<Locale, Value>;
