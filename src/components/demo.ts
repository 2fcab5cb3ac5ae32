import { ROUTES } from '../config/routes.ts';
import type { Locale } from '../i18n/locales.ts';
import { translator } from '../i18n/translate.ts';
import { localizePath } from '../i18n/urls.ts';
import type { DemoProps } from '../ui/demo/parts.tsx';
import { demoTexts } from '../ui/demo/texts.ts';

const LATIN = ['Hamza', 'Karim', 'Salma', 'Mehdi', 'Youssef', 'Imane', 'Amine', 'Nadia'] as const;
const ARABIC = ['حمزة', 'كريم', 'سلمى', 'مهدي', 'يوسف', 'إيمان', 'أمين', 'نادية'] as const;

/** Names for the screens that the site draws, in the script of the page. */
export const demoPlayers = (locale: Locale): typeof LATIN | typeof ARABIC =>
  locale === 'ar' ? ARABIC : LATIN;

/** What the demo is given, wherever it is played. */
export const demoProps = (locale: Locale): DemoProps => {
  const t = translator(locale);
  const [p1, p2] = demoPlayers(locale);
  return {
    locale,
    players: { p1, p2 },
    table: t('common.screen.table', { number: 3 }),
    contactPath: localizePath(ROUTES.contact, locale),
    demoPath: localizePath(ROUTES.demo, locale),
    texts: demoTexts(t, locale),
  };
};
