import { pool, racksAgainstBreak, rackEndings, RACK_ENDINGS, type PoolState } from '../rules/pool.ts';
import { added, isRefusal, NOUGHT, otherSide, SIDES, type Pair, type Side } from '../rules/rules.ts';
import { matchTally, snooker, type SnookerState } from '../rules/snooker/match.ts';
import type { Line } from './fold.ts';
import type { Done } from './history.ts';

/** How long racks or frames took, in whole seconds. */
export interface Durations {
  readonly average: number;
  readonly shortest: number;
  readonly longest: number;
}

/** What can be told of both sides, in the order in which it is shown, and how long it took. */
export interface Statistics {
  readonly rows: readonly (readonly [name: string, values: Pair])[];
  /** Null before the first is over. */
  readonly durations: Durations | null;
}

const durationsOf = (millis: readonly number[]): Durations | null => {
  if (millis.length === 0) return null;
  const seconds = millis.map((one) => Math.max(0, Math.round(one / 1000)));
  return {
    average: Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length),
    shortest: Math.min(...seconds),
    longest: Math.max(...seconds),
  };
};

const pairOf = (of: (side: Side) => number): Pair => ({ A: of('A'), B: of('B') });

/** Each line that counts, with the states around it. */
const steps = <State extends object, Move>(
  rules: {
    readonly read: (kind: string, body: Done['body']) => Move | null;
    readonly apply: (state: State, move: Move) => object;
  },
  start: State,
  lines: readonly Line<Done>[],
): { move: Move; before: State; after: State; atMillis: number }[] => {
  let before = start;
  return lines.flatMap(({ fate, effective, action }) => {
    const move = fate.status === 'counts' ? rules.read(effective.kind, effective.body) : null;
    const result = move && rules.apply(before, move);
    if (!move || !result || isRefusal(result)) return [];
    const step = { move, before, after: result as State, atMillis: action.atMillis };
    before = step.after;
    return [step];
  });
};

/** Points of pots, and the largest deficits, of a frame that is played. */
interface FrameSums {
  readonly potted: Pair;
  /** The most that a side was behind. */
  readonly behind: Pair;
}

const NO_SUMS: FrameSums = { potted: NOUGHT, behind: NOUGHT };

/**
 * A snooker match in numbers. `lines` are those of the fold that began with `start`; a frame takes from the match's
 * beginning, or from the tap that began it, to the tap that decided it. A re-rack wipes its frame's.
 */
const snookerStatistics = (
  start: SnookerState,
  lines: readonly Line<Done>[],
  startedAtMillis: number,
): Statistics => {
  let [sums, earlier, overcome] = [NO_SUMS, NOUGHT, NOUGHT];
  let [state, begunAtMillis] = [start, startedAtMillis];
  const millis: number[] = [];
  for (const { move, before, after, atMillis } of steps(snooker, start, lines)) {
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
    }
  }
  const tally = { A: matchTally(state, 'A'), B: matchTally(state, 'B') };
  const points = pairOf((side) => earlier[side] + sums.potted[side] + tally[side].foulPoints);
  const perVisit = (side: Side): number => {
    // The break in progress belongs to a visit that isn't counted yet.
    const running = state.frame.at === side ? state.frame.break : 0;
    const { visits } = tally[side];
    return visits === 0 ? 0 : (earlier[side] + sums.potted[side] - running) / visits;
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
      ['visits', pairOf((side) => tally[side].visits)],
      ['pointsPerVisit', pairOf((side) => Math.round(perVisit(side) * 10) / 10)],
      ['fouls', pairOf((side) => tally[side].fouls)],
      ['foulPoints', pairOf((side) => tally[side].foulPoints)],
      ['overcome', overcome],
    ],
    durations: durationsOf(millis),
  };
};

const longestRun = ({ played }: PoolState, of: Side): number => {
  let [longest, run] = [0, 0];
  for (const { winner } of played) {
    run = winner === of ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
};

/**
 * An 8-ball match in numbers. `lines` are those of the fold that began with `start`; a rack takes from the match's
 * beginning, or from the tap that ended the one before, to its own. How racks were lost is told of who lost them.
 */
const poolStatistics = (
  start: PoolState,
  lines: readonly Line<Done>[],
  startedAtMillis: number,
): Statistics => {
  let [state, fouls, begunAtMillis] = [start, NOUGHT, startedAtMillis];
  const millis: number[] = [];
  for (const { move, after, atMillis } of steps(pool, start, lines)) {
    state = after;
    if (move.kind === 'foul') fouls = added(fouls, move.side, 1);
    if (move.kind !== 'rack') continue;
    millis.push(atMillis - begunAtMillis);
    begunAtMillis = atMillis;
  }
  const endings = { A: rackEndings(state, 'A'), B: rackEndings(state, 'B') };
  return {
    rows: [
      ['racks', state.racks],
      ['againstBreak', pairOf((side) => racksAgainstBreak(state, side))],
      ['longestRun', pairOf((side) => longestRun(state, side))],
      ['fouls', fouls],
      ['eightOnBreak', state.eightsOnBreak],
      ...RACK_ENDINGS.filter((how) => how !== 'plain').map(
        (how) => [how, pairOf((side) => endings[side][how] ?? 0)] as const,
      ),
    ],
    durations: durationsOf(millis),
  };
};

/** What is told even where there is none of it. */
const ALWAYS = ['frames', 'points', 'highBreak', 'racks', 'fouls', 'visits', 'pointsPerVisit', 'potted'];

/** The numbers of a match by its game's name, without the rows that are nought on both sides; null for plain. */
export const statisticsOf = (
  game: string,
  start: object,
  lines: readonly Line<Done>[],
  startedAtMillis: number,
): Statistics | null => {
  const told =
    game === 'snooker'
      ? snookerStatistics(start as SnookerState, lines, startedAtMillis)
      : game === 'eight-ball'
        ? poolStatistics(start as PoolState, lines, startedAtMillis)
        : null;
  if (!told || !lines.some(({ fate }) => fate.status === 'counts')) return null;
  const rows = told.rows.filter(
    ([name, values]) => ALWAYS.includes(name) || SIDES.some((side) => values[side] > 0),
  );
  return { ...told, rows };
};
