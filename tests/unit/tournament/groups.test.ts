import { describe, expect, test } from 'vitest';
import { championOf, matchesOf } from '../../../src/core/tournament/bracket.ts';
import { drawn } from '../../../src/core/tournament/draw.ts';
import { tournamentOf, type Fact } from '../../../src/core/tournament/facts.ts';
import { areGroupsOver, groupTables, seatsFrom } from '../../../src/core/tournament/groups.ts';
import { standingsOf } from '../../../src/core/tournament/standings.ts';
import { randomFrom } from '../../../src/core/random-from.ts';
import { roundText } from '../../../src/core/tournament/words.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { fact, format, outcome, players } from '../../common/tournament-facts.ts';
import { textsIn } from '../i18n/texts.ts';

const evening = (...places: readonly (number | null)[]): readonly Fact[] => [
  format({ groups: 2 }),
  ...players(places.filter(Boolean).length),
  fact('places', places),
];

/** The first beats the second. */
const beats = (
  facts: readonly Fact[],
  first: number,
  second: number,
  [more, less]: readonly [number, number] = [3, 0],
): readonly Fact[] => {
  const match = matchesOf(tournamentOf(facts)).find(
    ({ sides }) => sides.includes(first) && sides.includes(second),
  );
  const { slot, sides } = match ?? expect.unreachable('they meet');
  return [...facts, outcome(slot.id, sides, sides[0] === first ? [more, less] : [less, more])];
};

const tablesOf = (facts: readonly Fact[]) => groupTables(tournamentOf(facts), matchesOf(tournamentOf(facts)));

describe('two groups of three and two', () => {
  const facts = evening(1, 2, 3, 4, 5, null);

  test('everybody meets everybody of the own group, and two of each go on', () => {
    const matches = matchesOf(tournamentOf(facts));
    expect(matches.map(({ slot, sides, state }) => `${slot.id}: ${sides.join(' – ')} ${state}`)).toEqual([
      'g1.1: 2 – 3 ready',
      'g1.2: 5 – nobody bye',
      'g2.1: 1 – 2 ready',
      'g2.2: 4 – 5 ready',
      'g3.1: 1 – 3 ready',
      'g3.2: 4 – nobody bye',
      'w1.1: unknown – unknown waiting',
      'w1.2: unknown – unknown waiting',
      'w2.1: unknown – unknown waiting',
    ]);
    const words = (locale: Locale) =>
      matches.map(({ slot }) => roundText(slot, tournamentOf(facts), textsIn(locale)));
    expect(words('en').slice(-4)).toEqual(['Group 2', 'Semi-final', 'Semi-final', 'Final']);
    expect(words('ar').slice(0, 2)).toEqual(['المجموعة 1', 'المجموعة 2']);
  });

  test('seats cross the groups, and a match after a stored seat changes nobody’s place', () => {
    const played = [
      [1, 2],
      [1, 3],
      [2, 3],
      [5, 4],
    ].reduce((known, [winner = 0, loser = 0]) => beats(known, winner, loser), facts);
    expect(areGroupsOver(matchesOf(tournamentOf(played)))).toBe(true);
    expect(areGroupsOver(matchesOf(tournamentOf(played.slice(0, -1))))).toBe(false);
    const seats = seatsFrom(tablesOf(played));
    expect(seats).toEqual([1, 4, 5, 2]);
    const on = [...played, fact('seats', seats)];
    const corrected = beats(beats(on, 2, 1), 4, 5);
    expect(seatsFrom(tablesOf(corrected))).not.toEqual(seats);
    expect(
      matchesOf(tournamentOf(corrected))
        .slice(-3)
        .map(({ sides }) => sides),
    ).toEqual([
      [1, 4],
      [5, 2],
      ['unknown', 'unknown'],
    ]);
    const over = beats(beats(beats(on, 4, 1), 2, 5), 4, 2);
    const matches = matchesOf(tournamentOf(over));
    expect(championOf(matches)).toBe(4);
    const standings = standingsOf(tournamentOf(over), matches).map(
      ({ entry, place }) => `${entry} is ${place}`,
    );
    expect(standings).toEqual(['4 is 1', '2 is 2', '1 is 3', '5 is 3', '3 is 5']);
  });

  test('who withdraws is taken out of the table, with the matches that were played', () => {
    const played = [
      [1, 2],
      [3, 1],
    ].reduce((known, [winner = 0, loser = 0]) => beats(known, winner, loser), facts);
    const [before, after] = [played, [...played, fact('out:3', true)]].map((known) => tablesOf(known)[0]);
    expect(before?.map(({ entry, wins }) => `${entry} won ${wins}`)).toEqual([
      '3 won 1',
      '1 won 1',
      '2 won 0',
    ]);
    expect(after).toEqual([
      { entry: 1, played: 1, wins: 1, difference: 3 },
      { entry: 2, played: 1, wins: 0, difference: -3 },
    ]);
  });
});

describe('as many wins', () => {
  const facts = evening(1, 2, 3, 4, 5, 6, 7, 8);
  const order = (...played: readonly [number, number, [number, number]?][]) =>
    tablesOf(
      played.reduce((known, [winner, loser, units]) => beats(known, winner, loser, units), facts),
    )[0]?.map(({ entry }) => entry);

  test('the match between two decides before all of the difference', () => {
    expect(order([2, 1], [1, 3], [1, 4], [2, 3, [3, 2]], [4, 2, [3, 0]], [3, 4])).toEqual([2, 1, 3, 4]);
  });

  test('of three who beat each other, the difference among them decides, then all of it, then the draw', () => {
    expect(order([1, 2, [3, 2]], [2, 3, [3, 0]], [3, 1, [3, 2]], [1, 4], [2, 4], [3, 4])).toEqual([
      2, 1, 3, 4,
    ]);
    expect(order([1, 2], [2, 3], [3, 1], [1, 4, [3, 2]], [2, 4], [3, 4])).toEqual([2, 3, 1, 4]);
    expect(order()).toEqual([1, 2, 3, 4]);
  });
});

test('a draw spreads seeds over groups of a size', () => {
  const entries = new Map(
    Array.from({ length: 18 }, (_, index) => [
      index + 1,
      { name: '', seed: index < 8 ? index + 1 : null, headStart: 0 },
    ]),
  );
  const places = drawn(entries, { groups: 4 }, randomFrom(1));
  expect(places).toHaveLength(20);
  const groups = Array.from({ length: 4 }, (_, group) => places.slice(group * 5, group * 5 + 5));
  expect(groups.map((group) => group.slice(0, 2))).toEqual([
    [1, 8],
    [2, 7],
    [3, 6],
    [4, 5],
  ]);
  expect(groups.map((group) => group.filter((place) => place !== null).length).sort()).toEqual([4, 4, 5, 5]);
  expect(new Set(places.filter((place) => place !== null)).size).toBe(18);
});
