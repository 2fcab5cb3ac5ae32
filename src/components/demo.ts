import type { Locale } from '../i18n/locales.ts';

const LATIN = ['Hamza', 'Karim', 'Salma', 'Mehdi', 'Youssef', 'Imane', 'Amine', 'Nadia'] as const;
const ARABIC = ['حمزة', 'كريم', 'سلمى', 'مهدي', 'يوسف', 'إيمان', 'أمين', 'نادية'] as const;

/** Names for the screens that the site draws, in the script of the page. */
export const demoPlayers = (locale: Locale): typeof LATIN | typeof ARABIC =>
  locale === 'ar' ? ARABIC : LATIN;
