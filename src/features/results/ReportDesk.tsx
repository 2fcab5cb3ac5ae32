import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { isPeriod, MOST_DAYS, type Period } from '../../core/results/period.ts';
import {
  isNothing,
  lengthOf,
  periodAround,
  periodBeside,
  PERIOD_LENGTHS,
  type PeriodReport,
  type ReportLine,
} from '../../core/results/report.ts';
import { reportFragment } from '../../core/venue/fragment.ts';
import type { IsoDate } from '../../core/time/days.ts';
import { DATE, dateText } from '../../core/time/text.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Exporting } from './exporting.ts';
import type { Reports } from './report.ts';
import type { Tables } from '../tables/tables.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { Icon } from '../../kit/Icon.tsx';
import { Choice } from '../match/Choice.tsx';
import { tableName } from '../../kit/table-name.ts';
import { Bars, NamedBars } from './Bars.tsx';
import { reportRows } from './rows.ts';
import { SaveKeys } from './SaveKeys.tsx';
import { TableAndGame } from './TableAndGame.tsx';
import { gameText } from '../match/format.ts';
import { durationText, hourText } from './words.ts';
import { Empty } from '../../kit/Empty.tsx';
import { LoadState } from '../../kit/LoadState.tsx';

interface Props {
  readonly venue: { readonly exporting: Exporting; readonly reports: Reports; readonly tables: Tables };
  readonly texts: ScreenTexts;
}

interface PeriodProps {
  readonly texts: ScreenTexts;
  readonly reports: Reports;
  readonly period: Period;
}

const FULL_DATE = { ...DATE, year: 'numeric' } as const;

/** A period in words: its month, its day, or both ends. */
const periodText = (period: Period, { locale, resultsReport }: ScreenTexts): string => {
  const { from, to } = period;
  if (lengthOf(period) === 'month') return dateText(from, { month: 'long', year: 'numeric' }, locale);
  if (from === to) return dateText(from, { weekday: 'long', ...FULL_DATE, month: 'long' }, locale);
  return formatMessage(resultsReport.period.span, {
    from: dateText(from, FULL_DATE, locale),
    to: dateText(to, FULL_DATE, locale),
  });
};

/** Two fields for the ends of a period. The report changes once both are valid. */
const Ends = ({ texts, reports, period }: PeriodProps) => {
  const [typed, setTyped] = useState(period);
  const [shown, setShown] = useState(period);
  const id = useId();
  // Not with a `key`, which would replace the field while the user types a date in it.
  if (shown !== period) {
    setShown(period);
    setTyped(period);
  }
  const isWrong = !isPeriod(typed.from, typed.to);
  const change = (end: keyof Period, value: string): void => {
    const next = { ...typed, [end]: value };
    setTyped(next);
    if (isPeriod(next.from, next.to)) reports.show(next);
  };
  return (
    <div className="report__ends">
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="field">
          <label className="field__label" htmlFor={`${id}-${end}`}>
            {texts.resultsReport.period[end]}
          </label>
          <input
            className="field__control"
            id={`${id}-${end}`}
            type="date"
            required
            value={typed[end]}
            aria-invalid={isWrong || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => change(end, event.currentTarget.value)}
          />
        </div>
      ))}
      <p className="field__error report__wrong" id={`${id}-hint`} role="status">
        {isWrong && formatMessage(texts.resultsReport.period.wrong, { count: MOST_DAYS })}
      </p>
    </div>
  );
};

/** The period's name, with links to other periods. */
const Head = ({ today, ...props }: PeriodProps & { readonly today: IsoDate }) => {
  const { texts, period } = props;
  const length = lengthOf(period);
  // Links to shorter periods use today if the period contains it, else the period's end.
  const near = period.from <= today && today <= period.to ? today : period.to;
  return (
    <div className="report__head">
      <nav className="report__lengths" aria-label={texts.resultsReport.period.label}>
        {PERIOD_LENGTHS.map((name) => (
          <a
            key={name}
            className="report__length"
            href={reportFragment(periodAround(near, name))}
            aria-current={length === name || undefined}
          >
            {texts.resultsReport.period[name]}
          </a>
        ))}
      </nav>
      <div className="results__head report__period">
        <a
          className="icon-button"
          href={reportFragment(periodBeside(period, -1))}
          aria-label={texts.resultsReport.period.previous}
        >
          <Icon name="back" directional />
        </a>
        <h2 className="results__day">{periodText(period, texts)}</h2>
        <a
          className="icon-button"
          href={reportFragment(periodBeside(period, 1))}
          aria-label={texts.resultsReport.period.next}
        >
          <Icon name="further" directional />
        </a>
      </div>
      <Ends {...props} />
    </div>
  );
};

const Filters = ({ texts, venue: { reports, tables } }: Props) => {
  const { filter } = useStore(reports.$report, { ssr: 'initial' });
  return (
    <div className="report__filters">
      <TableAndGame texts={texts} tables={tables} filter={filter} filterBy={reports.filterBy} />
    </div>
  );
};

const MEASURES = ['matches', 'time'] as const;
type Measure = (typeof MEASURES)[number];

interface Line {
  readonly key: string | number;
  /** The name in the table. */
  readonly name: string;
  /** The label below the bar; null if the name is written above it. */
  readonly label: string | null;
  readonly sums: ReportLine;
}

interface PartProps {
  readonly texts: ScreenTexts;
  readonly measure: Measure;
  readonly title: string;
  /** The heading of the column of names. */
  readonly column: string;
  readonly lines: readonly Line[];
  /** Whether the table is collapsed, because it has many lines. */
  readonly folded?: boolean;
}

