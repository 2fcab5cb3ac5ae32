import type { Locale } from '../../i18n/locales.ts';
import type { IsoDate } from './days.ts';
import { createZone, VENUE_ZONE, type Zone } from './zone.ts';

/** The parts of a time to show; `timeText` adds the rest. */
type Shape = Pick<
  Intl.DateTimeFormatOptions,
  'year' | 'month' | 'weekday' | 'day' | 'hour' | 'minute' | 'second'
>;

export const TIME_OF_DAY = { hour: '2-digit', minute: '2-digit' } as const satisfies Shape;
export const DATE = { day: 'numeric', month: 'short' } as const satisfies Shape;

/** The language variants used where the venues are. */
const TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr-FR', ar: 'ar-MA' };

const UTC = createZone('UTC');

/** With the year. */
export const DATE_AND_TIME = { ...DATE, year: 'numeric', ...TIME_OF_DAY } as const satisfies Shape;

const DAY_MILLIS = 24 * 60 * 60 * 1000;

/** An instant (milliseconds since the epoch) as text in the venues' time zone: 24 hours, Western digits. */
export const timeText = (millis: number, shape: Shape, locale: Locale, zone: Zone = VENUE_ZONE): string =>
  new Intl.DateTimeFormat(`${TAGS[locale]}-u-nu-latn-hc-h23`, { ...shape, timeZone: 'UTC' }).format(
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
  Math.floor(wallAt(one) / DAY_MILLIS) === Math.floor(wallAt(other) / DAY_MILLIS);

/**
 * Parses the value of a `datetime-local` field (`2026-11-22T16:56`), in the venues' time zone, to milliseconds since
 * the epoch; NaN for anything else.
 */
export const typedInstant = (typed: string, zone: Zone = VENUE_ZONE): number =>
  zone.instantAt(Date.parse(`${typed}Z`));
