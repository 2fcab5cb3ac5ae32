import { leaderOf, type BallColour, type Shown } from '../../rules/shown.ts';
import type { Side } from '../../rules/rules.ts';

/**
 * What every drawing of a board says alike: overlays and televisions, the pages' boards, the server's pictures. Frames
 * come before points, and the first player before the second, in every language.
 */

/**
 * won: the winner of the frame or match, on gold. lit: the player at the table, with the design's sign. dimmed: the
 * player who lost, waits or trails.
 */
export type SideState = 'won' | 'lit' | 'dimmed' | 'plain';

type Standing = Pick<Shown, 'winner' | 'at' | 'wins' | 'scores'>;

export const sideState = (shown: Standing, side: Side): SideState => {
  const { winner, at } = shown;
  if (winner === side) return 'won';
  if (winner === null && at === side) return 'lit';
  return (winner ?? at ?? leaderOf(shown) ?? side) === side ? 'plain' : 'dimmed';
};

/** A side's state as attributes, for styles. */
export const sideMarks = (shown: Standing, side: Side) => {
  const state = sideState(shown, side);
  const mark = (of: SideState): true | undefined => state === of || undefined;
  return {
    'data-side': side,
    'data-lit': mark('lit'),
    'data-dimmed': mark('dimmed'),
    'data-won': mark('won'),
  };
};

/** The standing of a result, which nobody is at the table of. */
export const standingOf = (winner: Side | null, scores: readonly [number, number]): Standing => ({
  winner,
  at: null,
  wins: scores,
  scores,
});

/** Each side's ball: of the racks and frames it won, and in the product's mark. */
export const SIDE_BALLS = { A: 'cue', B: 'red' } as const satisfies Readonly<
  Record<Side, BallColour | 'cue'>
>;
