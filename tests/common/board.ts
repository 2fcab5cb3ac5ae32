import type { Board } from '../../src/core/overlay/board.ts';

/** A board that nothing was done to, and its overlay's token. */
export const BOARD: Board = {
  p1: 'PLAYER A',
  p2: 'PLAYER B',
  event: '',
  screenNames: {},
  s1: 0,
  s2: 0,
  raceTo: 0,
  clock: { running: false, startedAtMillis: null, accumSeconds: 0 },
  theme: 'dark',
  rev: 1,
  match: null,
  seq: 0,
  detail: null,
  shot: null,
  visitAtMillis: null,
};

export const TOKEN = 'abcdefghijklmnopqrstuv12';
