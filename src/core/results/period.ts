import { daysLater, isDate, type IsoDate } from '../time/days.ts';

/** A period of a venue's days: both ends are in it. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The longest period that a report is made of, in days. */
export const MOST_DAYS = 366;

/** Whether two texts are the days of a period that a report can be made of. */
export const isPeriod = (from: string, to: string): boolean =>
  isDate(from) && isDate(to) && from <= to && to < daysLater(from, MOST_DAYS);
