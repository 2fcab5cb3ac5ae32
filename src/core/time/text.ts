import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { IsoDate } from './days.ts';
import { createZone, VENUE_ZONE, type Zone } from './zone.ts';

/** The parts of a time to show; `timeText` adds the rest. */
type Shape = Pick<
  Intl.DateTimeFormatOptions,
  'year' | 'month' | 'weekday' | 'day' | 'hour' | 'minute' | 'second'
>;

export const TIME_OF_DAY = { hour: '2-digit', minute: '2-digit' } as const satisfies Shape;
export const DATE = { day: 'numeric', month: 'short' } as const satisfies Shape;

const UTC = createZone('UTC');

/** With the year. */
export const DATE_AND_TIME = { ...DATE, year: 'numeric', ...TIME_OF_DAY } as const satisfies Shape;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An instant (milliseconds since the epoch) as text in the venues' time zone: 24 hours, Western digits. */
export const timeText = (millis: number, shape: Shape, locale: Locale, zone: Zone = VENUE_ZONE): string =>
  new Intl.DateTimeFormat(`${LOCALES[locale].tag}-u-nu-latn-hc-h23`, { ...shape, timeZone: 'UTC' }).format(
    zone.wallAt(millis),
  );

/** A date (`2026-11-20`) as text. */
export const dateText = (date: IsoDate, shape: Shape, locale: Locale): string =>
  timeText(Date.parse(`${date}T00:00Z`), shape, locale, UTC);

/** An instant in a form that spreadsheets sort: `2026-11-20 22:05`. */
export const sortableText = (millis: number, zone: Zone): string =>
  new Date(zone.wallAt(millis)).toISOString().slice(0, 16).replace('T', ' ');

/** Whether two instants are on the same calendar day at the venues. */
export const isSameDay = (one: number, other: number, { wallAt }: Zone = VENUE_ZONE): boolean =>
  Math.floor(wallAt(one) / DAY) === Math.floor(wallAt(other) / DAY);

/**
 * Parses the value of a `datetime-local` field (`2026-11-22T16:56`), in the venues' time zone, to milliseconds since
 * the epoch; NaN for anything else.
 */
export const typedInstant = (typed: string, zone: Zone = VENUE_ZONE): number =>
  zone.instantAt(Date.parse(`${typed}Z`));

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
