import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { ReportFilter } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import type { Period } from '../../core/results/period.ts';
import {
  partsOf,
  periodAround,
  reportOf,
  type PeriodReport,
  type Report,
} from '../../core/results/report.ts';
import { reportFragment, type ReportScreen } from '../../core/venue/fragment.ts';
import type { Days, IsoDate } from '../../core/time/days.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';
import { foldedMore } from '../../browser/fold-due.ts';
import { keepFresh } from '../../browser/keep-fresh.ts';

export interface ReportView {
  /** Null until the current month is known, and while no report is open. */
  readonly period: Period | null;
  readonly today: IsoDate | null;
  readonly filter: ReportFilter;
  /** The last answer about this period, kept through failures; null before the first. */
  readonly report: PeriodReport | null;
  /** Why the last request failed; null if it worked. */
  readonly failure: Failure | null;
}

/** A venue's report about a period. */
export interface Reports {
  readonly $report: ReadableAtom<ReportView>;
  readonly open: (screen: ReportScreen) => void;
  /** Opens the report of another period. */
  readonly show: (period: Period) => void;
  /** Restricts the report to some matches; null for all. */
  readonly filterBy: (change: { readonly [Name in keyof ReportFilter]?: string | null }) => void;
  readonly refresh: () => Promise<void>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
}

interface ReportsOptions {
  readonly isSignedIn: () => boolean;
  /** Returns whether a failure ended the session. */
  readonly endedBy: (failure: Failure) => boolean;
  readonly $days: ReadableAtom<Days | null>;
  /** Estimated server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
}

const NO_REPORT: ReportView = { period: null, today: null, filter: {}, report: null, failure: null };

export const createReports = (
  { results, goTo }: Pick<VenueEnvironment, 'results' | 'goTo'>,
  { isSignedIn, endedBy, $days, serverNow }: ReportsOptions,
): Reports => {
  const $report = atom(NO_REPORT);
  let opened: ReportScreen | null = null;

  /** The open period. The current month changes at closing time on its last day. */
  const place = (days: Days): void => {
    const today = days.dateAt(serverNow());
    const period = opened && (opened.period ?? periodAround(today, 'month'));
    const before = $report.get();
    $report.set(
      dequal(period, before.period)
        ? { ...before, today }
        : { ...before, today, period, report: null, failure: null },
    );
  };

  const { refresh, forget } = keepFresh(
    $report,
    async (isLast) => {
      const days = $days.get();
      if (!isSignedIn() || !days) return true;
      place(days);
      const { period, filter } = $report.get();
      if (!period) return true;
      const isWanted = (): boolean => {
        const now = $report.get();
        return isLast() && now.period === period && now.filter === filter;
      };
      try {
        const parts = partsOf(period, days);
        do {
          const answers: Report[] = [];
          // One after the other, so that a year's report doesn't block the server.
          for (const { instants } of parts) {
            answers.push(await results().getReport(instants, filter));
            if (!isWanted()) return true;
          }
          $report.set({ ...$report.get(), report: reportOf(parts, answers), failure: null });
        } while ((await foldedMore(results())) && isWanted());
        return true;
      } catch (error) {
        const failure = failureIn(error);
        if (isWanted() && !endedBy(failure)) $report.set({ ...$report.get(), failure });
        return false;
      }
    },
    () => false,
  );

  // If days start at another hour, the report changes.
  onBrowserMount($report, () =>
    $days.listen(() => {
      $report.set({ ...$report.get(), report: null });
      void refresh();
    }),
  );

  return {
    $report,
    refresh,
    show: (period) => goTo(reportFragment(period)),
    open: (screen) => {
      if (dequal(screen, opened)) return;
      opened = screen;
      void refresh();
    },
    filterBy: (change) => {
      const given = Object.entries({ ...$report.get().filter, ...change }).filter(
        ([, value]) => value !== null,
      );
      $report.set({ ...$report.get(), filter: Object.fromEntries(given), report: null, failure: null });
      void refresh();
    },
    forget: () => {
      forget();
      opened = null;
      $report.set(NO_REPORT);
    },
  };
};
