import type { Zone } from './zone.ts';

/** A date of the calendar: `2026-11-20`. */
export type IsoDate = string;

/** A month of it: `2026-11`. */
export type IsoMonth = string;

/** From the first instant up to the second, in milliseconds since the epoch. */
export interface Window {
  readonly fromMillis: number;
  readonly toMillis: number;
}

/** An hour of a day as clocks tell it, 0 to 23. It lasts two where a change repeats it, and none where one skips it. */
export interface Hour extends Window {
  readonly hour: number;
}

/** The days of a venue: each lasts from its closing hour to that of the next date. */
export interface Days {
  readonly zone: Zone;
  /** The day that begins on a date. */
  readonly dayOf: (date: IsoDate) => Window;
  /** The date on which the day of an instant began. */
  readonly dateAt: (millis: number) => IsoDate;
  /** A day's 24 hours, from its closing hour on. */
  readonly hoursOf: (date: IsoDate) => readonly Hour[];
}

const HOUR_MILLIS = 60 * 60 * 1000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** As the instant at which it begins in UTC. */
const millisOf = (date: IsoDate): number => Date.parse(`${date}T00:00Z`);

const dateOf = (millis: number): IsoDate => new Date(millis).toISOString().slice(0, 10);

/** Whether a text is a date between the years 1000 and 2999; 30 February is none. */
export const isDate = (text: string): text is IsoDate => {
  const millis = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? millisOf(text) : NaN;
  return !Number.isNaN(millis) && dateOf(millis) === text;
};

/** The date some days later; earlier if negative. */
export const daysLater = (date: IsoDate, count: number): IsoDate =>
  dateOf(millisOf(date) + count * DAY_MILLIS);

export const monthOf = (date: IsoDate): IsoMonth => date.slice(0, 7);

/** The month some months later; earlier if negative. */
export const monthsLater = (month: IsoMonth, count: number): IsoMonth => {
  const first = new Date(millisOf(`${month}-01`));
  return monthOf(dateOf(first.setUTCMonth(first.getUTCMonth() + count)));
};

/** All dates of a month. */
export const datesOf = (month: IsoMonth): readonly IsoDate[] => {
  const first = `${month}-01`;
  const count = (millisOf(`${monthsLater(month, 1)}-01`) - millisOf(first)) / DAY_MILLIS;
  return Array.from({ length: count }, (_, index) => daysLater(first, index));
};

/** The day of the week: 0 for Monday to 6 for Sunday. */
export const weekdayOf = (date: IsoDate): number => (new Date(millisOf(date)).getUTCDay() + 6) % 7;

/** A venue's days, by its zone and its closing hour: 0 to 12. */
export const createDays = (zone: Zone, closingHour: number): Days => {
  const startOf = (date: IsoDate, hours = 0): number =>
    zone.instantAt(millisOf(date) + (closingHour + hours) * HOUR_MILLIS);
  return {
    zone,
    dayOf: (date) => ({ fromMillis: startOf(date), toMillis: startOf(daysLater(date, 1)) }),
    dateAt: (millis) => {
      let date = dateOf(zone.wallAt(millis) - closingHour * HOUR_MILLIS);
      // A reading that comes twice is of the day that began at the first.
      while (startOf(daysLater(date, 1)) <= millis) date = daysLater(date, 1);
      return date;
    },
    hoursOf: (date) =>
      Array.from({ length: 24 }, (_, index) => ({
        hour: (closingHour + index) % 24,
        fromMillis: startOf(date, index),
        toMillis: startOf(date, index + 1),
      })),
  };
};
