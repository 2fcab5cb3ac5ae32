import { shownOf } from '../../games/boards.ts';
import { isFree, type Board } from '../overlay/board.ts';
import { FORGOTTEN_MILLIS, SETTLED_MILLIS } from './reload-when-idle.ts';

/* When a screen with boards may load a new version of itself. */

/** Where a clock runs, what nobody has touched for so long is over, as for the waiting list. */
const LEFT_RUNNING_MILLIS = 6 * 3_600_000;

/** How long a board has to be as it is before it may be gone for a moment. */
const untilOffAirMillis = (board: Board): number => {
  if (board.clock.running) return LEFT_RUNNING_MILLIS;
  return isFree(board) || shownOf(board).over ? SETTLED_MILLIS : FORGOTTEN_MILLIS;
};

interface OnAir {
  readonly token: string;
  /** Null if there is none. */
  readonly board: Board | null;
}

/** Says whether a screen's boards may be gone for a moment. How long each has been as it is counts from when it is first asked. */
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
