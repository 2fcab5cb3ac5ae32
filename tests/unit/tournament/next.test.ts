import { expect, test } from 'vitest';
import { matchesOf } from '../../../src/core/tournament/bracket.ts';
import { tournamentOf, type Fact } from '../../../src/core/tournament/facts.ts';
import { nextOf } from '../../../src/core/tournament/next.ts';
import type { Place } from '../../../src/core/tournament/shown.ts';
import { fact, format, outcome, players } from '../../common/tournament-facts.ts';

const CALLED: ReadonlyMap<string, Place> = new Map([
  ['w1.1', { state: 'called', table: 'Table 2', units: null }],
]);
const shown = (at: ReadonlyMap<string, Place>, ...outcomes: readonly Fact[]) => {
  const tournament = tournamentOf([...players(4), fact('places', [1, 2, 3, 4]), ...outcomes]);
  return { ...tournament, matches: matchesOf(tournament), at };
};

test('whoever plays next is told against whom, where, or after which match', () => {
  expect(nextOf(shown(new Map()), 1)).toMatchObject({ kind: 'known', other: 2, place: null });
  expect(nextOf(shown(CALLED), 2)).toMatchObject({ kind: 'known', other: 1, place: { table: 'Table 2' } });
  const half = shown(new Map(), outcome('w1.1', [1, 2]));
  expect(nextOf(half, 1)).toMatchObject({ kind: 'after', before: { slot: { id: 'w1.2' } } });
  expect(nextOf(half, 2)).toEqual({ kind: 'over' });
  const all = shown(new Map(), outcome('w1.1', [1, 2]), outcome('w1.2', [3, 4]), outcome('w2.1', [1, 3]));
  expect(nextOf(all, 1)).toEqual({ kind: 'won' });
});

test('who has played in a group waits for its end, and who withdrew doesn’t', () => {
  const groups = [format({ groups: 2 }), outcome('g1.1', [1, 2])];
  expect(nextOf(shown(new Map(), ...groups), 1)).toEqual({ kind: 'groups' });
  expect(nextOf(shown(new Map(), ...groups), 3)).toMatchObject({ kind: 'known', other: 4 });
  expect(nextOf(shown(new Map(), ...groups, fact('out:1', true)), 1)).toEqual({ kind: 'over' });
  const on = [...groups, outcome('g1.2', [3, 4]), fact('seats', [1, 4, 3, 2])];
  expect(nextOf(shown(new Map(), ...on), 1)).toMatchObject({ kind: 'known', other: 4 });
});
