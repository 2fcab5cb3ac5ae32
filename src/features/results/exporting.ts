import { atom, type ReadableAtom } from 'nanostores';
import type { ResultsQuery } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { csv, type Rows } from '../../core/results/csv.ts';
import type { Result } from '../../core/results/result.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';

export interface ExportView {
  /** How many of the results to save have arrived; null while nothing is being saved. */
  readonly arrived: number | null;
  /** Why the last export failed; null if it succeeded or was stopped. */
  readonly failure: Failure | null;
}

/** Results as a file: fetched page by page, and saved once complete. */
export interface Exporting {
  readonly $export: ReadableAtom<ExportView>;
  /**
   * Saves the results of a query, earliest first. `rowsOf` receives the server's time. Does nothing while another
   * export runs.
   */
  readonly saveResults: (
    name: string,
    query: ResultsQuery,
    rowsOf: (results: readonly Result[], nowMillis: number) => Rows,
    locale: Locale,
  ) => Promise<void>;
  readonly saveRows: (name: string, rows: Rows, locale: Locale) => void;
  /** Stops saving. */
  readonly forget: () => void;
}

const MOST = 500;
const IDLE: ExportView = { arrived: null, failure: null };

export const createExporting = (
  { results, saveFile }: Pick<VenueEnvironment, 'results' | 'saveFile'>,
  endedBy: (failure: Failure) => boolean,
  serverNow: () => number,
): Exporting => {
  const $export = atom(IDLE);
  let runs = 0;

  const saveRows: Exporting['saveRows'] = (name, rows, locale) =>
    saveFile(`${name}.csv`, csv(rows, locale), 'text/csv');

  return {
    $export,
    saveRows,
    saveResults: async (name, query, rowsOf, locale) => {
      if ($export.get().arrived !== null) return;
      const run = ++runs;
      const found: Result[] = [];
      let after: string | null = null;
      $export.set({ arrived: 0, failure: null });
      try {
        do {
          const page = await results().listResults({
            ...query,
            most: MOST,
            ...(after !== null && { after }),
          });
          if (run !== runs) return;
          found.push(...page.live, ...page.results);
          after = page.next;
          $export.set({ arrived: found.length, failure: null });
        } while (after !== null);
        saveRows(name, rowsOf(found.reverse(), serverNow()), locale);
        $export.set(IDLE);
      } catch (error) {
        const failure = failureIn(error);
        if (run === runs) $export.set({ arrived: null, failure: endedBy(failure) ? null : failure });
      }
    },
    forget: () => {
      runs++;
      $export.set(IDLE);
    },
  };
};
