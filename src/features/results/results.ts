import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { ResultsPage, ResultsQuery } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { placedAtMillis, withFirstPage, withNextPage, type Listing } from '../../core/results/listing.ts';
import type { FullResult, Result, ResultCorrection } from '../../core/results/result.ts';
import { resultsFragment, RESULTS, type ResultsScreen } from '../../core/venue/fragment.ts';
import { datesOf, monthOf, type Days, type IsoDate, type IsoMonth } from '../../core/time/days.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createChange, failedBy } from '../../browser/change.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

/** The filters on a day's results; omitted fields don't restrict. */
export type ResultsFilter = Pick<ResultsQuery, 'tableId' | 'game' | 'state'>;

/** Null lifts a restriction. */
type FilterChange = { readonly [Name in keyof ResultsFilter]: ResultsFilter[Name] | null };

export const isFiltering = (filter: ResultsFilter): boolean => Object.keys(filter).length > 0;

/** The part of a day's results that has been loaded. */
export interface Listed extends Listing {
  readonly live: readonly Result[];
  /** If the day has no results: the nearest days that have some; null for none. */
  readonly nearest: { readonly before: IsoDate | null; readonly after: IsoDate | null };
}

export interface DayView {
  /** Null until the open day is known. */
  readonly date: IsoDate | null;
  readonly today: IsoDate | null;
  readonly filter: ResultsFilter;
  /** The last answer about this day, kept through failures; null before the first. */
  readonly listed: Listed | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

export interface MonthView {
  readonly month: IsoMonth;
  /** How many results count on each date; null before the first answer. */
  readonly counts: Readonly<Record<IsoDate, number>> | null;
}

export interface ResultView {
  /** Null while none is open. */
  readonly id: string | null;
  /** The last answer, kept through failures; null before the first. */
  readonly full: FullResult | null;
  /** Whether there is no such result. */
  readonly missing: boolean;
  readonly failure: Failure | null;
}

/** A venue's results by day. Changes resolve to the failure, or to null on success. */
export interface Results {
  readonly $day: ReadableAtom<DayView>;
  /** The month shown in the calendar. */
  readonly $month: ReadableAtom<MonthView | null>;
  readonly $result: ReadableAtom<ResultView>;
  /** The venue's closing hour and time zone; null until known. */
  readonly $days: ReadableAtom<Days | null>;
  readonly refresh: () => Promise<void>;
  /** Opens the screen in the address. A result opened from a day keeps that day beside it. */
  readonly open: (screen: ResultsScreen) => void;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
  readonly filterBy: (change: FilterChange) => void;
  readonly showMonth: (month: IsoMonth) => void;
  /** Loads the day's next page. */
  readonly more: () => Promise<Failure | null>;
  readonly setAside: (id: string, aside: boolean) => Promise<Failure | null>;
  /** Null undoes the correction. */
  readonly correct: (id: string, correction: ResultCorrection | null) => Promise<Failure | null>;
  /** Deletes a result for good and goes back to the day. Refused while the table still shows the match. */
  readonly remove: (id: string) => Promise<'deleted' | 'current' | { readonly failure: Failure }>;
}

type Needed = 'results' | 'replaceBy';

interface ResultsOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
  readonly $days: ReadableAtom<Days | null>;
  /** Estimated server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
}

/** The page size, and the most results that are reloaded at once. */
const PAGE = 100;
const MOST = 500;

/** The server counts due results only up to this. */
const MOST_DUE = 20;

const NO_DAY: DayView = { date: null, today: null, filter: {}, listed: null, failure: null };
const NO_RESULT: ResultView = { id: null, full: null, missing: false, failure: null };

export const createResults = (
  { results, replaceBy }: Pick<VenueEnvironment, Needed>,
  { isSignedIn, endedBy, $days, serverNow }: ResultsOptions,
): Results => {
  const $day = atom(NO_DAY);
  const $month = atom<MonthView | null>(null);
  const $result = atom(NO_RESULT);
  /** The requested day; its date is null for today. Null if a result was opened without a day. */
  let asked: { readonly date: IsoDate | null } | null = null;
  /** How many results were due when the server last failed to fold any. */
  let stuck = 0;
  /** The screen that was opened last. */
  let opened: ResultsScreen | null = null;
  /** The parts on screen; the others are loaded once they are mounted. */
  const shown = { day: false, result: false };
  /** The latest count in progress. Answers to earlier ones may predate a change. */
  let counting: object | null = null;

  const update = (changes: Partial<DayView>): void => $day.set({ ...$day.get(), ...changes });
  const updateResult = (changes: Partial<ResultView>): void => $result.set({ ...$result.get(), ...changes });

  /** The open day. Today changes at closing time. */
  const place = (): void => {
    const days = $days.get();
    if (!days) return;
    const today = days.dateAt(serverNow());
    const date = asked && (asked.date ?? today);
    const { date: before } = $day.get();
    if (date === before) {
      update({ today });
      return;
    }
    update({ today, date, listed: null, failure: null });
    if (date !== null) showMonth(monthOf(date));
  };

  const queryOf = (days: Days, date: IsoDate): ResultsQuery => ({
    ...days.dayOf(date),
    ...$day.get().filter,
  });

  const idsOf = (listed: Listed): readonly string[] =>
    [...listed.live, ...listed.results].map(({ id }) => id);

  /** Returns whether a list that was already shown has changed. */
  const show = (days: Days, page: ResultsPage): boolean => {
    const dateOf = (millis: number | null): IsoDate | null => (millis === null ? null : days.dateAt(millis));
    const { live, results: first, next, nearest } = page;
    const { listed: before } = $day.get();
    const listing = { results: first, next };
    const listed: Listed = {
      live,
      ...(before ? withFirstPage(before, listing) : listing),
      nearest: { before: dateOf(nearest.beforeMillis), after: dateOf(nearest.afterMillis) },
    };
    update({ listed, failure: null });
    return before !== null && !dequal(idsOf(before), idsOf(listed));
  };

  const { refresh, forget } = keepFresh(
    $day,
    async (isLast) => {
      place();
      const days = $days.get();
      const { date, filter, listed } = $day.get();
      if (!isSignedIn() || !days || date === null) return true;
      const isWanted = (): boolean => {
        const now = $day.get();
        return isLast() && now.date === date && now.filter === filter;
      };
      const most = Math.min(MOST, Math.max(PAGE, listed?.results.length ?? 0));
      try {
        let folded = 0;
        do {
          const page = await results().listResults({ ...queryOf(days, date), most });
          if (!isWanted()) return true;
          if (show(days, page) || ($month.get()?.counts === null && !counting)) void count();
          if (page.due === 0 || (page.due <= stuck && page.due < MOST_DUE)) break;
          try {
            folded = await results().foldDue();
          } catch {
            // The list is as fresh as it can be; the next refresh tries again.
            break;
          }
          stuck = folded === 0 ? page.due : 0;
        } while (folded > 0 && isWanted());
        return true;
      } catch (error) {
        const failure = failureIn(error);
        if (isWanted() && !endedBy(failure)) update({ failure });
        return false;
      }
    },
    () => $day.get().date === $day.get().today,
  );

  const { refresh: refreshResult, forget: forgetResult } = keepFresh(
    $result,
    async (isLast) => {
      const { id } = $result.get();
      if (!isSignedIn() || id === null) return true;
      const isWanted = (): boolean => isLast() && $result.get().id === id;
      try {
        const full = await results().getResult(id);
        if (!isWanted()) return true;
        updateResult({ full, missing: full === null, failure: null });
        placeBy(full);
        return true;
      } catch (error) {
        const failure = failureIn(error);
        if (isWanted() && !endedBy(failure)) updateResult({ failure });
        return false;
      }
    },
    () => $result.get().full?.state === 'live',
  );

  /** Opens the day of a result that was opened without one. */
  const placeBy = (full: FullResult | null): void => {
    const days = $days.get();
    if (asked || !days) return;
    asked = { date: full && full.state !== 'live' ? days.dateAt(placedAtMillis(full)) : null };
    void refresh();
  };

  const count = async (): Promise<void> => {
    const days = $days.get();
    const month = $month.get()?.month;
    if (!days || month === undefined || !isSignedIn()) return;
    const own = {};
    counting = own;
    const windows = datesOf(month).map((date) => ({ date, ...days.dayOf(date) }));
    // A time zone may skip a date.
    const instants = [...new Set(windows.flatMap(({ fromMillis, toMillis }) => [fromMillis, toMillis]))];
    try {
      const counted = await results().countResults(instants);
      if (counting !== own || $month.get()?.month !== month) return;
      const counts = Object.fromEntries(
        windows.map(({ date, fromMillis, toMillis }) => [
          date,
          fromMillis < toMillis ? (counted[instants.indexOf(fromMillis)] ?? 0) : 0,
        ]),
      );
      $month.set({ month, counts });
    } catch (error) {
      // The calendar works without counts, and the list shows the failure.
      failedBy(error, endedBy);
    } finally {
      if (counting === own) counting = null;
    }
  };

  const showMonth = (month: IsoMonth): void => {
    if ($month.get()?.month === month) return;
    $month.set({ month, counts: null });
    void count();
  };

  const change = createChange(() => Promise.all([refresh(), refreshResult(), count()]), endedBy);

  onBrowserMount($day, () => {
    shown.day = true;
    // New matches may have been played since the month was last shown, or the closing hour may have changed.
    void count();
    const unwatch = $days.listen(() => {
      const { full } = $result.get();
      $month.set(null);
      update({ date: null });
      if (full) placeBy(full);
      void refresh();
    });
    return () => {
      shown.day = false;
      unwatch();
    };
  });
  onBrowserMount($result, () => {
    shown.result = true;
    return () => {
      shown.result = false;
    };
  });

  return {
    $day,
    $month,
    $result,
    $days,
    refresh,
    showMonth,
    open: (screen) => {
      if (dequal(screen, opened)) return;
      opened = screen;
      if (screen.status === 'results') {
        asked = { date: screen.date };
        $result.set(NO_RESULT);
        if (shown.day) void refresh();
      } else {
        $result.set({ ...NO_RESULT, id: screen.id });
        if (shown.result) void refreshResult();
      }
    },
    forget: () => {
      forget();
      forgetResult();
      asked = null;
      stuck = 0;
      opened = null;
      counting = null;
      $day.set(NO_DAY);
      $month.set(null);
      $result.set(NO_RESULT);
    },
    filterBy: (change) => {
      const given = Object.entries({ ...$day.get().filter, ...change }).filter(([, value]) => value !== null);
      update({ filter: Object.fromEntries(given), listed: null, failure: null });
      void refresh();
    },
    more: async () => {
      const days = $days.get();
      const { date, filter, listed } = $day.get();
      if (!days || date === null || !listed?.next) return null;
      try {
        const page = await results().listResults({ ...queryOf(days, date), after: listed.next });
        const now = $day.get();
        if (now.date === date && now.filter === filter && now.listed?.next === listed.next)
          update({ listed: { ...now.listed, ...withNextPage(now.listed, page) } });
        return null;
      } catch (error) {
        return failedBy(error, endedBy);
      }
    },
    setAside: (id, aside) => change(() => results().setAside(id, aside)),
    correct: (id, correction) => change(() => results().correctResult(id, correction)),
    remove: async (id) => {
      let outcome: 'deleted' | 'current' = 'current';
      const failure = await change(async () => {
        outcome = await results().deleteResult(id);
        if (outcome === 'deleted' && $result.get().id === id) {
          const { date } = $day.get();
          replaceBy(date === null ? RESULTS : resultsFragment(date));
        }
      });
      return failure ? { failure } : outcome;
    },
  };
};
