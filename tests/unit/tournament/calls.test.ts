import { describe, expect, test } from 'vitest';
import { matchesOf } from '../../../src/core/tournament/bracket.ts';
import { matchesToCall, nextToCall } from '../../../src/core/tournament/calls.ts';
import { tournamentOf, type Format } from '../../../src/core/tournament/facts.ts';
import { roundOf } from '../../../src/core/tournament/rounds.ts';
import { slotsOf } from '../../../src/core/tournament/slots.ts';

const FORMAT: Format = {
  groups: 0,
  kind: 'double',
  third: true,
  secondFinal: true,
  game: 'nine-ball',
  raceTo: 3,
  finalRaceTo: 3,
};
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];

const fact = (key: string, value: unknown) => ({ key, value });
const won = (slot: string, pair: readonly [number, number]) =>
  fact(`outcome:${slot}`, { pair, winner: 0, units: [3, 0], reason: 'played', result: null });

/** After two matches of the first round: 1 beat 2, and 3 beat 4. */
const matches = matchesOf(
  tournamentOf([
    fact('format', FORMAT),
    ...PLACES.map((number) => fact(`entry:${number}`, { name: '', seed: null, headStart: 0 })),
    fact('places', PLACES),
    won('w1.1', [1, 2]),
    won('w1.2', [3, 4]),
  ]),
);

const slots = (called: readonly string[], busy: readonly number[], ended: readonly [number, number][]) =>
  matchesToCall(matches, new Set(called), new Set(busy), new Map(ended));

describe('matches to call', () => {
  test('come by round', () => {
    expect(slots([], [], []).map(({ match }) => match.slot.id)).toEqual(['w1.3', 'w1.4', 'l1.1', 'w2.1']);
  });

  test('come in a round by how long both have waited', () => {
    const ended: [number, number][] = [
      [5, 1000],
      [6, 9000],
      [7, 5000],
      [8, 5000],
    ];
    expect(slots([], [], ended).map(({ match }) => match.slot.id)).toEqual(['w1.4', 'w1.3', 'l1.1', 'w2.1']);
  });

  test('are not those that are called', () => {
    expect(slots(['w1.3', 'l1.1'], [5, 6, 2, 4], []).map(({ match }) => match.slot.id)).toEqual([
      'w1.4',
      'w2.1',
    ]);
  });

  test('wait for players who play, and give them a minute', () => {
    const toCall = slots([], [5, 8], [[2, 100_000]]);
    expect(nextToCall(toCall, 100_000)?.slot.id).toBe('w2.1');
    expect(nextToCall(slots([], [5, 8, 1], [[2, 100_000]]), 159_999)).toBeNull();
    expect(nextToCall(slots([], [5, 8, 1], [[2, 100_000]]), 160_000)?.slot.id).toBe('l1.1');
  });
});

const named = (size: number, kind: Format['kind']) => [
  ...new Set(
    slotsOf(size, { ...FORMAT, kind }).map((slot) => Object.values(roundOf(slot, size, { kind })).join(' ')),
  ),
];

test('rounds have the names that people know', () => {
  expect(named(32, 'single')).toEqual([
    'last 32',
    'last 16',
    'quarterFinal 8',
    'semiFinal 4',
    'third 1',
    'final 2',
  ]);
  expect(named(8, 'double')).toEqual([
    'winners 1',
    'losers 1',
    'winners 2',
    'losers 2',
    'losers 3',
    'winnersFinal 3',
    'losersFinal 4',
    'final 1',
    'secondFinal 1',
  ]);
  expect(named(2, 'double')).toEqual(['winnersFinal 1', 'final 1', 'secondFinal 1']);
});
