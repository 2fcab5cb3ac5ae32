import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { daysLater, type IsoDate } from '../../core/time/days.ts';
import { REPORT } from '../../core/venue/fragment.ts';
import { formatMessage, formatCount } from '../../i18n/format.ts';
import { isFiltering, type DayView, type Listed } from './results.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { capital } from '../../i18n/phrases.ts';
import { useMay } from '../../kit/may.ts';
import { Problem } from '../../kit/Problem.tsx';
import { useChange } from '../../kit/useChange.ts';
import type { Elements } from '../../kit/elements.ts';
import { Calendar, Week } from './Calendar.tsx';
import { Filters } from './Filters.tsx';
import type { PartProps } from './props.ts';
import { ResultLine } from './ResultLine.tsx';
import { dayFragment, dayText } from './words.ts';
import { LoadState } from '../../kit/LoadState.tsx';
import { Empty } from '../../kit/Empty.tsx';

interface HeadProps extends PartProps {
  readonly date: IsoDate;
  readonly today: IsoDate;
}

/** The day's name between links to the previous and next day. On phones it opens the calendar. */
const DayHead = ({ date, today, ...parts }: HeadProps) => {
  const { texts } = parts;
  const [choosing, setChoosing] = useState(false);
  const close = (): void => setChoosing(false);
  const title = date === today ? texts.results.today : capital(dayText(date, today, texts));
  return (
    <>
      <div className="results__head">
        <a
          className="icon-button"
          href={dayFragment(daysLater(date, -1), today)}
          aria-label={texts.results.previousDay}
        >
          <Icon name="back" directional />
        </a>
        <h2 className="results__day">
          <span className="results__title">{title}</span>
          <span className="results__printed">{capital(dayText(date, null, texts))}</span>
          <button
            className="results__choose"
            type="button"
            aria-haspopup="dialog"
            aria-label={`${texts.results.chooseDay}${texts.match.comma}${title}`}
            onClick={() => setChoosing(true)}
          >
            <span>{title}</span>
            <Icon name="calendar" />
          </button>
        </h2>
        {date < today ? (
          <a
            className="icon-button"
            href={dayFragment(daysLater(date, 1), today)}
            aria-label={texts.results.nextDay}
          >
            <Icon name="further" directional />
          </a>
        ) : (
          <span />
        )}
      </div>
      {choosing && (
        <Dialog title={texts.results.chooseDay} close={texts.tables.close} onClose={close}>
          <div className="results__sheet">
            <Calendar {...parts} onChosen={close} />
            <Filters {...parts} />
          </div>
        </Dialog>
      )}
    </>
  );
};

/** An empty day links to the nearest days with results. */
const Nearest = ({ texts, listed, day }: Pick<PartProps, 'texts'> & { listed: Listed; day: DayView }) => {
  const { filter, today } = day;
  const ways = (['before', 'after'] as const).flatMap((name) => {
    const date = listed.nearest[name];
    return date === null || today === null ? [] : [{ name, date, today }];
  });
  return (
    <Empty
      icon="results"
      text={texts.results[isFiltering(filter) ? 'emptyFiltered' : ways.length > 0 ? 'empty' : 'none']}
    >
      {ways.map((way) => (
        <a key={way.name} className="button" href={dayFragment(way.date, way.today)}>
          {formatMessage(texts.results[way.name], {
            day: way.date === way.today ? texts.results.today : dayText(way.date, way.today, texts),
          })}
        </a>
      ))}
    </Empty>
  );
};

interface DayProps extends PartProps {
  readonly openId: string | null;
  /** Shown above the day. */
  readonly search: Elements;
  /** The keys for exporting the day. */
  readonly keys: Elements;
}

/** A day's results: live matches first, then the latest first. */
export const Day = (parts: DayProps) => {
  const { texts, results, days, openId, search, keys } = parts;
  const may = useMay();
  const day = useStore(results.$day, { ssr: 'initial' });
  const { busy, failure: moreFailure, run } = useChange();
  const { date, today, listed, failure, filter } = day;
  if (date === null || today === null) return null;
  const shown = listed ? [...listed.live, ...listed.results] : [];
  const counted = shown.filter(({ setAside }) => !setAside).length;
  const hasMore = listed !== null && listed.next !== null;
  return (
    <section className="results__list" aria-label={dayText(date, today, texts)}>
      {search}
      <DayHead {...parts} date={date} today={today} />
      <Week texts={texts} results={results} />
      <LoadState
        texts={texts}
        isLoaded={listed !== null}
        failure={failure}
        failed={texts.results.loadFailed}
        retry={results.refresh}
      />
      <div className="results__bar">
        <div role="status">
          {shown.length > 0 && !hasMore && (
            <p className="results__count">{formatCount(texts.results.count, counted, texts.locale)}</p>
          )}
        </div>
        {may.has('get_report') && (
          <a className="button results__report" href={REPORT}>
            <Icon name="score" />
            <span>{texts.dashboard.screens.report}</span>
          </a>
        )}
      </div>
      {isFiltering(filter) && (
        <button
          className="button button--quiet"
          type="button"
          onClick={() => results.filterBy({ tableId: null, game: null, state: null })}
        >
          {texts.results.filter.clear}
        </button>
      )}
      {listed && shown.length === 0 && <Nearest texts={texts} listed={listed} day={day} />}
      {shown.length > 0 && (
        <ul className="results__lines">
          {shown.map((result) => (
            <ResultLine
              key={result.id}
              texts={texts}
              days={days}
              result={result}
              isOpen={result.id === openId}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <>
          <Problem failure={moreFailure} texts={texts} />
          <button className="button" type="button" disabled={busy} onClick={() => void run(results.more)}>
            {texts.results.more}
          </button>
        </>
      )}
      {keys}
    </section>
  );
};
