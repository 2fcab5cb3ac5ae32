import type { Result } from '../../core/results/result.ts';
import type { Named } from '../../rules/players.ts';
import { RESULTS, resultsFragment } from '../../core/venue/fragment.ts';
import type { IsoDate } from '../../core/time/days.ts';
import { dateText } from '../../core/time/text.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';

/** "Friday 20 November"; with its year if that isn't the one of `today`. */
export const dayText = (date: IsoDate, today: IsoDate | null, { locale }: ScreenTexts): string =>
  dateText(
    date,
    {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      ...(date.slice(0, 4) !== today?.slice(0, 4) && { year: 'numeric' }),
    },
    locale,
  );

/** The address of a day's results. */
export const dayFragment = (date: IsoDate, today: IsoDate): string =>
  date === today ? RESULTS : resultsFragment(date);

export const namedIn = ({ names: [p1, p2] }: Pick<Result, 'names'>): Named => ({ p1, p2 });

/** An hour as on a clock: "06:00". */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Hours and minutes: "12:05". */
export const durationText = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
