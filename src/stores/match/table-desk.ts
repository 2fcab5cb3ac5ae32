import { atom, type ReadableAtom } from 'nanostores';
import type { ClockAction } from '../../backend/contract.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { parseEdits, type DraftField, type NumberField } from '../../core/overlay/draft.ts';
import {
  nothingToSave,
  stepSaving,
  type Draft,
  type Saving,
  type SavingEffect,
  type SavingEvent,
} from '../../core/sync/saving.ts';
import type { Live } from '../../core/sync/connection.ts';
import { attempt } from '../attempt.ts';
import { createBoardClocks, type BoardClocks } from '../clock/board-clocks.ts';
import { createLiveOverlay } from '../overlay/live.ts';
import { createNewMatch, type NewMatch } from './new-match.ts';
import { createScoring, type Scored, type Scoring } from './scoring.ts';
import { createTableSync, type SyncEnvironment } from './sync.ts';
import { createWriter, type Writer } from './write.ts';
import { derived } from '../derived.ts';

/** A table, and who scores it. */
export interface Place {
  /** An account's or a scorer link's id. */
  readonly who: string;
  /** The overlay's id. */
  readonly id: string;
}

const isSame = (one: Place, other: Place | null): boolean => one.who === other?.who && one.id === other.id;

/** One table's desk: its board, Quick Update, the clock, and the scoring of its match. */
export interface TableDesk {
  readonly $live: ReadableAtom<Live>;
  readonly clocks: BoardClocks;
  readonly $draft: ReadableAtom<Draft>;
  readonly $saving: ReadableAtom<Saving>;
  /** Why the clock did not move when a button was last pressed. */
  readonly $clockFailure: ReadableAtom<Failure | null>;
  /** Null while there is no table. */
  readonly $scoring: ReadableAtom<Scoring | null>;
  /** The match that comes next, as it is chosen; null while there is no table. */
  readonly $newMatch: ReadableAtom<NewMatch | null>;
  /** The match as `$scoring` has it. */
  readonly $scored: ReadableAtom<Scored | null>;
  /** What time the server is thought to have, in milliseconds since the epoch. */
  readonly serverNow: () => number;
  readonly edit: (field: DraftField, text: string) => void;
  readonly step: (field: NumberField, by: number) => void;
  /** Shows the board again in the fields that were changed elsewhere. */
  readonly takeTheirs: () => void;
  readonly save: () => Promise<void>;
  readonly moveClock: (action: ClockAction) => Promise<void>;
  /** Follows the table, whichever it is. Gives a function that ends it. */
  readonly follow: () => () => void;
}

const draftKey = (table: string): string => `scorer-draft-${table}`;

/** A table as it is at the moment: nothing of one is left in the next. */
interface Opened {
  readonly place: Place;
  readonly writer: Writer;
  readonly close: () => void;
}

/** `endedBy` is told of failures that may have ended the session. */
export const createTableDesk = (
  environment: SyncEnvironment,
  $place: ReadableAtom<Place | null>,
  endedBy: (failure: Failure) => boolean,
): TableDesk => {
  const { matches, now, storage, newId } = environment;
  // By its id: the link may be replaced, and the table stays the same.
  const $key = derived([$place], (place) => place?.id ?? null);
  const live = createLiveOverlay({ backend: matches, $key, now });
  const $state = atom(nothingToSave);
  const $clockFailure = atom<Failure | null>(null);
  const $scoring = atom<Scoring | null>(null);
  const $newMatch = atom<NewMatch | null>(null);
  const $scored = atom<Scored | null>(null);
  let opened: Opened | null = null;

  const keepDraft = ({ id }: Place): void => {
    const { edits } = $state.get().draft;
    // Without storage the draft lives as long as the page: no reason to fail.
    attempt(() =>
      Object.keys(edits).length
        ? storage().setItem(draftKey(id), JSON.stringify(edits))
        : storage().removeItem(draftKey(id)),
    );
  };

  /** What came of an effect. */
  const run = async (effect: SavingEffect, { writer }: Opened): Promise<SavingEvent> => {
    try {
      if (effect.type === 'append') {
        const fields = await writer.correct(effect.id, effect.changes);
        return fields.length ? { type: 'overtaken', fields, id: newId() } : { type: 'stored', id: newId() };
      }
      // "Saved" means that the server was reached, also when there was nothing to write.
      return (await live.refresh())
        ? { type: 'stored', id: newId() }
        : { type: 'failed', failure: { kind: 'offline' }, id: newId() };
    } catch (thrown) {
      return { type: 'failed', failure: failureIn(thrown), id: newId() };
    }
  };

  /** Ends when everything that follows from the event is done. */
  const dispatch = async (event: SavingEvent): Promise<void> => {
    const at = opened;
    const before = $state.get().draft.edits;
    const { state, effect } = stepSaving($state.get(), event);
    $state.set(state);
    if (at && state.draft.edits !== before) keepDraft(at.place);
    if (event.type === 'failed') endedBy(event.failure);
    if (!at || !effect) return;
    const next = await run(effect, at);
    // Another table is here by now: this is none of its business.
    if (opened === at) await dispatch(next);
  };

  const open = (place: Place): Opened => {
    const options = {
      who: place.who,
      table: place.id,
      live,
      sessionEnded: () => void endedBy({ kind: 'sessionExpired' }),
    };
    const sync = createTableSync(environment, options);
    const scoring = createScoring(sync);
    $scoring.set(scoring);
    $newMatch.set(createNewMatch(scoring));
    const unwatch = scoring.$scored.subscribe((scored) => $scored.set(scored));
    return {
      place,
      writer: createWriter(sync),
      close: () => {
        unwatch();
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
    $draft: derived([$state], ({ draft }) => draft),
    $saving: derived([$state], ({ saving }) => saving),
    $clockFailure,
    $scoring,
    $newMatch,
    $scored,
    serverNow: () => now() + (live.$live.get().offset?.offsetMillis ?? 0),
    edit: (field, text) => void dispatch({ type: 'edited', field, text }),
    step: (field, by) => void dispatch({ type: 'stepped', field, by }),
    takeTheirs: () => void dispatch({ type: 'tookTheirs' }),
    save: async () => (opened ? dispatch({ type: 'pressed', id: newId() }) : undefined),
    moveClock: async (action) => {
      const at = opened;
      if (!at) return;
      $clockFailure.set(null);
      let failure: Failure | null = null;
      try {
        await at.writer.moveClock(action);
      } catch (thrown) {
        failure = failureIn(thrown);
      }
      if (opened !== at) return;
      $clockFailure.set(failure);
      if (failure) endedBy(failure);
    },
    follow: () => {
      const unwatchPlace = $place.subscribe((place) => {
        // Heard of again: what only this page's memory holds goes on.
        if (opened && isSame(opened.place, place)) return;
        opened?.close();
        const kept = place && attempt(() => storage().getItem(draftKey(place.id)));
        $clockFailure.set(null);
        opened = null;
        void dispatch({ type: 'opened', edits: parseEdits(kept ?? null) });
        opened = place && open(place);
      });
      const unwatchBoard = live.$live.subscribe(({ board }, before) => {
        if (board && board !== before?.board) void dispatch({ type: 'shown', board });
      });
      return () => {
        unwatchPlace();
        unwatchBoard();
        opened?.close();
        opened = null;
      };
    },
  };
};
