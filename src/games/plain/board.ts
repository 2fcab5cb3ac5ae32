import { NO_SUMS } from '../../rules/shown.ts';
import type { GameBoard } from '../../rules/game.ts';

/** Two numbers, and nothing else. */
export const board: GameBoard<null> = {
  parse: () => null,
  shown: ({ s1, s2, raceTo }) => ({
    unit: null,
    scores: [s1, s2],
    frames: null,
    wins: [s1, s2],
    at: null,
    winner: null,
    over: false,
    notices: { A: [], B: [] },
    bestOf: null,
    raceTo,
    minutes: null,
    handicap: null,
    frame: null,
    rack: null,
    ...NO_SUMS,
    remark: null,
  }),
};
