import { describe, expect, test } from 'vitest';
import { championOf, isOver, matchesOf, takenBy } from '../../../src/core/tournament/bracket.ts';
import { drawn } from '../../../src/core/tournament/draw.ts';
import { tournamentOf, type Fact, type Played } from '../../../src/core/tournament/facts.ts';
import { slotsOf } from '../../../src/core/tournament/slots.ts';
import { standingsOf } from '../../../src/core/tournament/standings.ts';
import { randomFrom } from '../../../src/core/random-from.ts';
import { fact, FORMAT, format, outcome, players } from '../../common/tournament-facts.ts';

const SINGLE = { ...FORMAT, raceTo: 5, finalRaceTo: 7 };
const DOUBLE = { ...SINGLE, kind: 'double', secondFinal: true } as const;

/** A tournament whose entries are drawn as they are numbered. */
const evening = (shape: typeof FORMAT, places: readonly (number | null)[]): Fact[] => [
  format(shape),
  ...players(places.filter(Boolean).length),
  fact('places', places),
];

const won = (slot: string, pair: readonly [number, number], winner: 0 | 1 | null): Fact =>
  outcome(slot, pair, [0, 0], { winner });

const matchesAfter = (...facts: readonly Fact[]) => matchesOf(tournamentOf(facts));
/** Everybody's place: "4 is 1". */
const standingsAfter = (...facts: readonly Fact[]): readonly string[] =>
  standingsOf(tournamentOf(facts), matchesAfter(...facts)).map(({ entry, place }) => `${entry} is ${place}`);

/** Each match as "w1.1: 1 – 2 ready". */
const told = (...facts: readonly Fact[]): readonly string[] =>
  matchesAfter(...facts).map(({ slot, sides, state }) => `${slot.id}: ${sides.join(' – ')} ${state}`);

describe('a single elimination', () => {
  const four = evening(SINGLE, [1, 2, 3, 4]);

  test('winners meet, and the last one is champion', () => {
    const facts = [...four, won('w1.1', [1, 2], 0), won('w1.2', [3, 4], 1)];
    expect(told(...facts)).toEqual(['w1.1: 1 – 2 decided', 'w1.2: 3 – 4 decided', 'w2.1: 1 – 4 ready']);
    const ended = [...facts, won('w2.1', [1, 4], 1)];
    const after = matchesAfter(...ended);
    expect(championOf(after)).toBe(4);
    expect(standingsAfter(...ended)).toEqual(['4 is 1', '1 is 2', '2 is 3', '3 is 3']);
  });

  test('those who lost a semi-final may play for third place', () => {
    const facts = [
      ...four,
      format({ ...SINGLE, third: true }),
      won('w1.1', [1, 2], 0),
      won('w1.2', [3, 4], 1),
    ];
    expect(told(...facts)).toContain('t: 2 – 3 ready');
    const ended = [...facts, won('t', [2, 3], 1), won('w2.1', [1, 4], 1)];
    expect(standingsAfter(...ended)).toEqual(['4 is 1', '1 is 2', '3 is 3', '2 is 4']);
  });

  test('an outcome for others waits until they are in the match again', () => {
    const facts = [...four, won('w1.1', [1, 2], 0), won('w1.2', [3, 4], 1), won('w2.1', [1, 4], 0)];
    const corrected = [...facts, won('w1.1', [1, 2], 1)];
    expect(told(...corrected).at(-1)).toBe('w2.1: 2 – 4 ready');
    const final = matchesAfter(...corrected).at(-1);
    expect(final?.outcome).toBeNull();
    expect(final?.waiting?.pair).toEqual([1, 4]);
    expect(matchesAfter(...corrected, won('w1.1', [1, 2], 0))).toEqual(matchesAfter(...facts));
  });

  test('without a final there is no champion, and nobody is first', () => {
    const ended = [...four, won('w1.1', [1, 2], 0), won('w1.2', [3, 4], 1), won('w2.1', [1, 4], null)];
    const after = matchesAfter(...ended);
    expect(isOver(after)).toBe(true);
    expect(championOf(after)).toBeNull();
    expect(standingsAfter(...ended)).toEqual(['1 is 2', '4 is 2', '2 is 4', '3 is 4']);
  });

  test('who withdraws before a match loses it, and keeps what was won before', () => {
    const facts = [...four, won('w1.1', [1, 2], 0), fact('out:1', true)];
    expect(told(...facts)).toEqual(['w1.1: 1 – 2 decided', 'w1.2: 3 – 4 ready', 'w2.1: 1 – unknown waiting']);
    const after = matchesAfter(...facts, won('w1.2', [3, 4], 0));
    expect(championOf(after)).toBe(3);
    expect(championOf(matchesAfter(...facts, won('w1.2', [3, 4], 0), fact('out:1', null)))).toBeNull();
  });

  test('a late entry may take a bye’s place until its neighbour is called on', () => {
    const facts = evening(SINGLE, [1, null, 2, 3]);
    const before = matchesAfter(...facts, won('w1.2', [2, 3], 0));
    expect(before.at(-1)).toMatchObject({ sides: [1, 2], state: 'ready' });
    const after = matchesAfter(
      ...facts,
      won('w1.2', [2, 3], 0),
      fact('entry:4', { name: 'Late', seed: null }),
      fact('places', [1, 4, 2, 3]),
    );
    expect(takenBy(before, after, new Set())).toEqual([]);
    expect(takenBy(before, after, new Set(['w2.1'])).map(({ slot }) => slot.id)).toEqual(['w2.1']);
  });
});

