import type { Failure } from '../failure.ts';
import type { Board } from '../overlay/board.ts';
import {
  afterSaving,
  changedElsewhere,
  changesOf,
  DRAFT_FIELDS,
  dropEdits,
  editField,
  fieldText,
  outOfRange,
  stepScore,
  type DraftField,
  type Edits,
  type NumberField,
} from '../overlay/draft.ts';
import { limitName } from '../overlay/name.ts';
import type { Changes } from '../rules/corrections.ts';

/*
 * Quick Update: a draft of a board's next state, and its way to the server. "Saved" means that the server has it; what
 * couldn't be saved stays in the draft until somebody presses again.
 */

export type Saving =
  /** Nothing was saved since the page came, or something was changed since. */
  { readonly status: 'idle' | 'saving' | 'saved' } | { readonly status: 'failed'; readonly failure: Failure };

export type Hint = 'nameTooLong' | 'scoreOutOfRange';

export interface Draft {
  readonly edits: Edits;
  readonly hints: Readonly<Partial<Record<DraftField, Hint>>>;
  /** Edited fields whose board was changed elsewhere. */
  readonly conflicts: readonly DraftField[];
}

export interface SavingState {
  /** What viewers see. */
  readonly board: Board | null;
  readonly draft: Draft;
  readonly saving: Saving;
  /** What is on its way to the server. */
  readonly sent: Edits;
  /** What was sent last and isn't known to be saved, with its id: pressed again, it is the same action. */
  readonly tried: { readonly id: string; readonly values: string } | null;
  /** Pressed again while something is on its way. */
  readonly again: boolean;
}

/** `id` is a new one, for the action that this may send. */
export type SavingEvent =
  /** A table was opened, with the edits that were left there; nothing of the one before stays. */
  | { readonly type: 'opened'; readonly edits: Edits }
  | { readonly type: 'shown'; readonly board: Board }
  | { readonly type: 'edited'; readonly field: DraftField; readonly text: string }
  | { readonly type: 'stepped'; readonly field: NumberField; readonly by: number }
  /** The fields that were changed elsewhere show the board again. */
  | { readonly type: 'tookTheirs' }
  | { readonly type: 'pressed'; readonly id: string }
  /** The server has what was sent, and its board was shown. */
  | { readonly type: 'stored'; readonly id: string }
  /** Somebody else changed these fields while they were on their way: nothing was stored. */
  | { readonly type: 'overtaken'; readonly fields: readonly string[]; readonly id: string }
  | { readonly type: 'failed'; readonly failure: Failure; readonly id: string };

export type SavingEffect =
  /** Store a correction, each field as it was seen. */
  | { readonly type: 'append'; readonly id: string; readonly changes: Changes }
  /** There is nothing to store: find out whether the server is there. */
  | { readonly type: 'reach' };

interface SavingStep {
  readonly state: SavingState;
  readonly effect: SavingEffect | null;
}

export const NO_DRAFT: Draft = { edits: {}, hints: {}, conflicts: [] };

/** Quick Update before anything is known of a table. */
export const nothingToSave: SavingState = {
  board: null,
  draft: NO_DRAFT,
  saving: { status: 'idle' },
  sent: {},
  tried: null,
  again: false,
};

const isEmpty = (edits: Edits): boolean => Object.keys(edits).length === 0;

const withDraft = (state: SavingState, changes: Partial<Draft> = {}): SavingState => {
  const { board, sent } = state;
  const draft = { ...state.draft, ...changes };
  return {
    ...state,
    draft: { ...draft, conflicts: board ? changedElsewhere(board, draft.edits, sent) : [] },
  };
};

const stay = (state: SavingState): SavingStep => ({ state, effect: null });

