import { atom, type ReadableAtom } from 'nanostores';
import { failureIn, type Failure } from '../../core/failure.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';

export type ExportState =
  | { readonly status: 'idle' | 'done' }
  /** How many lines have been written. */
  | { readonly status: 'writing'; readonly lines: number }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Exports the owner's whole account to a file. */
export interface AccountFile {
  readonly $export: ReadableAtom<ExportState>;
  /** Call it in a click handler. Does nothing while an export runs. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
}

const TYPE = 'application/jsonl';

const countLines = (text: string): number => text.split('\n').length - 1;

export const createAccountFile = (
  { account, beginFile, now }: Pick<VenueEnvironment, 'account' | 'beginFile' | 'now'>,
  endedBy: (failure: Failure) => boolean,
): AccountFile => {
  const $export = atom<ExportState>({ status: 'idle' });
  let runs = 0;
  const stop = (): void => {
    runs++;
    $export.set({ status: 'idle' });
  };

  return {
    $export,
    stop,
    forget: stop,
    start: async () => {
      if ($export.get().status === 'writing') return;
      const run = ++runs;
      $export.set({ status: 'writing', lines: 0 });
      const file = await beginFile(`cueboard-${new Date(now()).toISOString().slice(0, 10)}.jsonl`, TYPE);
      if (!file) {
        if (run === runs) stop();
        return;
      }
      let lines = 0;
      let after: string | null = null;
      try {
        do {
          const page = await account().exportPage(after);
          await file.write(page.lines);
          if (run !== runs) {
            await file.abort();
            return;
          }
          lines += countLines(page.lines);
          after = page.next;
          $export.set({ status: 'writing', lines });
        } while (after !== null);
        await file.close();
        if (run === runs) $export.set({ status: 'done' });
      } catch (error) {
        const failure = failureIn(error);
        await file.abort().catch(() => undefined);
        if (run === runs) $export.set(endedBy(failure) ? { status: 'idle' } : { status: 'failed', failure });
      }
    },
  };
};
