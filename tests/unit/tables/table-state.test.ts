import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  canBegin,
  isFree,
  isOccupied,
  isOpenTo,
  isScored,
  seatOf,
  seatsOf,
  showsBoard,
  stateOf,
  type TableFacts,
  type TableState,
} from '../../../src/core/room/table-state.ts';
import { NOBODY_THERE } from '../../common/facts.ts';

/** A table's state, from the server's facts. */

const SEAT = { entry: '1', name: 'Amine', name2: null, sinceMillis: 2000 };
const ON = { id: '1', game: 'eight-ball', over: false, startedAtMillis: 1000, scoredAtMillis: 1000 };
/** Over before the party came, and begun after it; begun before and over after. */
const BEFORE = { ...ON, over: true };
const THEIRS = { ...BEFORE, startedAtMillis: 2000, scoredAtMillis: 3000 };
const LATE = { ...BEFORE, scoredAtMillis: 3000 };

interface Said {
  readonly state: TableState;
  readonly occupied?: true;
  readonly free?: true;
  readonly scored?: true;
  /** Whether the next match can begin there. */
  readonly open?: true;
}

test.each<[string, Partial<TableFacts>, Said]>([
  ['nobody was ever there', {}, { state: 'free', free: true, open: true }],
  ['a match goes on', { match: ON }, { state: 'on', occupied: true, scored: true }],
  ['a match of a party', { match: ON, party: SEAT }, { state: 'on', occupied: true, scored: true }],
  ['a party without a match', { party: SEAT }, { state: 'occupied', occupied: true, open: true }],
  [
    'a party after another’s match',
    { match: BEFORE, party: SEAT },
    { state: 'occupied', occupied: true, open: true },
  ],
  [
    'a party whose match is over',
    { match: THEIRS, party: SEAT },
    { state: 'occupied', occupied: true, scored: true, open: true },
  ],
  [
    'a party with names after the last tap of the match before',
    { match: LATE, party: SEAT },
    { state: 'occupied', occupied: true, open: true },
  ],
  [
    'a party without names whose match is over',
    { match: LATE, party: { ...SEAT, name: '' } },
    { state: 'occupied', occupied: true, scored: true, open: true },
  ],
  ['a party is called', { called: SEAT }, { state: 'called' }],
  ['a party is called after a match', { match: BEFORE, called: SEAT }, { state: 'called' }],
  ['a call beside a match', { match: ON, called: SEAT }, { state: 'on', occupied: true, scored: true }],
  ['a match is over', { match: BEFORE }, { state: 'over', free: true, scored: true, open: true }],
  ['out of use', { outOfUse: true }, { state: 'outOfUse' }],
  ['out of use in a match', { outOfUse: true, match: ON }, { state: 'outOfUse', occupied: true }],
])('%s', (_title, changes, { state, occupied = false, free = false, scored = false, open = false }) => {
  const facts = { ...NOBODY_THERE, ...changes };
  expect(stateOf(facts)).toBe(state);
  expect([isOccupied(facts), isFree(facts), isScored(facts)]).toEqual([occupied, free, scored]);
  expect([showsBoard(facts), canBegin(facts)]).toEqual([scored, open]);
});

test('a board is shown until the facts have arrived', () => {
  expect(showsBoard(null)).toBe(true);
});

test('the parties at a table', () => {
  const called = { ...SEAT, entry: '2' };
  const both = { ...NOBODY_THERE, party: SEAT, called };
  expect(seatsOf(both)).toEqual([SEAT, called]);
  expect(seatOf(both)).toBe(SEAT);
  expect(seatOf({ ...both, party: null })).toBe(called);
  expect(seatOf({ ...both, match: ON })).toBeNull();
  expect(seatsOf({ ...both, outOfUse: true })).toEqual([]);
  expect(seatOf({ ...both, outOfUse: true })).toBeNull();
});

test('a party can be sent to a table that no other party has', () => {
  const called = { ...NOBODY_THERE, called: SEAT };
  expect(isOpenTo(NOBODY_THERE, '2')).toBe(true);
  expect(isOpenTo({ ...NOBODY_THERE, match: ON }, '2')).toBe(true);
  expect(isOpenTo({ ...NOBODY_THERE, outOfUse: true }, '2')).toBe(false);
  expect(isOpenTo({ ...NOBODY_THERE, party: SEAT }, '2')).toBe(false);
  expect([isOpenTo(called, '1'), isOpenTo(called, '2')]).toEqual([true, false]);
});

const SOURCES = globSync('src/**/*.{ts,tsx}').map((file) => ({
  file: file.replaceAll('\\', '/'),
  text: readFileSync(file, 'utf8'),
}));
const filesWith = (pattern: RegExp): readonly string[] =>
  SOURCES.filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();
/** Every file that reads a table's state. */
const READERS = filesWith(/from '[^']*\/table-state\.ts'/);

test('everything that says what a table is reads the one function', () => {
  expect(READERS).toEqual([
    'src/backend/contract.ts',
    'src/backend/facts.ts',
    'src/core/match/draft-for-table.ts',
    'src/core/overlay/board.ts',
    'src/core/overlay/follow-overlay.ts',
    'src/core/room/list.ts',
    'src/core/room/queue.ts',
    'src/core/site/reload-when-idle.ts',
    'src/core/tables/summary.ts',
    'src/features/demo/hall/evening.ts',
    'src/features/desk/table-desk.ts',
    'src/features/match/new-match.ts',
    'src/features/room/PartyForm.tsx',
    'src/features/room/PartySheet.tsx',
    'src/features/room/RoomDesk.tsx',
    'src/features/room/TableLine.tsx',
    'src/features/room/words.ts',
    'src/features/tables/TableCard.tsx',
    'src/features/tables/TableSettings.tsx',
    'src/features/television/TableTile.tsx',
    'src/features/television/Tables.tsx',
    'src/features/television/Waiting.tsx',
    'src/features/tournament/PlaceLine.tsx',
    'src/features/tournament/Setup.tsx',
    'src/features/tournament/evening.ts',
  ]);
});

test('nothing else reads the facts', () => {
  const known = new Set([...READERS, 'src/core/room/table-state.ts']);
  const others = (pattern: RegExp) => filesWith(pattern).filter((file) => !known.has(file));
  // Not as a text's key. The adapter sends the setting.
  expect(others(/(?<!(?:states|settings|list)\.)\boutOfUse\b/)).toEqual(['src/backend/tables.ts']);
  expect(others(/\.facts\.(?:match|party|called)\b|\bscoredAtMillis\b/)).toEqual([]);
  expect(others(/\b(?:table|facts|waited)\??\.(?:party|called)\b/)).toEqual([]);
  expect(filesWith(/\b6 \* (?:60 \* 60_000|3_600_000|60 \* 60 \* 1000)/)).toEqual([
    'src/core/room/table-state.ts',
  ]);
});
