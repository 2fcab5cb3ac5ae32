import { FLAGS } from '../build/flags.ts';
import { ROUTES } from '../config/routes.ts';
import type { Locale } from '../i18n/locales.ts';
import { textsOf } from '../i18n/translate.ts';
import { localizePath } from '../i18n/urls.ts';
import { VENUE_AREAS } from '../kit/venue-texts.ts';
import type { OwnersDeskProps } from '../features/venue/OwnersDesk.tsx';

/** The props of a venue's desk, for its owner's page and for devices. */
export const deskProps = (locale: Locale): OwnersDeskProps => ({
  texts: textsOf(locale, ...VENUE_AREAS),
  loginPath: localizePath(ROUTES.login, locale),
  flags: Object.keys(FLAGS).join(' '),
});
