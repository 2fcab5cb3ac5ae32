import { describe, expect, test } from 'vitest';
import { parseShownTournament } from '../../../src/core/tournament/shown.ts';
import { entries, fact, format } from '../../common/tournament-facts.ts';

const answer = (changed: object = {}): unknown => ({
  id: 'a-tournament',
  facts: [
    fact('open', { title: 'Friday' }),
    ...entries(['Amal', '', 'Chadi', 'Driss']),
    format(),
    fact('places', { number: 1, places: [1, 2, 3, 4] }),
  ],
  played: [
    {
      slot: 'w1.2',
      pair: [4, 3],
      game: 'nine-ball',
      race_to: 3,
      units: [3, 1],
      winner: 0,
      result: 'r',
      ended_at: '',
    },
  ],
  at: [],
  ...changed,
});
const at = (changed: object) => ({
  slot: 'w1.1',
  pair: [1, 2],
  state: 'playing',
  table: 'Table 1',
  units: [2, 0],
  ...changed,
});

test('a shown tournament is its facts with what was played', () => {
  const shown = parseShownTournament(answer());
  expect(shown).toMatchObject({ id: 'a-tournament', title: 'Friday', isClosed: false });
  expect(shown?.matches.map(({ winner }) => winner)).toEqual(['unknown', 4, 'unknown']);
});

describe('a match that is called or played', () => {
  test.each([
    ['has its table', {}, { state: 'playing', table: 'Table 1', units: [2, 0] }],
    ['has the score of its own sides', { pair: [2, 1] }, { units: [0, 2] }],
    ['may have no score', { units: null, state: 'called' }, { state: 'called', units: null }],
    ['of others is another', { pair: [1, 3] }, undefined],
    ['that is over is neither', { slot: 'w1.2', pair: [3, 4] }, undefined],
    ['whose pair is no pair is none', { pair: 'x' }, undefined],
  ])('%s', (_, changed, place) => {
    const shown = parseShownTournament(answer({ at: [at(changed)] }));
    const found = shown?.at.get('w1.1') ?? shown?.at.get('w1.2');
    if (place) expect(found).toMatchObject(place);
    else expect(shown?.at).toEqual(new Map());
  });
});

test.each([null, 'x', {}, { id: 1 }])('%j is no tournament', (value) => {
  expect(parseShownTournament(value)).toBeNull();
});

test('anything else in its place is passed over', () => {
  const odd = { id: 'x', facts: 1, played: [1, {}], at: [null, 2] };
  expect(parseShownTournament(odd)).toMatchObject({ id: 'x', title: '', matches: [] });
});
