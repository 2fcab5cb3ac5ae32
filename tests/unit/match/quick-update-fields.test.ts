import { describe, expect, test } from 'vitest';
import {
  boardText,
  changedElsewhere,
  changesOf,
  dropEdits,
  editField,
  fieldText,
  outOfRange,
  parseEdits,
  returnEdit,
  untouched,
} from '../../../src/core/overlay/quick-update-fields.ts';
import { BOARD as board } from '../../common/board.ts';

test('a field shows its edit, and otherwise the board', () => {
  const edits = editField(board, {}, 's1', '3');
  expect(fieldText(board, edits, 's1')).toBe('3');
  expect(fieldText({ ...board, p2: 'Salma' }, edits, 'p2')).toBe('Salma');
  expect(fieldText(null, {}, 'p2')).toBe('');
  expect(boardText(board, 'raceTo')).toBe('0');
});

test('only changed fields are written', () => {
  const edits = editField(board, editField(board, {}, 'p1', 'Salma'), 'raceTo', 'seven');
  expect(changesOf(edits)).toEqual({ p1: 'Salma', raceTo: 0 });
  expect(changesOf(editField(board, edits, 'p1', ''))).toEqual({ raceTo: 0 });
});

test('a board’s default name is no text in its field, and an empty field is the default name', () => {
  expect(fieldText(board, {}, 'p1')).toBe('');
  expect(fieldText({ ...board, p1: 'PLAYER B' }, {}, 'p1')).toBe('');
  const named = { ...board, p1: 'Salma' };
  for (const typed of ['', ' ', 'PLAYER A'])
    expect(changesOf(editField(named, {}, 'p1', typed))).toEqual({ p1: 'PLAYER A' });
  expect(returnEdit({}, 'p1', { from: 'PLAYER A', to: 'Salma' })).toEqual({
    p1: { text: 'Salma', base: '' },
  });
});

test('numbers are whole and from 0, and other text counts as 0', () => {
  for (const text of ['10000', '-1', '2.5'])
    expect(outOfRange(editField(board, {}, 's1', text))).toEqual(['s1']);
  for (const text of ['9999', '7', '1e2', 'x', ''])
    expect(outOfRange(editField(board, {}, 's1', text))).toEqual([]);
});

test('an edit that the board has reached is dropped', () => {
  const edits = editField(board, editField(board, {}, 'p1', 'Salma'), 's1', '');
  expect(Object.keys(untouched({ ...board, p1: 'Salma' }, edits))).toEqual(['s1']);
});

test('what wasn’t stored is an edit again, unless something else was typed there since', () => {
  expect(returnEdit({}, 's1', { from: 0, to: 3 })).toEqual({ s1: { text: '3', base: '0' } });
  const typed = editField({ ...board, s1: 3 }, {}, 's1', '4');
  expect(returnEdit(typed, 's1', { from: 0, to: 3 })).toEqual({ s1: { text: '4', base: '0' } });
});

describe('changed elsewhere', () => {
  const edits = editField(board, {}, 's1', '1');

  test('is a field that both changed', () => {
    expect(changedElsewhere({ ...board, s1: 5, p1: 'Salma' }, edits)).toEqual(['s1']);
  });

  test('is not a field that the other set to the same', () => {
    expect(changedElsewhere({ ...board, s1: 1 }, edits)).toEqual([]);
  });

  test('ends when the edit is dropped', () => {
    expect(dropEdits(edits, ['s1'])).toEqual({});
  });
});

test('stored edits come back, and nothing else does', () => {
  const edits = editField(board, {}, 'p1', '"<b>');
  expect(parseEdits(JSON.stringify(edits))).toEqual(edits);
  for (const stored of [null, '', '{', '[]', '3', '{"p1":3}', '{"p1":{"text":1,"base":""}}', '{"x":{}}'])
    expect(parseEdits(stored)).toEqual({});
});
