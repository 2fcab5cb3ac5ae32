import { expect, test } from 'vitest';
import type { MatchRecord } from '../../../src/backend/contract.ts';
import { gameOf } from '../../../src/games/games.ts';
import { padOf, PADS } from '../../../src/games/pads.ts';
import { snooker } from '../../../src/games/snooker/rules.ts';
import type { Scored } from '../../../src/features/match/scoring.ts';
import { nameIn, nameOf } from '../../../src/features/pad-parts/names.ts';
import { played } from '../match/matches.ts';
import { textsIn } from '../i18n/texts.ts';
import { numbersOf, onlyHere } from '../../../src/features/pad/view.ts';

const START = snooker.start({
  p1: 'Salma',
  p2: '',
  bestOf: 3,
  reds: 15,
  first: 'A',
  handicap: { A: 0, B: 7 },
});
const BOARD = { p1: 'Salma', p2: 'Mehdi', s1: 2, s2: 1, raceTo: 3 };
const TEXTS = textsIn('en');

const scored = (game: string, rules: string, state: object, onAir = state): Scored =>
  ({ match: { game } as MatchRecord, rules: gameOf(rules), state, onAir }) as Scored;

test('large numbers are points in snooker, with the frames beside them', () => {
  expect(numbersOf(scored('snooker', 'snooker', START), START)).toEqual({
    score: { A: 0, B: 7 },
    frames: { A: 0, B: 0 },
    at: 'A',
    breaker: null,
    fouls: { A: 0, B: 0 },
  });
});

test('fouls are counted beside the score, as viewers see them', () => {
  const match = played('eight-ball', [
    ['foul', { side: 'B' }],
    ['foul', { side: 'B' }],
  ]);
  expect(numbersOf(match, match.state).fouls).toEqual({ A: 0, B: 2 });
});

test('a number that viewers see otherwise is only here', () => {
  const potted = snooker.apply(START, { kind: 'pot', balls: ['red'] });
  expect(onlyHere(scored('snooker', 'snooker', potted, START))).toEqual(['A']);
  expect(onlyHere(scored('snooker', 'snooker', START))).toEqual([]);
});

test('a match whose rules are newer than the page is drawn from what viewers see', () => {
  const unread = scored('snooker', 'plain', BOARD);
  expect(padOf(unread)).toBe(PADS.plain);
  expect(padOf(scored('snooker', 'snooker', START))).toBe(PADS.snooker);
  expect(numbersOf(unread, BOARD).score).toEqual({ A: 2, B: 1 });
});

test('names are isolated and cut at their own end within sentences, and whole by themselves', () => {
  const long = { ...BOARD, p1: 'Abderrahmane-Mohammed El Khattabi', p2: `${'x'.repeat(14)}👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧` };
  expect(nameOf(long, 'A', TEXTS)).toBe('Abderrahmane-Mohammed El Khattabi');
  expect(nameIn(scored('plain', 'plain', long), 'A', TEXTS)).toBe('\u2068Abderrahmane-Mo…\u2069');
  expect(nameIn(scored('plain', 'plain', long), 'B', TEXTS)).toBe(`\u2068${'x'.repeat(14)}👨‍👩‍👧…\u2069`);
  expect(nameOf(START, 'B', TEXTS)).toBe('Player B');
});
