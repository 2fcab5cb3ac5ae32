import { useStore } from '@nanostores/react';

import { datesOf, daysLater, monthOf, monthsLater, weekdayOf, type IsoDate } from '../../core/time/days.ts';
import { dateText } from '../../core/time/text.ts';
import { formatCount } from '../../i18n/format.ts';
import { Icon } from '../../kit/Icon.tsx';
import type { PartProps } from './props.ts';
import { dayFragment } from './words.ts';

const MONDAY: IsoDate = '2024-01-01';
const WEEK = Array.from({ length: 7 }, (_, index) => daysLater(MONDAY, index));

interface Props extends Pick<PartProps, 'texts' | 'results'> {
  /** Called when a day has been chosen. */
  readonly onChosen?: () => void;
}

interface DayProps extends Props {
  readonly date: IsoDate;
  /** Whether to show the day of the week. */
  readonly withWeekday?: boolean;
}

/** A day with its number of matches, linking to them. Future days aren't links. */
const DayLink = ({ texts, results, onChosen, date, withWeekday = false }: DayProps) => {
  const month = useStore(results.$month, { ssr: 'initial' });
  const { date: open, today } = useStore(results.$day, { ssr: 'initial' });
  const { locale } = texts;
  const count = month?.counts?.[date] ?? 0;
  const shown = (
    <>
      {withWeekday && (
        <span className="calendar__weekday" aria-hidden="true">
          {dateText(date, { weekday: 'narrow' }, locale)}
        </span>
      )}
      <span aria-hidden="true">{Number(date.slice(8))}</span>
    </>
  );
  if (today === null || date > today)
    return <span className="calendar__day calendar__day--future">{shown}</span>;
  const name = dateText(date, { weekday: 'long', day: 'numeric', month: 'long' }, locale);
  return (
    <a
      className={`calendar__day ${date === today ? 'calendar__day--today' : ''}`}
      href={dayFragment(date, today)}
      aria-current={date === open ? 'date' : undefined}
      aria-label={`${name}${texts.match.comma}${formatCount(texts.results.count, count, locale)}`}
      onClick={onChosen}
    >
      {shown}
      <span className="calendar__count" aria-hidden="true">
        {count > 0 && count}
      </span>
    </a>
  );
};

/** The seven days around the open one, none of them in the future. */
export const Week = (parts: Pick<PartProps, 'texts' | 'results'>) => {
  const { date, today } = useStore(parts.results.$day, { ssr: 'initial' });
  if (date === null || today === null) return null;
  const middle = daysLater(date, 3);
  const last = middle > today ? today : middle;
  return (
    <div className="calendar__days results__week">
      {WEEK.map((_, index) => (
        <DayLink key={index} {...parts} date={daysLater(last, index - 6)} withWeekday />
      ))}
    </div>
  );
};

/** A month, with each day's number of matches. Days link to their results. */
export const Calendar = (parts: Props) => {
  const { texts, results } = parts;
  const shown = useStore(results.$month, { ssr: 'initial' });
  const { today } = useStore(results.$day, { ssr: 'initial' });
  if (!shown || today === null) return null;
  const { month } = shown;
  const { locale } = texts;
  const dates = datesOf(month);
  const first = dates[0] ?? today;
  return (
    <div className="calendar">
      <div className="calendar__head">
        <button
          className="icon-button"
          type="button"
          aria-label={texts.results.previousMonth}
          onClick={() => results.showMonth(monthsLater(month, -1))}
        >
          <Icon name="back" directional />
        </button>
        <p className="calendar__month" aria-live="polite">
          {dateText(first, { month: 'long', year: 'numeric' }, locale)}
        </p>
        <button
          className="icon-button"
          type="button"
          aria-label={texts.results.nextMonth}
          disabled={month >= monthOf(today)}
          onClick={() => results.showMonth(monthsLater(month, 1))}
        >
          <Icon name="further" directional />
        </button>
      </div>
      <div className="calendar__days">
        {WEEK.map((day) => (
          <span key={day} className="calendar__weekday" aria-hidden="true">
            {dateText(day, { weekday: 'narrow' }, locale)}
          </span>
        ))}
        {Array.from({ length: weekdayOf(first) }, (_, index) => (
          <span key={index} />
        ))}
        {dates.map((date) => (
          <DayLink key={date} {...parts} date={date} />
        ))}
      </div>
    </div>
  );
};