describe('a double elimination', () => {
  const four = evening(DOUBLE, [1, 2, 3, 4]);
  const first = [...four, won('w1.1', [1, 2], 0), won('w1.2', [3, 4], 0)];
  const toFinal = [...first, won('l1.1', [2, 4], 0), won('w2.1', [1, 3], 0), won('l2.1', [3, 2], 1)];

  test('who has lost once plays on among the losers', () => {
    expect(told(...first)).toEqual([
      'w1.1: 1 – 2 decided',
      'w1.2: 3 – 4 decided',
      'l1.1: 2 – 4 ready',
      'w2.1: 1 – 3 ready',
      'l2.1: unknown – unknown waiting',
      'f1: unknown – unknown waiting',
      'f2: unknown – unknown waiting',
    ]);
    expect(told(...toFinal).slice(-2)).toEqual(['f1: 1 – 2 ready', 'f2: unknown – unknown waiting']);
  });

  test('the final is played again only if who hadn’t lost before lost it', () => {
    const straight = matchesAfter(...toFinal, won('f1', [1, 2], 0));
    expect(straight.at(-1)).toMatchObject({ sides: ['nobody', 'nobody'], state: 'void' });
    expect(championOf(straight)).toBe(1);
    const turned = [...toFinal, won('f1', [1, 2], 1)];
    expect(told(...turned).at(-1)).toBe('f2: 1 – 2 ready');
    expect(championOf(matchesAfter(...turned, won('f2', [1, 2], 1)))).toBe(2);
    const standings = standingsAfter(...turned, won('f2', [1, 2], 0));
    expect(standings).toEqual(['1 is 1', '2 is 2', '3 is 3', '4 is 4']);
  });

  test('without a second final, the first one decides', () => {
    const facts = [...toFinal, format({ ...DOUBLE, secondFinal: false }), won('f1', [1, 2], 1)];
    expect(championOf(matchesAfter(...facts))).toBe(2);
  });

  test('if neither comes to a winners’ match, both are out', () => {
    const facts = [...first, won('w2.1', [1, 3], null)];
    expect(told(...facts).slice(-3)).toEqual([
      'l2.1: nobody – unknown waiting',
      'f1: nobody – unknown waiting',
      'f2: unknown – unknown waiting',
    ]);
    const after = matchesAfter(...facts, won('l1.1', [2, 4], 1));
    expect(championOf(after)).toBe(4);
  });

  test('two entries play a final, and again after its first loss', () => {
    expect(told(...evening(DOUBLE, [1, 2]), won('w1.1', [1, 2], 0))).toEqual([
      'w1.1: 1 – 2 decided',
      'f1: 1 – 2 ready',
      'f2: unknown – unknown waiting',
    ]);
  });

  test('32 entries have 63 matches, each after those it stands on', () => {
    const slots = slotsOf(32, DOUBLE);
    expect(slots).toHaveLength(63);
    slots.forEach(({ sides }, index) => {
      for (const side of sides) {
        if (!('slot' in side)) continue;
        const before = slots.slice(0, index).map(({ id }) => id);
        expect(before).toContain(side.slot);
      }
    });
  });
});

test('a draw keeps seeds apart, and gives the byes to those in front', () => {
  const seeds = [null, 2, null, 1, null, null];
  const entries = new Map(
    seeds.map((seed, index) => [index + 1, { name: `Player ${index + 1}`, seed, headStart: 0 }]),
  );
  const places = drawn(entries, SINGLE, randomFrom(1));
  expect(places).toHaveLength(8);
  expect(places.slice(0, 2)).toEqual([4, null]);
  expect(places.slice(4, 6)).toEqual([2, null]);
  expect(new Set(places.filter((place) => place !== null)).size).toBe(6);
  expect(drawn(entries, SINGLE, randomFrom(2))).not.toEqual(places);
});

