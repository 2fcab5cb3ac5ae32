import { daysLater, isDate, type IsoDate } from '../time/days.ts';

/** A period in days of a venue, both ends included. */
export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The longest period of a report, in days. */
export const MOST_DAYS = 366;

/** Whether two texts are the ends of a valid report period. */
export const isPeriod = (from: string, to: string): boolean =>
  isDate(from) && isDate(to) && from <= to && to < daysLater(from, MOST_DAYS);
