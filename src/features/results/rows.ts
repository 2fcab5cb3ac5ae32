import type { Rows } from '../../core/results/csv.ts';
import { placedAtMillis, playedMillis } from '../../core/results/listing.ts';
import { isNothing, type PeriodReport, type ReportLine } from '../../core/results/report.ts';
import type { Result } from '../../core/results/result.ts';
import { sortableText } from '../../core/time/text.ts';
import type { Days } from '../../core/time/days.ts';
import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { sideNames } from '../match/side-names.ts';
import { tableName } from '../../kit/table-name.ts';
import { gameText } from '../match/format.ts';
import { hourText } from './words.ts';

type Row = Rows[number];

/** Results as rows of a spreadsheet, with headings. `nowMillis` is server time. */
export const resultRows = (
  results: readonly Result[],
  nowMillis: number,
  days: Days,
  texts: ScreenTexts,
): Rows => {
  const { match, resultsReport } = texts;
  const { scoreA, scoreB } = texts.dashboard.form;
  const { states, byHand, setAside, imported, facts, filter } = texts.results;
  const head = [
    resultsReport.columns.start,
    resultsReport.columns.end,
    facts.table,
    facts.game,
    match.sides.A,
    match.sides.B,
    scoreA,
    scoreB,
    match.new.raceTo,
    filter.state,
    resultsReport.columns.winner,
    match.new.minutes,
    resultsReport.columns.remarks,
  ];
  const rows = results.map((result): Row => {
    const names = sideNames(result.names, texts);
    const { scores, winner, startedAtMillis } = result;
    const remarks = [result.byHand && byHand, result.setAside && setAside, result.imported && imported];
    return [
      sortableText(startedAtMillis, days.zone),
      result.state === 'live' ? '' : sortableText(placedAtMillis(result), days.zone),
      tableName(result.tableTitle, texts),
      gameText(result.game, texts),
      ...names,
      ...scores,
      result.raceTo === 0 ? '' : result.raceTo,
      states[result.state],
      winner === null ? '' : names[winner === 'A' ? 0 : 1],
      Math.round(playedMillis(result, nowMillis) / 60_000),
      remarks.filter(Boolean).join(', '),
    ];
  });
  return [head, ...rows];
};

/** A report as rows of a spreadsheet: by day, hour, table and game, and the total. */
export const reportRows = (report: PeriodReport, texts: ScreenTexts): Rows => {
  const { resultsReport, results } = texts;
  const row = (by: string, what: string, { matches, frames, minutes }: ReportLine): Row => [
    by,
    what,
    matches,
    frames,
    minutes,
  ];
  const rows = <Line extends ReportLine>(
    by: string,
    lines: readonly Line[],
    whatOf: (line: Line) => string,
  ): Rows => lines.filter((line) => !isNothing(line)).map((line) => row(by, whatOf(line), line));
  return [
    [
      resultsReport.columns.by,
      resultsReport.columns.what,
      resultsReport.matches,
      resultsReport.frames,
      resultsReport.columns.minutesInPlay,
    ],
    ...rows(resultsReport.day, report.days, ({ date }) => date),
    ...rows(resultsReport.hour, report.hours, ({ hour }) => hourText(hour)),
    ...rows(results.facts.table, report.tables, ({ title }) => tableName(title, texts)),
    ...rows(results.facts.game, report.games, ({ game }) => gameText(game, texts)),
    row(resultsReport.total, '', report.total),
  ];
};