const edited = (state: SavingState, field: DraftField, typed: string): SavingState => {
  const { board, draft, saving } = state;
  if (!board) return state;
  const limited = field === 'p1' || field === 'p2' ? limitName(typed) : { name: typed, cut: false };
  const others = Object.fromEntries(Object.entries(draft.hints).filter(([name]) => name !== field));
  return withDraft(
    { ...state, saving: saving.status === 'saving' ? saving : { status: 'idle' } },
    {
      edits: editField(board, draft.edits, field, limited.name),
      hints: limited.cut ? { ...others, [field]: 'nameTooLong' } : others,
    },
  );
};

/** Sends edits; the same ones again are the same action, so that an answer that was lost does no harm. */
const sending = (state: SavingState, sent: Edits, id: string): SavingStep => {
  const { board, tried } = state;
  const next: SavingState = withDraft({ ...state, sent, saving: { status: 'saving' } });
  const values = changesOf(sent);
  if (!board || isEmpty(sent)) return { state: next, effect: { type: 'reach' } };
  const text = JSON.stringify(values);
  const attempt = tried?.values === text ? tried : { id, values: text };
  const changes = Object.fromEntries(
    DRAFT_FIELDS.flatMap((field) =>
      field in values ? [[field, { from: board[field], to: values[field] }] as const] : [],
    ),
  );
  return { state: { ...next, tried: attempt }, effect: { type: 'append', id: attempt.id, changes } };
};

const save = (state: SavingState, id: string): SavingStep => {
  const { edits, hints } = state.draft;
  const wrong = outOfRange(edits);
  if (wrong.length === 0) return sending(state, edits, id);
  const hinted = Object.fromEntries(wrong.map((field) => [field, 'scoreOutOfRange' as const]));
  return stay(withDraft(state, { hints: { ...hints, ...hinted } }));
};

/** What was sent has its answer; somebody who pressed meanwhile is served now. */
const answered = (state: SavingState, id: string): SavingStep => {
  const { again } = state;
  const done = withDraft({ ...state, sent: {}, again: false });
  return again ? save(done, id) : stay(done);
};

const stored = (state: SavingState, id: string): SavingStep => {
  const { board, draft, sent } = state;
  const edits = board ? afterSaving(board, draft.edits, sent) : draft.edits;
  const saved = isEmpty(edits);
  const next = withDraft(
    { ...state, sent: {}, tried: null, saving: { status: saved ? 'saved' : 'idle' } },
    { edits, hints: saved ? {} : draft.hints },
  );
  return answered(next, id);
};

const overtaken = (state: SavingState, fields: readonly string[], id: string): SavingStep => {
  const left = dropEdits(
    state.sent,
    DRAFT_FIELDS.filter((field) => fields.includes(field)),
  );
  // Whoever pressed again had not seen it.
  const next: SavingState = { ...state, tried: null, again: false };
  return isEmpty(left)
    ? stay(withDraft({ ...next, sent: {}, saving: { status: 'idle' } }))
    : sending(next, left, id);
};

/** What becomes of Quick Update when something happens, and what is to be done about it. */
export const stepSaving = (state: SavingState, event: SavingEvent): SavingStep => {
  switch (event.type) {
    case 'opened':
      return stay({ ...nothingToSave, draft: { ...NO_DRAFT, edits: event.edits } });
    case 'shown':
      return stay(withDraft({ ...state, board: event.board }));
    case 'edited':
      return stay(edited(state, event.field, event.text));
    case 'stepped': {
      const { field, by } = event;
      const text = fieldText(state.board, state.draft.edits, field);
      return stay(edited(state, field, stepScore(text, field, by)));
    }
    case 'tookTheirs': {
      const { edits, conflicts } = state.draft;
      return stay(withDraft(state, { edits: dropEdits(edits, conflicts) }));
    }
    case 'pressed':
      return state.saving.status === 'saving' ? stay({ ...state, again: true }) : save(state, event.id);
    case 'stored':
      return stored(state, event.id);
    case 'overtaken':
      return overtaken(state, event.fields, event.id);
    case 'failed':
      return answered({ ...state, saving: { status: 'failed', failure: event.failure } }, event.id);
    default:
      return event satisfies never;
  }
};
