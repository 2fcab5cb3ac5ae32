import { describe, expect, test } from 'vitest';
import { overlayKey, overlayLink } from '../../../src/core/overlay/address.ts';
import { newerBoard, parseBoard, parseOverlayAnswer } from '../../../src/core/overlay/board.ts';
import { screenName } from '../../../src/rules/name.ts';

const TOKEN = 'abcdefghijklmnopqrstuv12';
const wire = {
  p1: 'Youssef',
  p2: 'Salma',
  s1: 3,
  s2: 4.5,
  race_to: 7,
  clock: { running: true, started_at: '2026-11-20T20:00:00.5+00:00', accum: 12 },
  theme: 'dark',
  rev: 9,
  updated_at: '2026-11-20T20:00:00+00:00',
};

test('a state is read from what the server sends', () => {
  expect(parseBoard(wire)).toEqual({
    p1: 'Youssef',
    p2: 'Salma',
    event: '',
    screenNames: {},
    s1: 3,
    s2: 4.5,
    raceTo: 7,
    clock: { running: true, startedAtMillis: Date.UTC(2026, 10, 20, 20, 0, 0, 500), accumSeconds: 12 },
    theme: 'dark',
    rev: 9,
    match: null,
    seq: 0,
    detail: null,
    shot: null,
    visitAtMillis: null,
  });
});

test('the event of a match is read from a server that has one', () => {
  expect(parseBoard({ ...wire, event: 'Open · Final' })?.event).toBe('Open · Final');
});

test('names that screens show short are read beside the stored ones', () => {
  const board = parseBoard({ ...wire, screen_names: { p1: 'Youssef B.', p2: 7 } });
  expect(board?.screenNames).toEqual({ p1: 'Youssef B.' });
  expect([board && screenName(board, 'A'), board && screenName(board, 'B')]).toEqual(['Youssef B.', 'Salma']);
});

test('a match, its game and its shot clock are read where a server has them', () => {
  const detail = {
    game: 'eight-ball',
    balls: 'solidsAndStripes',
    breaker: 'A',
    fouls: [0, 0],
    hillHill: false,
    winner: null,
    over: false,
  };
  const match = '7b0f1c52-3c5f-4a34-8f29-52b4e2b6a9d1';
  const shot = { n: 30, warn: 10, ends: '2026-11-20T20:00:30+00:00', left: null };
  const visit_at = '2026-11-20T20:00:12.5+00:00';
  expect(parseBoard({ ...wire, match, seq: 12, detail, shot, visit_at })).toMatchObject({
    visitAtMillis: Date.UTC(2026, 10, 20, 20, 0, 12, 500),
    match,
    seq: 12,
    detail,
    shot: {
      seconds: 30,
      warnSeconds: 10,
      endsAtMillis: Date.UTC(2026, 10, 20, 20, 0, 30),
      leftSeconds: null,
    },
  });
});

test.each([null, undefined, 'x', 3, [], {}, { ...wire, rev: '9' }])('%j is no state', (value) => {
  expect(parseBoard(value)).toBeNull();
});

test('missing and broken fields show as nothing, never as an error', () => {
  expect(
    parseBoard({
      rev: 1,
      s1: 'NaN',
      race_to: null,
      clock: { running: true, accum: -3 },
      theme: 'pink',
    }),
  ).toEqual({
    p1: '',
    p2: '',
    event: '',
    screenNames: {},
    s1: 0,
    s2: 0,
    raceTo: 0,
    clock: { running: false, startedAtMillis: null, accumSeconds: 0 },
    theme: 'light',
    rev: 1,
    match: null,
    seq: 0,
    detail: null,
    shot: null,
    visitAtMillis: null,
  });
});

test('an answer has a topic and the server’s time besides', () => {
  const answer = { ...wire, topic: `overlay:${TOKEN}`, server_time: '2026-11-20T20:00:01+00:00' };
  expect(parseOverlayAnswer(answer)).toMatchObject({
    board: { rev: 9 },
    topic: `overlay:${TOKEN}`,
    serverMillis: Date.UTC(2026, 10, 20, 20, 0, 1),
  });
  expect(parseOverlayAnswer(null)).toBeNull();
  expect(parseOverlayAnswer(wire)).toBeNull();
});

test('boards that aren’t newer are ignored', () => {
  const nine = parseBoard(wire);
  const ten = parseBoard({ ...wire, rev: 10 });
  if (!nine || !ten) throw new Error('unreadable');
  expect(newerBoard(null, nine)).toBe(nine);
  expect(newerBoard(nine, ten)).toBe(ten);
  expect(newerBoard(ten, nine)).toBe(ten);
  expect(newerBoard(nine, { ...nine })).toBe(nine);
});

describe('the key in an address', () => {
  test.each([
    [`/overlay/${TOKEN}`, TOKEN],
    [`/overlay/${TOKEN}/`, TOKEN],
    [`/fr/overlay/${TOKEN}`, TOKEN],
    [`/ar/overlay/${TOKEN}`, TOKEN],
    ['/overlay/0b7f2c0e-5d3a-4a43-9f2e-0a1b2c3d4e5f', '0b7f2c0e-5d3a-4a43-9f2e-0a1b2c3d4e5f'],
    ['/overlay/', null],
    ['/overlay', null],
    ['/overlay/nope', null],
    ['/overlay/%E0%A4%A', null],
    ['/overlay/%00', null],
    ['/overlay/a/b', null],
    [`/overlay/${TOKEN}a`, null],
  ])('%s → %s', (pathname, key) => {
    expect(overlayKey(pathname)).toBe(key);
  });
});

test('the link is what broadcast software shows', () => {
  expect(overlayLink('https://example.test', TOKEN)).toBe(`https://example.test/overlay/${TOKEN}?theme=dark`);
});
