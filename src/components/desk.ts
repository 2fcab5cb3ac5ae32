import { FLAGS } from '../build/flags.ts';
import { ROUTES } from '../config/routes.ts';
import { inEachLanguage, type Locale } from '../i18n/locales.ts';
import { textsOf } from '../i18n/translate.ts';
import { localizePath } from '../i18n/urls.ts';
import type { OwnersDeskProps } from '../features/venue/OwnersDesk.tsx';

const AREAS = [
  'account',
  'air',
  'dashboard',
  'branding',
  'login',
  'machines',
  'match',
  'network',
  'overlay',
  'pad',
  'pictures',
  'players',
  'resultsReport',
  'results',
  'room',
  'tables',
  'televisions',
] as const;

/** The props of a venue's desk, for its owner's page and for devices. */
export const deskProps = (locale: Locale): OwnersDeskProps => ({
  texts: {
    ...textsOf(locale, ...AREAS),
    inAll: inEachLanguage((name) => textsOf(name, 'overlay', 'sign')),
  },
  loginPath: localizePath(ROUTES.login, locale),
  flags: Object.keys(FLAGS).join(' '),
});