describe('a match that was played', () => {
  const four = tournamentOf(evening(SINGLE, [1, 2, 3, 4]));
  const first: Played = {
    slot: 'w1.1',
    pair: [2, 1],
    game: 'nine-ball',
    raceTo: 5,
    units: [5, 3],
    winner: 0,
    result: 'r1',
  };
  const decided = (...played: readonly Played[]) => matchesOf(four, played)[0];

  test('decides its slot, whichever sides its players took', () => {
    const ended = { pair: [1, 2], units: [3, 5], winner: 1, reason: 'played', result: 'r1' };
    expect(decided(first)).toMatchObject({ state: 'decided', winner: 2, outcome: ended, played: ended });
    const later: Played = { ...first, pair: [1, 2], result: 'r2' };
    expect(decided(first, later)).toMatchObject({ winner: 2, outcome: ended });
    expect(decided(later)).toMatchObject({ winner: 1, outcome: { pair: [1, 2], units: [5, 3] } });
  });

  test('decides nothing in another game, at another length, for another slot or by others', () => {
    const others: readonly Partial<Played>[] = [
      { game: 'eight-ball' },
      { raceTo: 7 },
      { slot: 'w1.2' },
      { pair: [1, 3] },
    ];
    for (const other of others) expect(decided({ ...first, ...other })).toMatchObject({ state: 'ready' });
  });

  test('has the final’s length in a final', () => {
    const two = tournamentOf(evening(SINGLE, [1, 2]));
    expect(matchesOf(two, [first])[0]?.state).toBe('ready');
    expect(matchesOf(two, [{ ...first, raceTo: 7 }])[0]?.state).toBe('decided');
    const double = matchesOf(tournamentOf(evening(DOUBLE, [1, 2])), [first]);
    expect(double.map(({ state }) => state)).toEqual(['decided', 'ready', 'waiting']);
  });

  test('gives way to what is stored, and stays beside it', () => {
    const stored = tournamentOf([...evening(SINGLE, [1, 2, 3, 4]), won('w1.1', [1, 2], 0)]);
    expect(matchesOf(stored, [first])[0]).toMatchObject({ winner: 1, played: { winner: 1 } });
    const others = tournamentOf([...evening(SINGLE, [1, 2, 3, 4]), won('w1.1', [1, 4], 0)]);
    expect(matchesOf(others, [first])[0]).toMatchObject({ winner: 2, waiting: { pair: [1, 4] } });
  });
});

describe('facts', () => {
  test('have entries with a head start, and erased ones without a name', () => {
    const known = (value: unknown) => tournamentOf([fact('entry:1', value)]).entries.get(1);
    expect(known({ name: 'Amal', seed: 3, headStart: 2 })).toEqual({ name: 'Amal', seed: 3, headStart: 2 });
    expect(known({ name: '', seed: 'x', headStart: -1 })).toEqual({ name: '', seed: null, headStart: 0 });
    expect(known({ seed: 1 })).toBeUndefined();
  });

  test.each([{ game: '' }, { raceTo: 0 }, { finalRaceTo: 1.5 }, { kind: 'swiss' }, { third: 1 }])(
    'a format with %o is the usual one',
    (wrong) => {
      expect(tournamentOf([format(SINGLE)]).format).toEqual(SINGLE);
      expect(tournamentOf([fact('format', { ...SINGLE, ...wrong })]).format).toEqual(tournamentOf([]).format);
    },
  );

  test.each([
    ['an entry that is in two places', [1, 1]],
    ['somebody unknown', [1, 9]],
    ['three places', [1, 2, null]],
    ['no list', { 0: 1 }],
  ])('a draw with %s doesn’t count', (_name, places) => {
    const facts = [...evening(SINGLE, [1, 2]), fact('places', places)];
    expect(tournamentOf(facts).places).toEqual([]);
    expect(matchesAfter(...facts)).toEqual([]);
  });

  test.each([
    ['no object', 'won'],
    ['a third side', { pair: [1, 2], winner: 2, units: [0, 0], reason: 'hand' }],
    ['an unknown reason', { pair: [1, 2], winner: 0, units: [0, 0], reason: 'luck' }],
    ['units that aren’t counts', { pair: [1, 2], winner: 0, units: [-1, 0], reason: 'hand' }],
    ['one player', { pair: [1], winner: 0, units: [0, 0], reason: 'hand' }],
  ])('an outcome with %s doesn’t count', (_name, value) => {
    expect(told(...evening(SINGLE, [1, 2]), fact('outcome:w1.1', value))).toEqual(['w1.1: 1 – 2 ready']);
  });

  test('an entry that was taken back is in no draw', () => {
    expect(tournamentOf([...evening(SINGLE, [1, 2]), fact('entry:2', null)]).places).toEqual([]);
  });
});
