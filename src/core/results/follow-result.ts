import { parseShownResult, type FullPublicResult } from './public-result.ts';
import type { CopyOutcome } from '../snapshot/follow-snapshot.ts';
import type { Subject } from '../follow/follow.ts';

/** How a result's page follows it. A live match continues, and a finished one may be corrected. */

export type ShownResult =
  | { readonly kind: 'loading' | 'unknown' | 'gone' | 'failed' }
  | { readonly kind: 'result'; readonly result: FullPublicResult };

export interface ViewedResult {
  readonly shown: ShownResult;
  readonly copy: CopyOutcome | undefined;
}

export const NO_RESULT_YET: ViewedResult = { shown: { kind: 'loading' }, copy: undefined };

const LIVE_MILLIS = 15_000;
const STILL_MILLIS = 5 * 60_000;

/** The result in the service's answer. */
export const readResultReply = (reply: unknown): ShownResult => {
  const result = parseShownResult(reply);
  return typeof result === 'string' ? { kind: result } : { kind: 'result', result };
};

export const RESULT: Subject<ViewedResult, ShownResult, never> = {
  joinMillis: 0,
  gapMillis: 1000,
  overlaps: false,
  restsHidden: true,
  pollMillis: ({ known: { shown } }) =>
    (shown.kind === 'result' && shown.result.state === 'live') || shown.kind === 'failed'
      ? LIVE_MILLIS
      : STILL_MILLIS,
  receive: ({ known }, { answer }) => ({ known: { ...known, shown: answer } }),
  onMessage: (known) => ({ known }),
  fail: ({ known }) => (known.shown.kind === 'loading' ? { ...known, shown: { kind: 'failed' } } : known),
};
