import { dequal } from 'dequal/lite';
import { atom, type ReadableAtom } from 'nanostores';
import type { MatchTime } from '../../core/clock/match-time.ts';
import type { Failure } from '../../core/failure.ts';
import { isClockKind } from '../../rules/log.ts';
import { parseEdits, type DraftField, type NumberField } from '../../core/overlay/quick-update-fields.ts';
import type { Body } from '../../rules/read.ts';
import { readChanges } from '../../rules/read.ts';
import { isRefusal, type Refusal } from '../../rules/rules.ts';
import {
  NO_QUICK_UPDATE,
  stepQuickUpdate,
  type Draft,
  type QuickUpdateEffect,
  type QuickUpdateEvent,
  type Saving,
} from '../../core/match/quick-update.ts';
import type { TableKind } from '../../rules/table-kind.ts';
import type { TableFacts } from '../../core/room/table-state.ts';
import { isOfDesk } from '../../core/match/pending-action.ts';
import { sentBoard } from '../../core/match/sent-board.ts';
import { isSettled, type Returned } from '../../core/match/state.ts';
import type { DeviceTable } from '../../core/match/table.ts';
import type { Live } from '../../core/overlay/follow-overlay.ts';
import { attempt } from '../../browser/attempt.ts';
import { boardTime } from '../../core/overlay/board.ts';
import { createBoardClocks, type BoardClocks } from '../board/board-clocks.ts';
import type { TableKey } from '../../browser/offline-store.ts';
import { createLiveOverlay } from '../board/live.ts';
import { createNewMatch, type NewMatchStore } from '../match/new-match.ts';
import { createScoring, timeOf, type Scored, type Scoring } from '../match/scoring.ts';
import { createTableSync, type SyncEnvironment, type TableSync } from '../match/sync.ts';
import { derived } from '../../browser/derived.ts';

/** One table's desk: its board, Quick Update, the clock, and the scoring of its match. */
export interface TableDesk {
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
  readonly $draft: ReadableAtom<Draft>;
  readonly $saving: ReadableAtom<Saving>;
  /** The match's time, including this device's own actions. */
  readonly $time: ReadableAtom<MatchTime | null>;
  /** Why the last press of a clock button failed. */
  readonly $clockFailure: ReadableAtom<Failure | null>;
  /** Null while there is no table. */
  readonly $scoring: ReadableAtom<Scoring | null>;
  /** The form for the next match; null while there is no table. */
  readonly $newMatch: ReadableAtom<NewMatchStore | null>;
  /** The value of `$scoring`'s `$scored`. */
  readonly $scored: ReadableAtom<Scored | null>;
  /** Estimated server time, in milliseconds since the epoch. */
  readonly serverNow: () => number;
  readonly edit: (field: DraftField, text: string) => void;
  readonly step: (field: NumberField, by: number) => void;
  /** Drops the edits to fields that were changed elsewhere. */
  readonly takeTheirs: () => void;
  readonly save: () => void;
  /** Queues a clock action; returns whether that worked. */
  readonly moveClock: (kind: `clock.${string}`, body?: Body) => boolean;
  /** Sends what is waiting after the user has signed in again. */
  readonly wake: () => void;
  /** Whether the open table has nothing waiting for the server or for an answer here. */
  readonly isSettled: () => boolean;
  /** Follows the current table. Returns a function that stops. */
  readonly follow: () => () => void;
}

const draftKey = (table: string): string => `scorer-draft-${table}`;

/** The open table; discarded when another one is opened. */
interface Opened {
  readonly key: TableKey;
  readonly sync: TableSync;
  readonly close: () => void;
}

/** How many of the desk's corrections the server hasn't confirmed. */
const waitingSaves = ({ matches }: DeviceTable): number =>
  Object.values(matches)
    .flatMap(({ pending }) => pending)
    .filter(isOfDesk).length;

/** A refusal on this device, as a failure. */
const failureBy = ({ refused }: Refusal): Failure => {
  if (refused === 'forbidden') return { kind: 'forbidden' };
  return refused === 'notReady' ? { kind: 'offline' } : { kind: 'other', message: '' };
};

/**
 * `endedBy` returns whether a failure ended the session. `$kind` is the table's kind. `$facts` are the table's facts
 * according to the waiting list; where there is no list, those that come with its board.
 */
