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
  return {
    ...tournament,
    id: 't',
    title: '',
    isClosed: false,
    draw: null,
    matches: matchesOf(tournament),
    at,
  };
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

test('who has played in a group waits for its end, and who withdrew doesn’t', () => {
  const format = {
    groups: 2,
    kind: 'single',
    third: false,
    secondFinal: false,
    game: 'nine-ball',
    raceTo: 5,
    finalRaceTo: 5,
  };
  const groups: readonly Fact[] = [{ key: 'format', value: format }, won('g1.1', [1, 2])];
  expect(nextOf(shown(new Map(), ...groups), 1)).toEqual({ kind: 'groups' });
  expect(nextOf(shown(new Map(), ...groups), 3)).toMatchObject({ kind: 'known', other: 4 });
  expect(nextOf(shown(new Map(), ...groups, { key: 'out:1', value: true }), 1)).toEqual({ kind: 'over' });
  const on = [...groups, won('g1.2', [3, 4]), { key: 'seats', value: [1, 4, 3, 2] }];
  expect(nextOf(shown(new Map(), ...on), 1)).toMatchObject({ kind: 'known', other: 4 });
});

test('the rounds are listed with names, tables and winners', () => {
  const list = listOf(shown(CALLED, won('w1.2', [3, 4])), textsIn('en'), (table) => table);
  expect(list.map(({ heading }) => heading)).toEqual(['Semi-finals', 'Final']);
  expect(list[0]?.lines).toEqual([
    '\u2068Salma\u2069 – \u2068No. 2\u2069 · Called to \u2068Table 2\u2069',
    '\u2068<b>\u2069 \u20685–2\u2069 \u2068كريم\u2069 · Winner: \u2068<b>\u2069',
  ]);
});
