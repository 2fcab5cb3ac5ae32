import type { Fact } from '../../../core/tournament/facts.ts';

/** Each match: its slot, its players by their numbers, and their racks. */
const PLAYED = [
  ['w1.1', [1, 8], [3, 1]],
  ['w1.2', [4, 5], [2, 3]],
  ['w1.3', [2, 7], [3, 0]],
  ['w1.4', [3, 6], [3, 2]],
  ['w2.1', [1, 5], [2, 3]],
  ['w2.2', [2, 3], [1, 3]],
  ['t', [1, 2], [3, 2]],
  ['w3.1', [5, 3], [4, 5]],
] as const;

/** The afternoon's tournament, as televisions get it: played to its end by the first eight of these players. */
export const afternoonTournament = (title: string, players: readonly string[]): object => {
  const facts: readonly Fact[] = [
    { key: 'open', value: { title } },
    ...players
      .slice(0, 8)
      .map((name, index) => ({ key: `entry:${index + 1}`, value: { name, seed: null, headStart: 0 } })),
    {
      key: 'format',
      value: {
        groups: 0,
        kind: 'single',
        third: true,
        secondFinal: false,
        game: 'eight-ball',
        raceTo: 3,
        finalRaceTo: 5,
      },
    },
    { key: 'places', value: [1, 8, 4, 5, 2, 7, 3, 6] },
    ...PLAYED.map(([slot, pair, units]) => ({
      key: `outcome:${slot}`,
      value: { pair, winner: units[0] > units[1] ? 0 : 1, units, reason: 'played', result: null },
    })),
    { key: 'closed', value: true },
  ];
  return { id: 'sample', facts, played: [], at: [] };
};
