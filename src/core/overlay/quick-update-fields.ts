import { givenName, storedName } from '../../rules/name.ts';
import type { Change } from '../../rules/rules.ts';
import type { Board } from './board.ts';
import { SCORE_LIMIT } from '../../config/limits.ts';
import { numberOrZero } from '../../rules/number.ts';
import { inRange } from '../../rules/score.ts';

/** The fields of Quick Update, named as on the board. */
export const DRAFT_FIELDS = ['p1', 'p2', 's1', 's2', 'raceTo'] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type DraftFields = Pick<Board, DraftField>;
export const isDraftField = (name: string): name is DraftField =>
  (DRAFT_FIELDS as readonly string[]).includes(name);

const NUMBER_FIELDS = ['s1', 's2', 'raceTo'] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];
export const isNumberField = (field: DraftField): field is NumberField =>
  (NUMBER_FIELDS as readonly string[]).includes(field);

/** The range for typed whole numbers. The database accepts any score, because programs may write others. */
export const TYPED_RANGE = { min: 0, max: SCORE_LIMIT } as const;

/** An unsaved change of one field: what was typed, and what the board showed at the time. */
export interface Edit {
  readonly text: string;
  readonly base: string;
}

/** Only the changed fields, so that saving doesn't overwrite another scorer's changes. */
export type Edits = Readonly<Partial<Record<DraftField, Edit>>>;

export type BoardChanges = Partial<DraftFields>;

const valueText = (field: DraftField, value: unknown): string =>
  isNumberField(field) ? String(value) : givenName(String(value));

export const boardText = (board: DraftFields, field: DraftField): string => valueText(field, board[field]);

/** The text in a field: the edit if there is one, else the board's value. */
export const fieldText = (board: DraftFields | null, edits: Edits, field: DraftField): string =>
  edits[field]?.text ?? (board ? boardText(board, field) : '');

/** Drops the edits of some fields, which then show the board again. */
export const dropEdits = (edits: Edits, fields: readonly DraftField[]): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([field]) => !fields.includes(field as DraftField)));

/** The edits after typing in a field. Typing what the board shows drops the edit. */
export const editField = (board: DraftFields, edits: Edits, field: DraftField, text: string): Edits => {
  const shown = boardText(board, field);
  return text === shown
    ? dropEdits(edits, [field])
    : { ...edits, [field]: { text, base: edits[field]?.base ?? shown } };
};

/** The number fields whose edits are out of range. Text that isn't a number counts as 0. */
export const outOfRange = (edits: Edits): NumberField[] =>
  NUMBER_FIELDS.filter((field) => {
    const edit = edits[field];
    if (edit === undefined) return false;
    const score = numberOrZero(edit.text);
    return !Number.isInteger(score) || !inRange(score, TYPED_RANGE);
  });

/** The changes to send for the edits. */
export const changesOf = (edits: Edits): BoardChanges => {
  const changes: { -readonly [Field in keyof BoardChanges]: BoardChanges[Field] } = {};
  for (const field of ['p1', 'p2'] as const) {
    const edit = edits[field];
    if (edit) changes[field] = storedName(field, edit.text);
  }
  for (const field of NUMBER_FIELDS) {
    const edit = edits[field];
    if (edit) changes[field] = numberOrZero(edit.text);
  }
  return changes;
};

/** Drops edits that equal what the board now shows. */
export const untouched = (board: DraftFields, edits: Edits): Edits =>
  dropEdits(
    edits,
    DRAFT_FIELDS.filter((field) => edits[field]?.text === boardText(board, field)),
  );

/** Restores an edit that failed to save, unless something was typed there since. */
export const returnEdit = (edits: Edits, field: DraftField, { from, to }: Change<unknown>): Edits => ({
  ...edits,
  [field]: { text: edits[field]?.text ?? valueText(field, to), base: valueText(field, from) },
});

/** Edited fields that were changed elsewhere since. */
export const changedElsewhere = (board: DraftFields, edits: Edits): DraftField[] =>
  DRAFT_FIELDS.filter((field) => {
    const edit = edits[field];
    return (
      edit !== undefined &&
      boardText(board, field) !== edit.base &&
      board[field] !== changesOf({ [field]: edit })[field]
    );
  });

/** Parses stored edits; anything invalid is ignored. */
export const parseEdits = (stored: string | null): Edits => {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? 'null');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const edits: Partial<Record<DraftField, Edit>> = {};
  for (const field of DRAFT_FIELDS) {
    const edit: unknown = (value as Record<string, unknown>)[field];
    if (typeof edit !== 'object' || edit === null) continue;
    const { text, base } = edit as Record<string, unknown>;
    if (typeof text === 'string' && typeof base === 'string') edits[field] = { text, base };
  }
  return edits;
};