export const createTableDesk = (
  environment: SyncEnvironment,
  $tableKey: ReadableAtom<TableKey | null>,
  endedBy: (failure: Failure) => boolean,
  $kind?: ReadableAtom<TableKind | null>,
  $facts?: ReadableAtom<TableFacts | null>,
): TableDesk => {
  const { matches, now, storage } = environment;
  // By the overlay's id, because its link may be replaced.
  const $key = derived([$tableKey], (key) => key?.table ?? null);
  const live = createLiveOverlay({ backend: matches, $key, environment });
  const $known = $facts ?? derived([live.$live], ({ facts }) => facts);
  const $quickUpdate = atom(NO_QUICK_UPDATE);
  const $clockFailure = atom<Failure | null>(null);
  const $scoring = atom<Scoring | null>(null);
  const $newMatch = atom<NewMatchStore | null>(null);
  const $scored = atom<Scored | null>(null);
  let opened: Opened | null = null;
  const serverNow = (): number => now() + (live.$live.get().offset?.offsetMillis ?? 0);

  const keepDraft = ({ table }: TableKey): void => {
    const { edits } = $quickUpdate.get().draft;
    // Without storage, the draft lasts as long as the page.
    attempt(() =>
      Object.keys(edits).length
        ? storage().setItem(draftKey(table), JSON.stringify(edits))
        : storage().removeItem(draftKey(table)),
    );
  };

  const dispatch = (event: QuickUpdateEvent): void => {
    const before = $quickUpdate.get().draft.edits;
    const { state, effect } = stepQuickUpdate($quickUpdate.get(), event);
    $quickUpdate.set(state);
    if (!opened) return;
    if (state.draft.edits !== before) keepDraft(opened.key);
    if (effect) run(effect, opened);
  };

  const reach = async (at: Opened): Promise<void> => {
    at.sync.wake();
    const answered = await live.refresh();
    // Another table may have been opened meanwhile.
    if (opened === at) dispatch({ type: 'reached', answered });
  };

  const run = (effect: QuickUpdateEffect, at: Opened): void => {
    if (effect.type === 'reach') {
      void reach(at);
      return;
    }
    const { sync } = at;
    const { changes } = effect;
    const made = sync.submit('set', { changes }, 'desk');
    dispatch(
      isRefusal(made)
        ? { type: 'returned', changes, failure: failureBy(made) }
        : { type: 'waiting', count: waitingSaves(sync.$table.get()) },
    );
  };

  const takeBack = (returned: readonly Returned[]): void => {
    for (const { action, failure } of returned) {
      const changes = readChanges(action.body['changes']);
      if (isClockKind(action.kind)) $clockFailure.set(failure);
      else if (changes) dispatch({ type: 'returned', changes, failure });
    }
  };

  const open = (key: TableKey): Opened => {
    const sync = createTableSync(environment, {
      ...key,
      live,
      returned: takeBack,
      sessionEnded: () => void endedBy({ kind: 'sessionExpired' }),
    });
    const scoring = createScoring(sync);
    $scoring.set(scoring);
    $newMatch.set(createNewMatch(scoring, serverNow, $known, $kind));
    const unwatch = [
      scoring.$scored.subscribe((scored) => {
        $scored.set(scored);
        dispatch({ type: 'shown', fields: scored && sentBoard(scored.rules, scored.state) });
      }),
      sync.$table.subscribe((table) => {
        const count = waitingSaves(table);
        if (count !== $quickUpdate.get().waiting) dispatch({ type: 'waiting', count });
      }),
    ];
    return {
      key,
      sync,
      close: () => {
        unwatch.forEach((stop) => stop());
        sync.close();
        $scoring.set(null);
        $newMatch.set(null);
        $scored.set(null);
      },
    };
  };

  return {
    $live: live.$live,
    clocks: createBoardClocks(live.$live, now),
    $draft: derived([$quickUpdate], ({ draft }) => draft),
    $saving: derived([$quickUpdate], ({ saving }) => saving),
    $time: derived([$scored, live.$live], (scored, { board }) =>
      scored ? timeOf(scored) : board && boardTime(board),
    ),
    $clockFailure,
    $scoring,
    $newMatch,
    $scored,
    serverNow,
    edit: (field, text) => dispatch({ type: 'edited', field, text }),
    step: (field, by) => dispatch({ type: 'stepped', field, by }),
    takeTheirs: () => dispatch({ type: 'tookTheirs' }),
    save: () => dispatch({ type: 'pressed' }),
    moveClock: (kind, body = {}) => {
      if (!opened) return false;
      $clockFailure.set(null);
      const made = opened.sync.submit(kind, body, 'desk');
      if (isRefusal(made)) $clockFailure.set(failureBy(made));
      return !isRefusal(made);
    },
    wake: () => opened?.sync.wake(),
    isSettled: () => Object.values(opened?.sync.$table.get().matches ?? {}).every(isSettled),
    follow: () => {
      const unwatch = $tableKey.subscribe((key) => {
        // The same table: reopening it would lose state that is only in memory.
        if (opened && dequal(opened.key, key)) return;
        opened?.close();
        opened = null;
        const kept = key && attempt(() => storage().getItem(draftKey(key.table)));
        $clockFailure.set(null);
        dispatch({ type: 'opened', edits: parseEdits(kept ?? null) });
        opened = key && open(key);
      });
      return () => {
        unwatch();
        opened?.close();
        opened = null;
      };
    },
  };
};
