import type { ReadableAtom } from 'nanostores';
import { LIVE_TABLE, NO_TABLE_YET, readTableReply, type LiveTable } from '../../core/results/live-table.ts';
import { boardTime } from '../../core/overlay/board.ts';
import { tableCall } from '../../core/results/page.ts';
import { ownAnswer } from '../../core/snapshot/snapshot-replies.ts';
import { createClockText, createTimeUp } from '../board/clock-text.ts';
import { createVisitText } from '../board/visit-text.ts';
import { derived } from '../../browser/derived.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import type { SnapshotEnvironment } from '../../browser/snapshot.ts';
import { createFollower } from '../../browser/follow.ts';
import type { SnapshotViewer } from '../snapshot/snapshot.ts';
import { withTimeout } from '../../browser/with-timeout.ts';

const ANSWER_MILLIS = 15_000;

export interface LiveTableViewer {
  readonly $table: ReadableAtom<LiveTable>;
  readonly $clockText: ReadableAtom<string>;
  /** Whether the time of a timed match is up. */
  readonly $timeUp: ReadableAtom<boolean>;
  readonly $visitText: ReadableAtom<string>;
}

/** Follows the text on a table's public page, and asks the server to fold actions since the last fold. */
export const createLiveTable = (
  environment: SnapshotEnvironment,
  { listen }: Pick<SnapshotViewer, 'listen'>,
  match: string,
): LiveTableViewer => {
  const ask = (signal: AbortSignal): Promise<ReturnType<typeof readTableReply>> =>
    withTimeout(signal, ANSWER_MILLIS, async (limit) => {
      const address = tableCall(environment.ownService(), match);
      const answer = await environment.fetch(address, { cache: 'no-store', signal: limit });
      return readTableReply(ownAnswer(await answer.text()));
    });

  /** Resolves to whether anything was folded. A page without permission shows only earlier folds. */
  const fold = async (signal: AbortSignal): Promise<boolean> => {
    try {
      const answer = await environment.fetch(environment.foldAddress(), {
        method: 'POST',
        body: JSON.stringify({ table: match }),
        signal,
      });
      const { folded } = JSON.parse(await answer.text()) as { readonly folded?: unknown };
      return typeof folded === 'number' && folded > 0;
    } catch {
      return false;
    }
  };

  const { $state, follow } = createFollower({
    subject: LIVE_TABLE,
    known: NO_TABLE_YET,
    environment,
    ask: async (_state, signal) => {
      const answer = await ask(signal);
      return answer?.isDue === true && (await fold(signal)) ? ask(signal) : answer;
    },
    listen: (_topic, listener) => listen(listener),
    spread: environment.spread,
  });
  const $table = derived([$state], ({ known }) => known);

  onBrowserMount($table, () => follow(NO_TABLE_YET));

  const serverNow = (): number => environment.now() + ($table.get().offset?.offsetMillis ?? 0);

  const time = { $time: derived([$table], ({ board }) => board && boardTime(board)), serverNow };
  return {
    $table,
    $clockText: createClockText(time),
    $timeUp: createTimeUp(time),
    $visitText: createVisitText(
      derived([$table], ({ board }) => board?.visitAtMillis ?? null),
      serverNow,
    ),
  };
};
