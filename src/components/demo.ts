import type { Locale } from '../i18n/locales.ts';

const LATIN = ['Youssef', 'Amine', 'Salma', 'Mehdi', 'Hamza', 'Imane', 'Karim', 'Nadia'] as const;
const ARABIC = ['يوسف', 'أمين', 'سلمى', 'مهدي', 'حمزة', 'إيمان', 'كريم', 'نادية'] as const;

/** Names for the boards that the site draws, in the script of the page. */
export const demoPlayers = (locale: Locale): typeof LATIN | typeof ARABIC =>
  locale === 'ar' ? ARABIC : LATIN;