const Numbers = ({ texts, title, column, lines }: Omit<PartProps, 'measure' | 'folded'>) => (
  <table className="player__table">
    <caption className="visually-hidden">{title}</caption>
    <thead>
      <tr>
        <th scope="col">{column}</th>
        <th scope="col">{texts.resultsReport.matches}</th>
        <th scope="col">{texts.resultsReport.frames}</th>
        <th scope="col">{texts.resultsReport.time}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ key, name, sums }) => (
        <tr key={key} className={isNothing(sums) ? 'report__nothing' : undefined}>
          <th scope="row">
            <bdi translate="no">{name}</bdi>
          </th>
          <td>{sums.matches}</td>
          <td>{sums.frames}</td>
          <td>{durationText(sums.minutes)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Bars, and a table with the same numbers. */
const Part = ({ measure, folded = false, ...props }: PartProps) => {
  const { texts, title, lines } = props;
  const bars = lines.map(({ key, name, label, sums: { matches, minutes } }) => ({
    key,
    label: label ?? name,
    ...(measure === 'matches'
      ? { value: matches, text: String(matches) }
      : { value: minutes, text: durationText(minutes) }),
  }));
  const Drawn = lines.some(({ label }) => label === null) ? NamedBars : Bars;
  return (
    <section className="report__part panel">
      <h3 className="report__title">{title}</h3>
      <Drawn texts={texts} bars={bars} />
      {folded ? (
        <details className="report__numbers">
          <summary>{texts.resultsReport.numbers}</summary>
          <Numbers {...props} />
        </details>
      ) : (
        <Numbers {...props} />
      )}
    </section>
  );
};

const Parts = ({ texts, report }: { readonly texts: ScreenTexts; readonly report: PeriodReport }) => {
  const [measure, setMeasure] = useState<Measure>('matches');
  const { days, hours, tables, games } = report;
  const dayLine = ({ date, ...sums }: (typeof days)[number]): Line => ({
    key: date,
    sums,
    name: dateText(date, { weekday: 'short', ...DATE }, texts.locale),
    label:
      days.length > 7
        ? dateText(date, DATE, texts.locale)
        : dateText(date, { weekday: 'short' }, texts.locale),
  });
  const hourLine = ({ hour, ...sums }: (typeof hours)[number]): Line => ({
    key: hour,
    sums,
    name: hourText(hour),
    label: hourText(hour),
  });
  const named = (key: string, name: string, sums: ReportLine): Line => ({ key, name, label: null, sums });
  const parts = { texts, measure };
  return (
    <>
      <Choice
        legend={texts.resultsReport.bars}
        options={MEASURES.map((value) => ({ value, label: texts.resultsReport[value] }))}
        value={measure}
        onChoose={setMeasure}
      />
      <div className="report__parts">
        {days.length > 1 && (
          <Part
            {...parts}
            title={texts.resultsReport.days}
            column={texts.resultsReport.day}
            lines={days.map(dayLine)}
            folded
          />
        )}
        <Part
          {...parts}
          title={texts.resultsReport.hours}
          column={texts.resultsReport.hour}
          lines={hours.map(hourLine)}
          folded
        />
        <Part
          {...parts}
          title={texts.resultsReport.tables}
          column={texts.results.facts.table}
          lines={tables.map((sums) => named(sums.title, tableName(sums.title, texts), sums))}
        />
        <Part
          {...parts}
          title={texts.resultsReport.games}
          column={texts.results.facts.game}
          lines={games.map((sums) => named(sums.game, gameText(sums.game, texts), sums))}
        />
      </div>
    </>
  );
};

const Total = ({ texts, total }: { readonly texts: ScreenTexts; readonly total: ReportLine }) => (
  <dl className="player__counts report__total">
    {[
      [texts.resultsReport.matches, total.matches],
      [texts.resultsReport.frames, total.frames],
      [texts.resultsReport.time, durationText(total.minutes)],
    ].map(([label, value]) => (
      <div key={label} className="player__count">
        <dt className="player__label">{label}</dt>
        <dd className="player__number">{value}</dd>
      </div>
    ))}
  </dl>
);

/** A period's report: by day, by hour, by table and by game. */
export default function ReportDesk({ venue, texts }: Props) {
  const { reports } = venue;
  const { period, today, report, failure } = useStore(reports.$report, { ssr: 'initial' });
  const { failure: unreached } = useStore(venue.tables.$tables, { ssr: 'initial' });
  if (!period || today === null) {
    return (
      <LoadState
        texts={texts}
        isLoaded={false}
        failure={unreached}
        failed={texts.resultsReport.loadFailed}
        retry={venue.tables.refresh}
      />
    );
  }
  const save = (exporting: Exporting): void => {
    if (report)
      exporting.saveRows(
        [texts.resultsReport.file.report, period.from, period.to].join('-'),
        reportRows(report, texts),
        texts.locale,
      );
  };
  const isEmpty = report !== null && isNothing(report.total);
  return (
    <div className="report">
      <Head texts={texts} reports={reports} period={period} today={today} />
      <Filters venue={venue} texts={texts} />
      <LoadState
        texts={texts}
        isLoaded={report !== null}
        failure={failure}
        failed={texts.resultsReport.loadFailed}
        retry={reports.refresh}
      />
      <div role="status">{isEmpty && <Empty icon="results" text={texts.resultsReport.empty} />}</div>
      {report && !isEmpty && (
        <>
          <Total texts={texts} total={report.total} />
          <Parts texts={texts} report={report} />
          <SaveKeys texts={texts} venue={venue} save={save} />
        </>
      )}
    </div>
  );
}
