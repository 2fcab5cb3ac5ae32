import type { Locale } from '../../i18n/locales.ts';
import { DATE, TIME_OF_DAY, timeText } from '../time/text.ts';

/** Whether a link has expired. */
export const isOver = (
  { endsAtMillis }: { readonly endsAtMillis: number | null },
  nowMillis: number,
): boolean => endsAtMillis !== null && endsAtMillis <= nowMillis;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relativeIn = (locale: Locale): Intl.RelativeTimeFormat =>
  new Intl.RelativeTimeFormat(`${locale}-u-nu-latn`, { numeric: 'auto' });

/** A past time within a day as now, or minutes or hours ago; otherwise its date and time at the venues. Western digits. */
export const whenText = (millis: number, nowMillis: number, locale: Locale): string => {
  const away = millis - nowMillis;
  const far = Math.abs(away);
  if (away <= 0 && far < MINUTE) return relativeIn(locale).format(0, 'second');
  if (away <= 0 && far < HOUR) return relativeIn(locale).format(Math.ceil(away / MINUTE), 'minute');
  if (away <= 0 && far < DAY) return relativeIn(locale).format(Math.ceil(away / HOUR), 'hour');
  return timeText(millis, { ...DATE, ...TIME_OF_DAY, year: 'numeric' }, locale);
};

/** How long ago something was: in seconds within the last minute, then as `whenText`. */
export const agoText = (millis: number, nowMillis: number, locale: Locale): string => {
  const seconds = Math.floor(Math.max(0, nowMillis - millis) / SECOND);
  return seconds < 60 ? relativeIn(locale).format(-seconds, 'second') : whenText(millis, nowMillis, locale);
};
