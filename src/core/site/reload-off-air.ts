import { shownOf } from '../../games/boards.ts';
import { isUntouched, type Board } from '../overlay/board.ts';
import { COUNTS_MILLIS } from '../room/table-state.ts';
import { FORGOTTEN_MILLIS, SETTLED_MILLIS } from './reload-when-idle.ts';

/* When a screen with boards may reload itself for a new version. */

/** How long a board must be unchanged before it may disappear for a moment. */
const untilOffAirMillis = (board: Board): number => {
  // A clock that runs for longer was forgotten.
  if (board.clock.running) return COUNTS_MILLIS;
  return isUntouched(board) || shownOf(board).over ? SETTLED_MILLIS : FORGOTTEN_MILLIS;
};

interface OnAir {
  readonly token: string;
  /** Null if there is none. */
  readonly board: Board | null;
}

/**
 * Returns a function that decides whether a screen's boards may disappear for a moment. A board's age counts from the
 * first call that includes it.
 */
export const createOffAir = (): ((boards: readonly OnAir[], nowMillis: number) => boolean) => {
  const known = new Map<string, { readonly rev: number; readonly sinceMillis: number }>();
  const isOffAir = ({ token, board }: OnAir, nowMillis: number): boolean => {
    if (!board) return true;
    const before = known.get(token);
    const sinceMillis = before?.rev === board.rev ? before.sinceMillis : nowMillis;
    known.set(token, { rev: board.rev, sinceMillis });
    return nowMillis - sinceMillis >= untilOffAirMillis(board);
  };
  return (boards, nowMillis) => boards.map((shown) => isOffAir(shown, nowMillis)).every(Boolean);
};
