import { ROUTES } from '../config/routes.ts';
import type { Locale } from '../i18n/locales.ts';
import { formatMessage } from '../i18n/format.ts';
import { textsOf } from '../i18n/translate.ts';
import { localizePath } from '../i18n/urls.ts';
import type { DemoProps } from '../features/demo/parts.tsx';

const LATIN = ['Hamza', 'Karim', 'Salma', 'Mehdi', 'Youssef', 'Imane', 'Amine', 'Nadia'] as const;
const ARABIC = ['حمزة', 'كريم', 'سلمى', 'مهدي', 'يوسف', 'إيمان', 'أمين', 'نادية'] as const;

/** The players' names on the site's screens, in the page's script. */
export const demoPlayers = (locale: Locale): typeof LATIN | typeof ARABIC =>
  locale === 'ar' ? ARABIC : LATIN;

/** The demo's props, for the demo page and the front page. */
export const demoProps = (locale: Locale): DemoProps => {
  const { common } = textsOf(locale, 'common');
  const [p1, p2] = demoPlayers(locale);
  return {
    players: { p1, p2 },
    table: formatMessage(common.screen.table, { number: 3 }),
    contactPath: localizePath(ROUTES.contact, locale),
    demoPath: localizePath(ROUTES.demo, locale),
    texts: textsOf(locale, 'dashboard', 'demo', 'match', 'overlay', 'pad'),
  };
};
