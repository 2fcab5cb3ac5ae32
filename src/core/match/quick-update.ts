import type { Failure } from '../failure.ts';
import { stepped } from '../../rules/number.ts';
import {
  changedElsewhere,
  changesOf,
  DRAFT_FIELDS,
  dropEdits,
  editField,
  fieldText,
  isDraftField,
  outOfRange,
  returnEdit,
  TYPED_RANGE,
  untouched,
  type DraftField,
  type DraftFields,
  type Edits,
  type NumberField,
} from '../overlay/quick-update-fields.ts';
import { limitName } from '../../rules/name.ts';
import type { Changes } from '../../rules/corrections.ts';

/*
 * Quick Update: edits to a match. Save queues them as one correction and empties the draft. Changes that can't be
 * stored return to the draft as typed.
 */

export type Saving =
  /** idle: nothing was saved since the page loaded, or something was edited since. */
  { readonly status: 'idle' | 'saving' | 'saved' } | { readonly status: 'failed'; readonly failure: Failure };

export type Hint = 'nameTooLong' | 'scoreOutOfRange';

export interface Draft {
  /** The values of unedited fields: the match as its scorer sees it. Null until known. */
  readonly fields: DraftFields | null;
  readonly edits: Edits;
  readonly hints: Readonly<Partial<Record<DraftField, Hint>>>;
  /** Edited fields that were also changed elsewhere. */
  readonly conflicts: readonly DraftField[];
}

export interface QuickUpdateState {
  readonly draft: Draft;
  readonly saving: Saving;
  /** How many of the desk's corrections the server hasn't confirmed. */
  readonly waiting: number;
}

export type QuickUpdateEvent =
  /** A table was opened, with its stored edits; the previous table's state is discarded. */
  | { readonly type: 'opened'; readonly edits: Edits }
  | { readonly type: 'shown'; readonly fields: DraftFields | null }
  | { readonly type: 'edited'; readonly field: DraftField; readonly text: string }
  | { readonly type: 'stepped'; readonly field: NumberField; readonly by: number }
  /** Drop the edits to fields that were changed elsewhere. */
  | { readonly type: 'tookTheirs' }
  | { readonly type: 'pressed' }
  /** How many of the desk's corrections now wait for the server. */
  | { readonly type: 'waiting'; readonly count: number }
  /** The result of the effect `reach`. */
  | { readonly type: 'reached'; readonly answered: boolean }
  /**
   * These changes weren't stored: the server refused them, or another device changed the same fields (`failure` is
   * null).
   */
  | { readonly type: 'returned'; readonly changes: Changes; readonly failure: Failure | null };

export type QuickUpdateEffect =
  | { readonly type: 'set'; readonly changes: Changes }
  /** Nothing to save: check whether the server answers. */
  | { readonly type: 'reach' };

interface QuickUpdateStep {
  readonly state: QuickUpdateState;
  readonly effect: QuickUpdateEffect | null;
}

export const NO_QUICK_UPDATE: QuickUpdateState = {
  draft: { fields: null, edits: {}, hints: {}, conflicts: [] },
  saving: { status: 'idle' },
  waiting: 0,
};

const isEmpty = (edits: Edits): boolean => Object.keys(edits).length === 0;

const withDraft = (state: QuickUpdateState, changes: Partial<Draft>): QuickUpdateState => {
  const draft = { ...state.draft, ...changes };
  const { fields, edits } = draft;
  return { ...state, draft: { ...draft, conflicts: fields ? changedElsewhere(fields, edits) : [] } };
};

const stay = (state: QuickUpdateState): QuickUpdateStep => ({ state, effect: null });

const edited = (state: QuickUpdateState, field: DraftField, typed: string): QuickUpdateState => {
  const { draft, saving } = state;
  const { fields, edits, hints } = draft;
  if (!fields) return state;
  const limited = field === 'p1' || field === 'p2' ? limitName(typed) : { name: typed, cut: false };
  const others = Object.fromEntries(Object.entries(hints).filter(([name]) => name !== field));
  return withDraft(
    { ...state, saving: saving.status === 'saving' ? saving : { status: 'idle' } },
    {
      edits: editField(fields, edits, field, limited.name),
      hints: limited.cut ? { ...others, [field]: 'nameTooLong' } : others,
    },
  );
};

const pressed = (state: QuickUpdateState): QuickUpdateStep => {
  const { fields, edits, hints } = state.draft;
  const saving: QuickUpdateState = { ...state, saving: { status: 'saving' } };
  if (!fields || isEmpty(edits)) return { state: saving, effect: { type: 'reach' } };
  const wrong = outOfRange(edits);
  if (wrong.length > 0) {
    const hinted = Object.fromEntries(wrong.map((field) => [field, 'scoreOutOfRange' as const]));
    return stay(withDraft(state, { hints: { ...hints, ...hinted } }));
  }
  const values = changesOf(edits);
  const changes = Object.fromEntries(
    DRAFT_FIELDS.flatMap((field) =>
      field in values ? [[field, { from: fields[field], to: values[field] }] as const] : [],
    ),
  );
  return { state: withDraft(saving, { edits: {}, hints: {} }), effect: { type: 'set', changes } };
};

/** Nothing is waiting any more, so every saved change is stored. */
const done = (state: QuickUpdateState): QuickUpdateState => ({
  ...state,
  saving: { status: isEmpty(state.draft.edits) ? 'saved' : 'idle' },
});

const waits = (before: QuickUpdateState, count: number): QuickUpdateState => {
  const state = { ...before, waiting: count };
  const { status } = state.saving;
  if (status === 'failed') return state;
  if (count > 0) return { ...state, saving: { status: 'saving' } };
  return status === 'saving' ? done(state) : state;
};

const returned = (state: QuickUpdateState, changes: Changes, failure: Failure | null): QuickUpdateState => {
  const edits = Object.entries(changes).reduce(
    (all, [field, change]) => (isDraftField(field) ? returnEdit(all, field, change) : all),
    state.draft.edits,
  );
  const status = state.waiting > 0 ? 'saving' : 'idle';
  return withDraft({ ...state, saving: failure ? { status: 'failed', failure } : { status } }, { edits });
};

/** Quick Update after an event, and the effect to run. */
export const stepQuickUpdate = (state: QuickUpdateState, event: QuickUpdateEvent): QuickUpdateStep => {
  const { draft } = state;
  switch (event.type) {
    case 'opened':
      return stay({ ...NO_QUICK_UPDATE, draft: { ...NO_QUICK_UPDATE.draft, edits: event.edits } });
    case 'shown': {
      const { fields } = event;
      return stay(withDraft(state, { fields, edits: fields ? untouched(fields, draft.edits) : draft.edits }));
    }
    case 'edited':
      return stay(edited(state, event.field, event.text));
    case 'stepped': {
      const { field, by } = event;
      return stay(
        edited(state, field, stepped(fieldText(draft.fields, draft.edits, field), by, TYPED_RANGE)),
      );
    }
    case 'tookTheirs':
      return stay(withDraft(state, { edits: dropEdits(draft.edits, draft.conflicts) }));
    case 'pressed':
      return pressed(state);
    case 'waiting':
      return stay(waits(state, event.count));
    case 'reached': {
      if (state.waiting > 0) return stay(state);
      return stay(
        event.answered
          ? done(state)
          : { ...state, saving: { status: 'failed', failure: { kind: 'offline' } } },
      );
    }
    case 'returned':
      return stay(returned(state, event.changes, event.failure));
    default:
      return event satisfies never;
  }
};
