import { shownOf } from '../../games/boards.ts';
import type { AnyGame } from '../../games/games.ts';
import { shotSettings } from './new-match-draft.ts';
import { isAmendment, isClockKind, type Action } from '../../rules/log.ts';
import type { Body } from '../../rules/read.ts';
import { isExpired, type ShotClock } from '../../rules/shot.ts';

/** A match and its shot clock, before and after an action. */
export interface AroundAction {
  readonly kind: string;
  readonly rules: AnyGame;
  readonly before: object;
  readonly after: object;
  /** The start data of the match. */
  readonly start: Body;
  /** The shot clock before the action. */
  readonly shot: ShotClock | null;
  /** In server time, in milliseconds since the epoch. */
  readonly nowMillis: number;
}

/** A correction isn't play, and an extension has its own clock action. */
const isPlayed = (kind: string): boolean =>
  kind !== 'set' && kind !== 'extend' && !isAmendment(kind) && !isClockKind(kind);

/**
 * The clock actions that follow an action. After a foul, and for the next rack or frame, the shot clock waits at its
 * full time. After any other play it does so only if its time is up. Otherwise it keeps running, because a new shot may
 * have begun before the play was entered.
 */
export const shotRest = ({
  kind,
  rules,
  before,
  after,
  start,
  shot,
  nowMillis,
}: AroundAction): readonly Pick<Action, 'kind' | 'body'>[] => {
  // The server removes the shot clock when a match is over.
  if (!shot || !isPlayed(kind) || shownOf(rules.board(after)).over) return [];
  const isNext = rules.unitsCompleted(before) !== rules.unitsCompleted(after);
  if (kind !== 'foul' && !isNext && !isExpired(shot, nowMillis)) return [];
  const { seconds: n, warnSeconds: warn } = shotSettings(start) ?? shot;
  return [
    { kind: 'shot.start', body: { n, warn } },
    { kind: 'shot.stop', body: {} },
  ];
};
