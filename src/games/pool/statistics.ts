import { added, NOUGHT, otherSide, pairOf, type Pair, type Side } from '../../core/rules/rules.ts';
import type { Numbers, Step } from '../game.ts';
import { longestRun, racksAgainstBreak, type RackState } from './racks.ts';

interface RackMove {
  readonly kind: string;
  readonly side?: Side;
}

/** How many racks ended by `how`, for who won them by that or, for one of `losses`, who lost them. */
export const endedBy = (
  { played }: Pick<RackState, 'played'>,
  how: string,
  side: Side,
  losses: readonly string[],
): number =>
  played.filter(
    (rack) => rack.how === how && (losses.includes(how) ? otherSide(rack.winner) : rack.winner) === side,
  ).length;

/**
 * A match in racks in numbers: a rack takes from the match's beginning, or from the tap that ended the one before, to its
 * own. `endings` are those that have a row each, and how a rack was lost (`losses`) is told of who lost it.
 */
export const rackStatistics = <State extends RackState>(
  start: State,
  steps: readonly Step<State, RackMove>[],
  startedAtMillis: number,
  {
    endings,
    losses,
    more,
  }: {
    readonly endings: readonly string[];
    readonly losses: readonly string[];
    /** Rows of the game's own, before the endings. */
    readonly more: (state: State) => Numbers['rows'];
  },
): Numbers => {
  const state = steps.at(-1)?.after ?? start;
  const racks = steps.filter(({ move }) => move.kind === 'rack').map(({ atMillis }) => atMillis);
  const fouls = steps.reduce<Pair>(
    (sum, { move }) => (move.kind === 'foul' && move.side ? added(sum, move.side, 1) : sum),
    NOUGHT,
  );
  return {
    rows: [
      ['racks', state.racks],
      ['againstBreak', pairOf((side) => racksAgainstBreak(state, side))],
      ['longestRun', pairOf((side) => longestRun(state, side))],
      ['fouls', fouls],
      ...more(state),
      ...endings.map((how) => [how, pairOf((side) => endedBy(state, how, side, losses))] as const),
    ],
    always: ['racks', 'fouls'],
    millis: racks.map((atMillis, index) => atMillis - (racks[index - 1] ?? startedAtMillis)),
  };
};
