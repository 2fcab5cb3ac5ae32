import {
  datesOf,
  daysLater,
  monthOf,
  monthsLater,
  weekdayOf,
  type Days,
  type IsoDate,
} from '../time/days.ts';
import type { Period } from './period.ts';

export interface Sums {
  readonly matches: number;
  /** Frames or racks; plain scores have none. */
  readonly frames: number;
  /** Seconds of play. A match's time is split at the borders of windows. */
  readonly seconds: number;
}

export interface TableSums extends Sums {
  readonly title: string;
}

export interface GameSums extends Sums {
  /** The game's stored name. */
  readonly game: string;
}

/** The play in each of several windows, and the totals by table and by game. */
export interface Report {
  readonly windows: readonly Sums[];
  readonly tables: readonly TableSums[];
  readonly games: readonly GameSums[];
}

/** One line of a report. The whole minutes of each list's lines add up to those of the total. */
export interface ReportLine extends Pick<Sums, 'matches' | 'frames'> {
  readonly minutes: number;
}

/** A period's report. */
export interface PeriodReport {
  readonly total: ReportLine;
  readonly days: readonly (ReportLine & { readonly date: IsoDate })[];
  /** The 24 hours of a day from the closing hour, with the totals over all days. */
  readonly hours: readonly (ReportLine & { readonly hour: number })[];
  readonly tables: readonly (ReportLine & Pick<TableSums, 'title'>)[];
  readonly games: readonly (ReportLine & Pick<GameSums, 'game'>)[];
}

/** Whether a line is all zeros: prints and files leave it out. */
export const isNothing = ({ matches, frames, minutes }: ReportLine): boolean =>
  matches + frames + minutes === 0;

/** As many days as one request has hours for, with a margin for clock changes. */
const DAYS_PER_REQUEST = 31;

/** The part of a period covered by one request. */
export interface PeriodPart {
  readonly instants: readonly number[];
  /** The day and clock hour of each window between two instants. */
  readonly windows: readonly { readonly date: IsoDate; readonly hour: number }[];
}

const NOTHING: Sums = { matches: 0, frames: 0, seconds: 0 };

const plus = (one: Sums, other: Sums): Sums => ({
  matches: one.matches + other.matches,
  frames: one.frames + other.frames,
  seconds: one.seconds + other.seconds,
});

/** The days of a period, in order. */
export const datesBetween = ({ from, to }: Period): readonly IsoDate[] => {
  const dates: IsoDate[] = [];
  for (let date = from; date <= to; date = daysLater(date, 1)) dates.push(date);
  return dates;
};

/** The requests for a period's report, to be sent one after the other. */
export const partsOf = (period: Period, days: Days): readonly PeriodPart[] => {
  const dates = datesBetween(period);
  const starts = Array.from(
    { length: Math.ceil(dates.length / DAYS_PER_REQUEST) },
    (_, n) => n * DAYS_PER_REQUEST,
  );
  return starts.map((start) => {
    // An hour skipped by a clock change gets no window.
    const hours = dates.slice(start, start + DAYS_PER_REQUEST).flatMap((date) =>
      days
        .hoursOf(date)
        .filter(({ fromMillis, toMillis }) => fromMillis < toMillis)
        .map((hour) => ({ ...hour, date })),
    );
    return {
      instants: [
        ...hours.map(({ fromMillis }) => fromMillis),
        ...hours.slice(-1).map(({ toMillis }) => toMillis),
      ],
      windows: hours.map(({ date, hour }) => ({ date, hour })),
    };
  });
};

/**
 * Splits whole minutes in proportion to seconds, by largest remainder: the parts add up, and each is off by less than a
 * minute.
 */
const splitMinutes = (minutes: number, seconds: readonly number[]): readonly number[] => {
  const all = seconds.reduce((sum, part) => sum + part, 0);
  const shares = seconds.map((part) => (all === 0 ? 0 : (part * minutes) / all));
  const left = minutes - shares.reduce((sum, share) => sum + Math.floor(share), 0);
  const roundedUp = new Set(
    shares
      .map((share, index) => ({ index, rest: share % 1 }))
      .sort((one, other) => other.rest - one.rest)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return shares.map((share, index) => Math.floor(share) + (roundedUp.has(index) ? 1 : 0));
};

/** Lines by key, in the order in which keys first occur. */
const linesBy = <Item extends Sums, Key>(
  minutes: number,
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): readonly (readonly [Key, ReportLine])[] => {
  const sums = new Map<Key, Sums>();
  for (const item of items) sums.set(keyOf(item), plus(sums.get(keyOf(item)) ?? NOTHING, item));
  const parts = splitMinutes(
    minutes,
    [...sums.values()].map(({ seconds }) => seconds),
  );
  return [...sums].map(([key, { matches, frames }], index) => [
    key,
    { matches, frames, minutes: parts[index] ?? 0 },
  ]);
};

/** A period's report, assembled from the answers for its parts. */
export const reportOf = (parts: readonly PeriodPart[], answers: readonly Report[]): PeriodReport => {
  const windows = parts.flatMap((part, n) =>
    part.windows.map((window, index) => ({ ...window, ...(answers[n]?.windows[index] ?? NOTHING) })),
  );
  const { seconds, ...total } = windows.reduce<Sums>(plus, NOTHING);
  const minutes = Math.round(seconds / 60);
  return {
    total: { ...total, minutes },
    days: linesBy(minutes, windows, ({ date }) => date).map(([date, line]) => ({ date, ...line })),
    hours: linesBy(minutes, windows, ({ hour }) => hour).map(([hour, line]) => ({ hour, ...line })),
    tables: linesBy(
      minutes,
      answers.flatMap(({ tables }) => tables),
      ({ title }) => title,
    ).map(([title, line]) => ({ title, ...line })),
    games: linesBy(
      minutes,
      answers.flatMap(({ games }) => games),
      ({ game }) => game,
    ).map(([game, line]) => ({ game, ...line })),
  };
};

/** The periods with their own key. */
export const PERIOD_LENGTHS = ['day', 'week', 'month'] as const;
type PeriodLength = (typeof PERIOD_LENGTHS)[number];

/** The day, the week (from Monday) or the month that contains a date. */
export const periodAround = (date: IsoDate, length: PeriodLength): Period => {
  if (length === 'day') return { from: date, to: date };
  if (length === 'week') {
    const from = daysLater(date, -weekdayOf(date));
    return { from, to: daysLater(from, 6) };
  }
  const dates = datesOf(monthOf(date));
  return { from: dates[0] ?? date, to: dates.at(-1) ?? date };
};

/** The length of a period; null for any other. */
export const lengthOf = (period: Period): PeriodLength | null =>
  PERIOD_LENGTHS.find((length) => {
    const { from, to } = periodAround(period.from, length);
    return from === period.from && to === period.to;
  }) ?? null;

/** The previous or next period of the same length. For a whole month, the previous or next month. */
export const periodBeside = (period: Period, by: -1 | 1): Period => {
  if (lengthOf(period) === 'month')
    return periodAround(`${monthsLater(monthOf(period.from), by)}-01`, 'month');
  const count = datesBetween(period).length * by;
  return { from: daysLater(period.from, count), to: daysLater(period.to, count) };
};
