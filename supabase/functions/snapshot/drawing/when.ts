import { DATE, TIME_OF_DAY, timeText } from '../../../../src/core/time/text.ts';
import type { Zone } from '../../../../src/core/time/zone.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';

/** A date and time at a venue, in a language's words with Western digits. */
export const when = (
  millis: number,
  locale: Locale,
  zone?: Zone,
): { readonly date: string; readonly time: string } => ({
  date: timeText(millis, { ...DATE, year: 'numeric' }, locale, zone),
  time: timeText(millis, TIME_OF_DAY, locale, zone),
});
