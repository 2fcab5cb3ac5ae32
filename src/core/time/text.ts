import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { VENUE_ZONE, type Zone } from './zone.ts';

/** What of a time is said. */
const SHAPES = {
  time: { hour: '2-digit', minute: '2-digit' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  daySeconds: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const DAY = 24 * 60 * 60 * 1000;

/** A language as it is written where the venues are: British English, Moroccan months; 24 hours, Western digits. */
const tagOf = (locale: Locale): string =>
  `${locale === 'en' ? 'en-GB' : LOCALES[locale].ogLocale.replace('_', '-')}-u-nu-latn-hc-h23`;

/** An instant, in milliseconds since the epoch, as the venues' clocks and calendars tell it. */
export const timeText = (
  millis: number,
  shape: keyof typeof SHAPES,
  locale: Locale,
  zone: Zone = VENUE_ZONE,
): string =>
  new Intl.DateTimeFormat(tagOf(locale), { ...SHAPES[shape], timeZone: 'UTC' }).format(zone.wallAt(millis));

/** Whether two instants are on the same day at the venues. */
export const isSameDay = (one: number, other: number, { wallAt }: Zone = VENUE_ZONE): boolean =>
  Math.floor(wallAt(one) / DAY) === Math.floor(wallAt(other) / DAY);

/**
 * The instant that somebody typed into a `datetime-local` field (`2026-11-22T16:56`) as the venues' clocks tell it, in
 * milliseconds since the epoch; NaN for anything else.
 */
export const typedInstant = (typed: string, zone: Zone = VENUE_ZONE): number => {
  const wall = Date.parse(`${typed}Z`);
  return Number.isNaN(wall) ? wall : zone.instantAt(wall);
};
