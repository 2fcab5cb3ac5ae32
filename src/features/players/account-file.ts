import { atom, type ReadableAtom } from 'nanostores';
import { failureIn, type Failure } from '../../core/failure.ts';
import type { VenueEnvironment } from '../../browser/venue.ts';

export type ExportState =
  | { readonly status: 'idle' | 'done' }
  /** How many lines have been written. */
  | { readonly status: 'writing'; readonly lines: number }
  | { readonly status: 'failed'; readonly failure: Failure };

/** Operations on the owner's whole account: exporting it to a file, and erasing a player from it. */
export interface AccountFile {
  readonly $export: ReadableAtom<ExportState>;
  /** Call it in a click handler. Does nothing while an export runs. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  /** Resolves to the names that would be erased along with this one, or to the failure. */
  readonly othersOf: (name: string) => Promise<{ readonly names: readonly string[] } | Failure>;
  /** Resolves once the name has been erased everywhere, with whether it was found; or to the failure. */
  readonly erase: (name: string) => Promise<{ readonly found: boolean } | Failure>;
  /** Clears everything when the account changes. */
  readonly forget: () => void;
}

const TYPE = 'application/jsonl';

const countLines = (text: string): number => text.split('\n').length - 1;

export const createAccountFile = (
  { account, beginFile, now }: Pick<VenueEnvironment, 'account' | 'beginFile' | 'now'>,
  endedBy: (failure: Failure) => boolean,
  /** Called to reload everything that may show the name. */
  onErased: () => void,
): AccountFile => {
  const $export = atom<ExportState>({ status: 'idle' });
  let runs = 0;
  const stop = (): void => {
    runs++;
    $export.set({ status: 'idle' });
  };

  const failed = (error: unknown): Failure => {
    const failure = failureIn(error);
    endedBy(failure);
    return failure;
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
    othersOf: async (name) => {
      try {
        return { names: await account().listOtherNames(name) };
      } catch (error) {
        return failed(error);
      }
    },
    erase: async (name) => {
      try {
        let after: string | null = null;
        let found = false;
        do {
          const erased = await account().erasePlayer(name, after);
          after = erased.after;
          found ||= erased.found;
        } while (after !== null);
        onErased();
        return { found };
      } catch (error) {
        return failed(error);
      }
    },
  };
};
