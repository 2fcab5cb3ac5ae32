import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  isFree,
  isOccupied,
  isScored,
  stateOf,
  type TableFacts,
  type TableState,
} from '../../../src/core/room/table-state.ts';
import { NOBODY_THERE } from '../../common/facts.ts';

/** A table's state, from the server's facts. */

const SEAT = { entry: '1', name: 'Amine', name2: null, sinceMillis: 2000 };
const ON = { id: '1', game: 'eight-ball', over: false, scoredAtMillis: 1000 };
/** Over before the party came, and after it. */
const BEFORE = { ...ON, over: true };
const THEIRS = { ...BEFORE, scoredAtMillis: 3000 };

interface Said {
  readonly state: TableState;
  readonly occupied?: true;
  readonly free?: true;
  readonly scored?: true;
}

test.each<[string, Partial<TableFacts>, Said]>([
  ['nobody was ever there', {}, { state: 'free', free: true }],
  ['a match goes on', { match: ON }, { state: 'on', occupied: true, scored: true }],
  ['a match of a party', { match: ON, party: SEAT }, { state: 'on', occupied: true, scored: true }],
  ['a party without a match', { party: SEAT }, { state: 'occupied', occupied: true }],
  ['a party after another’s match', { match: BEFORE, party: SEAT }, { state: 'occupied', occupied: true }],
  [
    'a party whose match is over',
    { match: THEIRS, party: SEAT },
    { state: 'occupied', occupied: true, scored: true },
  ],
  ['a party is called', { called: SEAT }, { state: 'called' }],
  ['a party is called after a match', { match: BEFORE, called: SEAT }, { state: 'called' }],
  ['a call beside a match', { match: ON, called: SEAT }, { state: 'on', occupied: true, scored: true }],
  ['a match is over', { match: BEFORE }, { state: 'over', free: true, scored: true }],
  ['out of use', { outOfUse: true }, { state: 'outOfUse' }],
  ['out of use in a match', { outOfUse: true, match: ON }, { state: 'outOfUse', occupied: true }],
])('%s', (_title, changes, { state, occupied = false, free = false, scored = false }) => {
  const facts = { ...NOBODY_THERE, ...changes };
  expect(stateOf(facts)).toBe(state);
  expect([isOccupied(facts), isFree(facts), isScored(facts)]).toEqual([occupied, free, scored]);
});

test('everything that says what a table is reads the one function', () => {
  const readers = globSync('src/**/*.{ts,tsx}').filter((file) =>
    /from '[^']*\/table-state\.ts'/.test(readFileSync(file, 'utf8')),
  );
  expect(readers.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'src/backend/contract.ts',
    'src/backend/facts.ts',
    'src/core/room/list.ts',
    'src/core/room/queue.ts',
    'src/core/tables/summary.ts',
    'src/core/television/waiting.ts',
    'src/features/room/PartySheet.tsx',
    'src/features/room/TableLine.tsx',
    'src/features/room/words.ts',
    'src/features/tables/TableCard.tsx',
    'src/features/tables/TableSettings.tsx',
    'src/features/television/TableTile.tsx',
    'src/features/television/Tables.tsx',
    'src/features/television/Waiting.tsx',
  ]);
});
