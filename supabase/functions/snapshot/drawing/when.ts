import { TIME_ZONE } from '../../../../src/config/time.ts';
import { LOCALES, type Locale } from '../../../../src/i18n/locales.ts';

/** A date and time in the venues' time zone, in a language's words with Western digits. */
export const when = (millis: number, locale: Locale): { readonly date: string; readonly time: string } => {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(`${LOCALES[locale].ogLocale.replace('_', '-')}-u-nu-latn-hc-h23`, {
      ...options,
      timeZone: TIME_ZONE,
    }).format(millis);
  return {
    date: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    time: format({ hour: '2-digit', minute: '2-digit' }),
  };
};
