import { expect, test } from 'vitest';
import { matchesOf } from '../../../src/core/tournament/bracket.ts';
import { tournamentOf, type Fact } from '../../../src/core/tournament/facts.ts';
import { listOf } from '../../../src/core/tournament/list.ts';
import { nextOf } from '../../../src/core/tournament/next.ts';
import type { Place } from '../../../src/core/tournament/shown.ts';
import { textsIn } from '../i18n/texts.ts';

const FACTS: readonly Fact[] = [
  ...['Salma', '', '<b>', 'كريم'].map((name, index) => ({
    key: `entry:${index + 1}`,
    value: { name, seed: null, headStart: 0 },
  })),
  { key: 'places', value: [1, 2, 3, 4] },
];
const won = (slot: string, pair: readonly [number, number]): Fact => ({
  key: `outcome:${slot}`,
  value: { pair, winner: 0, units: [5, 2], reason: 'hand', result: null },
});
const CALLED: ReadonlyMap<string, Place> = new Map([
  ['w1.1', { state: 'called', table: 'Table 2', units: null }],
]);
const shown = (at: ReadonlyMap<string, Place>, ...outcomes: readonly Fact[]) => {
  const tournament = tournamentOf([...FACTS, ...outcomes]);
  return { ...tournament, id: 't', title: '', isClosed: false, matches: matchesOf(tournament), at };
};

test('whoever plays next is told against whom, where, or after which match', () => {
  expect(nextOf(shown(new Map()), 1)).toMatchObject({ kind: 'known', other: 2, place: null });
  expect(nextOf(shown(CALLED), 2)).toMatchObject({ kind: 'known', other: 1, place: { table: 'Table 2' } });
  const half = shown(new Map(), won('w1.1', [1, 2]));
  expect(nextOf(half, 1)).toMatchObject({ kind: 'after', before: { slot: { id: 'w1.2' } } });
  expect(nextOf(half, 2)).toEqual({ kind: 'over' });
  const all = shown(new Map(), won('w1.1', [1, 2]), won('w1.2', [3, 4]), won('w2.1', [1, 3]));
  expect(nextOf(all, 1)).toEqual({ kind: 'won' });
});

test('the rounds are listed with names, tables and winners', () => {
  const list = listOf(shown(CALLED, won('w1.2', [3, 4])), textsIn('en'), (table) => table);
  expect(list.map(({ heading }) => heading)).toEqual(['Semi-finals', 'Final']);
  expect(list[0]?.lines).toEqual([
    '\u2068Salma\u2069 – \u2068No. 2\u2069 · Called to \u2068Table 2\u2069',
    '\u2068<b>\u2069 \u20685–2\u2069 \u2068كريم\u2069 · Winner: \u2068<b>\u2069',
  ]);
});
