import { describe, expect, test } from 'vitest';
import { matchesOf } from '../../../src/core/tournament/bracket.ts';
import { matchesToCall } from '../../../src/core/tournament/calls.ts';
import { tournamentOf } from '../../../src/core/tournament/facts.ts';
import { fact, format, outcome, players } from '../../common/tournament-facts.ts';

/** After two matches of the first round: 1 beat 2, and 3 beat 4. */
const matches = matchesOf(
  tournamentOf([
    format({ kind: 'double' }),
    ...players(8),
    fact('places', [1, 2, 3, 4, 5, 6, 7, 8]),
    outcome('w1.1', [1, 2]),
    outcome('w1.2', [3, 4]),
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
    expect(slots([], [5, 8, 1], [[2, 100_000]]).map(({ fromMillis }) => fromMillis)).toEqual([
      null,
      null,
      160_000,
      null,
    ]);
  });
});
