import type { Areas, KeyOf } from '../../i18n/texts.ts';
import { otherSide, pairOf, type Side } from '../../rules/rules.ts';
import type { Numbers, Step } from '../../rules/game.ts';
import { longestRun, racksAgainstBreak, racksWon, type RackState } from './racks.ts';

/** An ending that is counted: its row has the same name. */
type Ending = KeyOf<Areas['match']['statistics']>;

/** How many racks ended with `how`, counted for the winner, or for the loser if it is one of `losses`. */
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
 * The statistics of a pool match. A rack's time runs from the tap that ended the previous one, or from the start of the
 * match. Each ending gets a row; `losses` are counted for the side that lost the rack.
 */
export const rackStatistics = <State extends RackState, Move extends { readonly kind: string }>(
  start: State,
  steps: readonly Step<State, Move>[],
  startedAtMillis: number,
  {
    wins,
    losses,
    foulBy,
    more,
  }: {
    readonly wins: readonly Ending[];
    readonly losses: readonly Ending[];
    /** The side that a move makes a foul for; null if it isn't a foul. */
    readonly foulBy: (move: Move) => Side | null;
    /** The game's own rows, before the endings. */
    readonly more: (state: State) => Numbers['rows'];
  },
): Numbers => {
  const state = steps.at(-1)?.after ?? start;
  const racks = steps.filter(({ move }) => move.kind === 'rack').map(({ atMillis }) => atMillis);
  const fouls = pairOf((side) => steps.filter(({ move }) => foulBy(move) === side).length);
  return {
    rows: [
      ['racks', racksWon(state)],
      ['againstBreak', pairOf((side) => racksAgainstBreak(state, side))],
      ['longestRun', pairOf((side) => longestRun(state, side))],
      ['fouls', fouls],
      ...more(state),
      ...[...wins, ...losses].map(
        (how) => [how, pairOf((side) => endedBy(state, how, side, losses))] as const,
      ),
    ],
    always: ['racks', 'fouls'],
    faults: ['fouls', ...losses],
    millis: racks.map((atMillis, index) => atMillis - (racks[index - 1] ?? startedAtMillis)),
  };
};
