import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statisticsOf, type Statistics } from '../../../src/core/match/statistics.ts';
import type { SnookerState } from '../../../src/games/snooker/rules.ts';
import { played, type Played } from './matches.ts';

const statistics = ({ rules, start, lines }: Played): Statistics | null =>
  statisticsOf(rules, start, lines, 0);

const rows = (result: Statistics | null): Record<string, [number, number]> =>
  Object.fromEntries((result?.rows ?? []).map(([name, { A, B }]) => [name, [A, B]]));

const pot = (...balls: string[]) => ['pot', { balls }] as const;

test('snooker: two frames, counted by hand', () => {
  const result = statistics(
    played('snooker', [
      // Salma 8, foul of Mehdi, Salma 1: 13–0. Mehdi 16: 13–16, conceded in the eleventh minute.
      pot('red'),
      pot('black'),
      ['endVisit'],
      ['foul', { points: 4 }],
      pot('red'),
      ['endVisit'],
      pot('red'),
      pot('black'),
      pot('red'),
      pot('black'),
      ['concede', { side: 'A' }],
      // Begun in the twelfth: Mehdi breaks, Salma 7, foul of 5, awarded to her in the seventeenth.
      ['nextFrame'],
      ['endVisit'],
      pot('red'),
      pot('pink'),
      ['foul', { points: 5 }],
      ['award', { side: 'A' }],
    ]),
  );
  expect(rows(result)).toEqual({
    frames: [1, 1],
    points: [8 + 1 + 7 + 4, 16 + 5],
    highBreak: [8, 16],
    potted: [5, 4],
    // The award came before a stroke of Mehdi's fourth.
    visits: [3, 3],
    pointsPerVisit: [5.3, 5.3],
    fouls: [1, 1],
    foulPoints: [4, 5],
    overcome: [0, 13],
  });
  expect(result?.durations).toEqual({ average: 480, shortest: 300, longest: 660 });
  expect(result?.faults).toContain('fouls');
});

test('snooker: breaks by their size, a visit in progress and a frame that is begun again', () => {
  const century = Array.from({ length: 13 }, () => [pot('red'), pot('black')]).flat();
  const format = { p1: 'A', p2: 'B', bestOf: 1, reds: 15, first: 'A', handicap: { A: 0, B: 0 } };
  const running = statistics(played('snooker', century, format));
  expect(rows(running)).toMatchObject({
    points: [104, 0],
    highBreak: [104, 0],
    visits: [0, 0],
    pointsPerVisit: [0, 0],
  });
  expect(rows(running)).not.toHaveProperty('breaks100');
  const ended = statistics(played('snooker', [...century, ['endVisit']], format));
  expect(rows(ended)).toMatchObject({
    breaks20: [1, 0],
    breaks30: [1, 0],
    breaks50: [1, 0],
    breaks100: [1, 0],
    pointsPerVisit: [104, 0],
  });
  const again = statistics(played('snooker', [...century, ['endVisit'], ['rerack'], pot('red')], format));
  expect(rows(again)).toMatchObject({ points: [1, 0], potted: [1, 0] });
  expect(again?.durations).toBeNull();
});

test.each(['concede', 'award'])(
  'snooker: a visit in which a frame ends by %s before a stroke isn’t counted',
  (kind) => {
    const visits = (...actions: Parameters<typeof played>[1]) =>
      rows(statistics(played('snooker', actions)))['visits'];
    expect(visits(pot('red'), ['endVisit'], [kind, { side: 'A' }])).toEqual([1, 0]);
    expect(visits(['endVisit'], ['endVisit'], pot('red'), [kind, { side: 'A' }])).toEqual([2, 1]);
  },
);

test('8-ball: three racks, counted by hand', () => {
  const result = statistics(
    played('eight-ball', [
      ['rack', { side: 'A', how: 'breakAndRun' }],
      ['foul', { side: 'A' }],
      ['eightOnBreak'],
      ['rack', { side: 'B', how: 'earlyEight' }],
      ['rack', { side: 'B' }],
      ['rack', { side: 'B' }],
      ['undo', { t: '6' }],
    ]),
  );
  expect(rows(result)).toEqual({
    racks: [1, 2],
    // Salma broke the third.
    againstBreak: [0, 1],
    longestRun: [1, 2],
    fouls: [1, 0],
    eightOnBreak: [0, 1],
    breakAndRun: [1, 0],
    // Salma lost it by that.
    earlyEight: [1, 0],
  });
  expect(result?.durations).toEqual({ average: 100, shortest: 60, longest: 180 });
});

test('a match without anything counted has none, and plain scores never do', () => {
  expect(statistics(played('eight-ball', []))).toBeNull();
  expect(
    statistics(
      played('eight-ball', [
        ['foul', { side: 'A' }],
        ['undo', { t: '1' }],
      ]),
    ),
  ).toBeNull();
  expect(statistics(played('plain', [['set', { changes: { s1: { from: 3, to: 4 } } }]]))).toBeNull();
});

test('without corrections the points of pots and fouls are those of the frames', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 60, maxLength: 120 }), (picks) => {
      const actions: (readonly [string, Record<string, unknown>])[] = [];
      let match = played('snooker', []);
      for (const pick of picks) {
        const offered = match.rules
          .moves(match.state)
          .filter(({ kind }) => kind !== 'rerack' && (kind !== 'concede' || pick % 20 === 0));
        const move = offered[pick % Math.max(1, offered.length)];
        if (!move) break;
        const { kind, ...body } = move;
        actions.push([kind, body]);
        match = played('snooker', actions);
      }
      const { played: frames, frame } = match.state as SnookerState;
      const all = [...frames.map(({ points }) => points), ...(frame.winner === null ? [frame.points] : [])];
      const result = statistics(match);
      if (!result) return;
      expect(rows(result)['points']).toEqual([
        all.reduce((sum, { A }) => sum + A, 0),
        all.reduce((sum, { B }) => sum + B, 0),
      ]);
    }),
    { numRuns: 50 },
  );
});
