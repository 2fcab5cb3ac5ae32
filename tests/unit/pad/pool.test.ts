import { describe, expect, test } from 'vitest';
import { shotFace } from '../../../src/core/clock/shot-face.ts';
import type { ShotClock } from '../../../src/rules/shot.ts';
import { fold, type Fold } from '../../../src/core/match/fold.ts';
import { lastCounting } from '../../../src/core/match/undo.ts';
import { gameOf } from '../../../src/games/games.ts';
import { endingsOf } from '../../../src/games/pool/moves.ts';
import { eightBall, endingsFor } from '../../../src/games/eight-ball/rules.ts';
import { endings } from '../../../src/games/eight-ball/endings.ts';
import type { Body } from '../../../src/rules/read.ts';
import { snooker, timeFoulPoints } from '../../../src/games/snooker/rules.ts';
import type { KnownAction } from '../../../src/features/match/scoring.ts';
import { givenRack, lastRack } from '../../../src/games/pool/pad/given-rack.ts';
import { pulseOf, settingsOf, shotResume } from '../../../src/features/pad-parts/shot.ts';

const START = eightBall.start({
  p1: 'Youssef',
  p2: 'Amine',
  raceTo: 5,
  breaks: 'alternate',
  first: 'A',
  balls: 'solidsAndStripes',
  extensions: 1,
});

/** A match after some actions, each with its place as its id. */
const after = (...actions: readonly (readonly [kind: string, body: Body])[]) => {
  const rules = gameOf('eight-ball');
  if (!rules) throw new Error('No pool');
  const folded: Fold<KnownAction> = fold(
    rules,
    START,
    actions.map(([kind, body], index) => ({
      id: String(index),
      kind,
      body,
      seq: index + 1,
      atMillis: 0,
      by: null,
      own: true,
    })),
  );
  return { state: folded.state, lines: folded.lines, undoable: lastCounting(folded) };
};

describe('the rack that an action gave', () => {
  test('is known by its action, whatever happened in between or was undone elsewhere', () => {
    const scored = after(
      ['rack', { side: 'A' }],
      ['foul', { side: 'B' }],
      ['rack', { side: 'B', how: 'earlyEight' }],
      ['rack', { side: 'A' }],
      ['undo', { t: '0' }],
    );
    expect(givenRack(scored, '2')).toMatchObject({ winner: 'B', how: 'earlyEight', number: 1 });
    expect(givenRack(scored, '3')).toMatchObject({ winner: 'A', number: 2 });
    expect(givenRack(scored, '0')).toBeNull();
    expect(givenRack(scored, '1')).toBeNull();
  });

  test('has its number in the match, with the racks that were put in by hand', () => {
    const scored = after(['set', { changes: { s1: { from: 0, to: 3 } } }], ['rack', { side: 'A' }]);
    expect(givenRack(scored, '1')).toMatchObject({ number: 4 });
  });

  test('is asked for its ending while nothing else was done since', () => {
    expect(lastRack(after(['rack', { side: 'A' }]))).toMatchObject({ id: '0' });
    expect(lastRack(after(['rack', { side: 'A' }], ['foul', { side: 'A' }]))).toBeNull();
    expect(lastRack(after())).toBeNull();
  });

  test('can’t be a break and run of who didn’t break', () => {
    expect(endingsOf(endingsFor, endings.losses, { winner: 'A', breaker: 'A' }).won).toContain('breakAndRun');
    expect(endingsOf(endingsFor, endings.losses, { winner: 'B', breaker: 'A' })).toEqual({
      won: ['plain', 'runOut'],
      lost: ['earlyEight', 'scratchOnEight', 'wrongPocket', 'threeFouls', 'conceded', 'forfeit'],
    });
  });
});

const SHOT: ShotClock = { seconds: 30, warnSeconds: 10, endsAtMillis: 30_000, leftSeconds: null };
const faceAt = (left: number, shot: ShotClock = SHOT) => shotFace(shot, 30_000 - left * 1000);

describe('the shot clock is felt', () => {
  test.each([
    ['not while there is time', 20, 19, null],
    ['at the warning', 11, 10, 'warning'],
    ['not between the warning and the last seconds', 10, 9, null],
    ['at each of the last five seconds', 6, 5, 'lastSeconds'],
    ['at the very last', 2, 1, 'lastSeconds'],
    ['when the time is up', 1, 0, 'timeOver'],
    ['not at a new shot', 3, 30, null],
  ])('%s', (_, before, now, feeling) => {
    expect(pulseOf(faceAt(before), faceAt(now))).toBe(feeling);
  });

  test('not on opening the pad, nor on a pause', () => {
    expect(pulseOf(null, faceAt(3))).toBeNull();
    const paused = faceAt(3, { ...SHOT, endsAtMillis: null, leftSeconds: 3 });
    expect(pulseOf(faceAt(4), paused)).toBeNull();
  });
});

test('a paused shot continues with the time left, and with at least the second that a server takes', () => {
  const paused = { ...SHOT, endsAtMillis: null };
  expect(shotResume({ ...paused, leftSeconds: 12.5 })).toEqual({ n: 12.5, warn: 10 });
  expect(shotResume({ ...paused, leftSeconds: 0.2 })).toEqual({ n: 1, warn: 10 });
});

test('a clock that the match was begun without is started again as it was started', () => {
  expect(settingsOf(null, SHOT)).toEqual({
    seconds: 30,
    warnSeconds: 10,
    afterBreakSeconds: null,
    extensionSeconds: 0,
  });
});

test('a time foul in snooker costs five, or more where every foul does', () => {
  const start = snooker.start({
    p1: '',
    p2: '',
    bestOf: 1,
    reds: 6,
    first: 'A',
    handicap: { A: 0, B: 0 },
  });
  expect(timeFoulPoints(start)).toBe(5);
  const pinkOn = { ...start, frame: { ...start.frame, reds: 0, on: 'pink' as const } };
  expect(timeFoulPoints(pinkOn)).toBe(6);
  expect(timeFoulPoints({ ...start, frame: { ...start.frame, at: null } })).toBeNull();
});
