import { expect, test } from 'vitest';
import { listOf } from '../../../src/core/tournament/list.ts';
import { parseShownTournament } from '../../../src/core/tournament/shown.ts';
import { textsIn } from '../i18n/texts.ts';

const outcome = (slot: string, pair: readonly number[], changed: object = {}) => ({
  key: `outcome:${slot}`,
  value: { pair, winner: 0, units: [3, 1], reason: 'hand', result: null, ...changed },
});

/** The parts of a tournament's text, without the marks that isolate names. */
const lines = (format: object, places: readonly (number | null)[], ...facts: readonly object[]) => {
  const shown = parseShownTournament({
    id: 'a-tournament',
    facts: [
      ...['Amal', '', '<b>Chadi</b>', 'دريس'].map((name, index) => ({
        key: `entry:${index + 1}`,
        value: { name, seed: null, headStart: 0 },
      })),
      {
        key: 'format',
        value: {
          kind: 'single',
          third: false,
          secondFinal: false,
          game: 'nine-ball',
          raceTo: 3,
          finalRaceTo: 3,
          ...format,
        },
      },
      ...(places.length > 0 ? [{ key: 'places', value: places }] : []),
      ...facts,
    ],
    at: [{ slot: 'w2.1', pair: [1, 3], state: 'called', table: 'Table 2', units: null }],
  });
  return (shown ? listOf(shown, textsIn('en'), (table) => table) : []).map(({ heading, lines: all }) =>
    [heading, ...all].join('\n').replaceAll(/[\u2066-\u2069]/gu, ''),
  );
};

test('a bracket is said round by round', () => {
  expect(
    lines(
      {},
      [1, 2, 3, 4],
      outcome('w1.1', [1, 2]),
      outcome('w1.2', [3, 4], { reason: 'walkover', units: [0, 0] }),
    ),
  ).toEqual([
    'Semi-finals\nAmal 3–1 No. 2 · Winner: Amal\n<b>Chadi</b> – دريس · Walkover · Winner: <b>Chadi</b>',
    'Final\nAmal – <b>Chadi</b> · Called to Table 2',
  ]);
});

test('groups come first, each with all of its matches', () => {
  expect(lines({ groups: 2 }, [1, 2, 3, 4], outcome('g1.1', [1, 2])).slice(0, 3)).toEqual([
    'Group 1\nAmal 3–1 No. 2 · Winner: Amal',
    'Group 2\n<b>Chadi</b> – دريس',
    'Semi-finals\nNot known yet – Not known yet\nNot known yet – Not known yet',
  ]);
});

test('before the draw, its players are listed', () => {
  expect(lines({}, [])).toEqual(['Players\nAmal\nNo. 2\n<b>Chadi</b>\nدريس']);
});
