import type { GameName } from '../../games/boards.ts';
import { gameOf } from '../../games/games.ts';
import type { Named } from '../../rules/players.ts';
import type { Body } from '../../rules/read.ts';
import { sentBoard } from '../../core/match/sent-board.ts';
import type { SentBoard } from '../../core/match/protocol.ts';
import { fold } from '../../core/match/fold.ts';
import { nextDraft, startOf, withGame } from '../../core/match/new-match-draft.ts';
import type { Action } from '../../rules/log.ts';

/** The matches of the demo, short enough to win in a few taps. */

export interface DemoMatch {
  readonly game: GameName;
  readonly start: Body;
}

/** The game in progress when the demo page opens. */
export const DEMO_GAME = 'eight-ball' satisfies GameName;

/** The match on the site's front page: who won each rack before it plays the end of one more. */
const SHOWN_MATCH = {
  // Not won by that rack: the visitor who takes it over plays on.
  raceTo: 6,
  racks: ['A', 'B', 'A', 'B', 'A', 'B', 'A'],
  next: 'A',
  playedSeconds: 42 * 60 + 17,
  /** How long it plays. */
  secondsMore: 3,
} as const;

/** That match, when it has played for some seconds. */
export const shownAfter = (seconds: number) => {
  const { raceTo, racks, next, playedSeconds, secondsMore } = SHOWN_MATCH;
  return {
    raceTo,
    racks: seconds < secondsMore ? racks : [...racks, next],
    playedSeconds: playedSeconds + seconds,
    secondsMore,
  };
};

/** A short match of a game; snooker frames have six reds. */
const begun = (game: GameName, names: Named, raceTo: number): DemoMatch => {
  const draft = { ...withGame(nextDraft(null, names), game), raceTo: String(raceTo), reds: 6 } as const;
  const match = startOf(draft);
  if (!match) throw new Error(`no match of ${game} begins with a race to ${raceTo}`);
  return match;
};

/** A race to three racks, or best of three frames. */
export const shortMatch = (game: GameName, names: Named): DemoMatch => begun(game, names, 3);

export const shownMatch = (names: Named): DemoMatch => begun(DEMO_GAME, names, SHOWN_MATCH.raceTo);

/** The board of a match after some actions, which must all be legal. */
export const boardAfter = ({ game, start }: DemoMatch, actions: readonly Action[]): SentBoard => {
  const rules = gameOf(game);
  const format = rules?.readFormat(start);
  if (!rules || format == null) throw new Error(`no match of ${game} begins like this`);
  return sentBoard(rules, fold(rules, rules.start(format), actions).state);
};
