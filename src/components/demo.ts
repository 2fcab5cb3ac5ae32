import { ROUTES } from '../config/routes.ts';
import type { Locale } from '../i18n/locales.ts';
import { formatMessage } from '../i18n/format.ts';
import { textsOf } from '../i18n/translate.ts';
import { localizePath } from '../i18n/urls.ts';
import { ROOM_AREAS } from '../kit/venue-texts.ts';
import type { HallProps } from '../features/demo/hall/props.ts';
import type { DemoProps } from '../features/demo/parts.tsx';

const LATIN = [
  ...['Hamza', 'Karim', 'Salma', 'Mehdi', 'Youssef', 'Imane', 'Amine', 'Nadia', 'Omar', 'Zineb'],
  ...['Rachid', 'Leila', 'Hicham', 'Sara', 'Anas', 'Ilyas', 'Kenza', 'Driss', 'Meryem', 'Badr'],
];
const ARABIC = [
  ...['حمزة', 'كريم', 'سلمى', 'مهدي', 'يوسف', 'إيمان', 'أمين', 'نادية', 'عمر', 'زينب'],
  ...['رشيد', 'ليلى', 'هشام', 'سارة', 'أنس', 'إلياس', 'كنزة', 'إدريس', 'مريم', 'بدر'],
];

/** The players' names on the site's screens, in the page's script. */
export const demoPlayers = (locale: Locale): readonly string[] => (locale === 'ar' ? ARABIC : LATIN);

/** The demo's props, for the demo page and the front page. */
export const demoProps = (locale: Locale): DemoProps => {
  const { common } = textsOf(locale, 'common');
  const [p1 = '', p2 = ''] = demoPlayers(locale);
  return {
    players: { p1, p2 },
    table: formatMessage(common.screen.table, { number: 3 }),
    contactPath: localizePath(ROUTES.contact, locale),
    demoPath: localizePath(ROUTES.demo, locale),
    texts: textsOf(locale, 'dashboard', 'demo', 'match', 'overlay', 'pad'),
  };
};

/** The sample venue's props. */
export const hallProps = (locale: Locale): HallProps => {
  const { match, ...texts } = textsOf(
    locale,
    ...ROOM_AREAS,
    'common',
    'hall',
    'sign',
    'television',
    'tournament',
  );
  return {
    names: {
      venue: texts.hall.venue,
      tables: [1, 2, 3, 4].map((number) => formatMessage(texts.common.screen.table, { number })),
      guests: demoPlayers(locale),
      tournament: texts.hall.tournament,
    },
    texts: { ...texts, match },
  };
};
