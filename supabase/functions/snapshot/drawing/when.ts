import { DATE, TIME_OF_DAY, timeText } from '../../../../src/core/time/text.ts';
import type { Locale } from '../../../../src/i18n/locales.ts';

/** A date and time at the venues, in a language's words with Western digits. */
export const when = (millis: number, locale: Locale): { readonly date: string; readonly time: string } => ({
  date: timeText(millis, { ...DATE, year: 'numeric' }, locale),
  time: timeText(millis, TIME_OF_DAY, locale),
});
