import { added, NOUGHT, otherSide, pairOf, type Pair, type Side } from '../../rules/rules.ts';
import type { Numbers, Step } from '../../rules/game.ts';
import { matchTally, type SnookerMove, type SnookerState } from './rules.ts';

/** Points from pots and largest deficits, in a frame in progress. */
interface FrameSums {
  readonly potted: Pair;
  /** Each side's largest deficit. */
  readonly behind: Pair;
}

const NO_SUMS: FrameSums = { potted: NOUGHT, behind: NOUGHT };

/**
 * A snooker match in numbers. A frame lasts from the match's beginning, or from the tap that began it, to the tap that
 * decided it. A re-rack resets the frame's numbers.
 */
export const statistics = (
  start: SnookerState,
  steps: readonly Step<SnookerState, SnookerMove>[],
  startedAtMillis: number,
): Numbers => {
  let [sums, earlier, overcome] = [NO_SUMS, NOUGHT, NOUGHT];
  /**
   * Visits in which a frame was conceded, awarded or claimed before a stroke, because the fold counts these as well.
   */
  let unplayed = NOUGHT;
  let [state, begunAtMillis] = [start, startedAtMillis];
  const millis: number[] = [];
  for (const { move, before, after, atMillis } of steps) {
    state = after;
    if (move.kind === 'nextFrame') {
      earlier = pairOf((side) => earlier[side] + sums.potted[side]);
      [sums, begunAtMillis] = [NO_SUMS, atMillis];
    } else if (move.kind === 'rerack') {
      sums = NO_SUMS;
    } else if (before.frame.at !== null && move.kind === 'pot') {
      const { at, points } = before.frame;
      sums = { ...sums, potted: added(sums.potted, at, after.frame.points[at] - points[at]) };
    }
    const { points, winner } = after.frame;
    const behind = pairOf((side) => Math.max(sums.behind[side], points[otherSide(side)] - points[side]));
    sums = { ...sums, behind };
    if (winner !== null && before.frame.winner === null) {
      overcome = { ...overcome, [winner]: Math.max(overcome[winner], behind[winner]) };
      millis.push(atMillis - begunAtMillis);
      const { at, break: points } = before.frame;
      if (at !== null && points === 0 && move.kind !== 'pot' && move.kind !== 'foul')
        unplayed = added(unplayed, at, 1);
    }
  }
  const tally = { A: matchTally(state, 'A'), B: matchTally(state, 'B') };
  const points = pairOf((side) => earlier[side] + sums.potted[side] + tally[side].foulPoints);
  const visits = pairOf((side) => tally[side].visits - unplayed[side]);
  const perVisit = (side: Side): number => {
    // The break in progress belongs to a visit that isn't counted yet.
    const running = state.frame.at === side ? state.frame.break : 0;
    return visits[side] === 0 ? 0 : (earlier[side] + sums.potted[side] - running) / visits[side];
  };
  return {
    rows: [
      ['frames', state.frames],
      ['points', points],
      ['highBreak', pairOf((side) => tally[side].highBreak)],
      ...([20, 30, 50, 100] as const).map(
        (least) => [`breaks${least}`, pairOf((side) => tally[side].breaks[least])] as const,
      ),
      ['potted', pairOf((side) => tally[side].potted)],
      ['visits', visits],
      ['pointsPerVisit', pairOf((side) => Math.round(perVisit(side) * 10) / 10)],
      ['fouls', pairOf((side) => tally[side].fouls)],
      ['foulPoints', pairOf((side) => tally[side].foulPoints)],
      ['overcome', overcome],
    ],
    always: ['frames', 'points', 'highBreak', 'fouls', 'visits', 'pointsPerVisit', 'potted'],
    faults: ['fouls', 'visits'],
    millis,
  };
};
