import type { Zone } from './zone.ts';

/** A calendar date: `2026-11-20`. */
export type IsoDate = string;

/** A calendar month: `2026-11`. */
export type IsoMonth = string;

/** From the first instant up to, but not including, the second; in milliseconds since the epoch. */
export interface Window {
  readonly fromMillis: number;
  readonly toMillis: number;
}

/**
 * An hour of a day on the clock, 0 to 23. It lasts two hours if a clock change repeats it, and none if one skips it.
 */
export interface Hour extends Window {
  readonly hour: number;
}

/** The days of a venue. Each lasts from the closing hour on its date to that on the next date. */
export interface Days {
  readonly zone: Zone;
  /** The day of a date. */
  readonly dayOf: (date: IsoDate) => Window;
  /** The date of the day that contains an instant. */
  readonly dateAt: (millis: number) => IsoDate;
  /** A day's 24 hours, starting at the closing hour. */
  readonly hoursOf: (date: IsoDate) => readonly Hour[];
}

const HOUR_MILLIS = 60 * 60 * 1000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** The date's first instant in UTC. */
const millisOf = (date: IsoDate): number => Date.parse(`${date}T00:00Z`);

const dateOf = (millis: number): IsoDate => new Date(millis).toISOString().slice(0, 10);

/** Whether a text is a valid date between the years 1000 and 2999. */
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

/** A venue's days, by its zone and its closing hour (0 to 12). */
export const createDays = (zone: Zone, closingHour: number): Days => {
  const startOf = (date: IsoDate, hours = 0): number =>
    zone.instantAt(millisOf(date) + (closingHour + hours) * HOUR_MILLIS);
  return {
    zone,
    dayOf: (date) => ({ fromMillis: startOf(date), toMillis: startOf(daysLater(date, 1)) }),
    dateAt: (millis) => {
      let date = dateOf(zone.wallAt(millis) - closingHour * HOUR_MILLIS);
      // If a clock reading occurs twice, the day began at the first.
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
