import { shownOf } from '../../games/boards.ts';
import { isUntouched, type Board } from '../overlay/board.ts';
import { COUNTS_MILLIS } from '../room/table-state.ts';

/* When a page in use, or a screen with boards, may reload itself for a new version. */

/** How long a match's end, or anything else just shown or touched, must not be interrupted. */
export const SETTLED_MILLIS = 15_000;
/** A page untouched for this long counts as idle. */
export const FORGOTTEN_MILLIS = 3_600_000;
/** How long after leaving a screen the next one counts as unused. */
const LEFT_MILLIS = 1000;

/** The work in progress on a page. */
interface AtDesk {
  /** How many actions the server doesn't have yet. */
  readonly pending: number;
  /** Whether a dialog is open, or a field has the focus. */
  readonly isBusy: boolean;
  /** Whether a form on this screen has been filled in. */
  readonly hasFilled: boolean;
  readonly isVisible: boolean;
  /** Whether the scored match is over. */
  readonly isOver: boolean;
  /** How long ago the previous screen was left. */
  readonly leftForMillis: number;
  /** How long the page has been untouched. */
  readonly untouchedForMillis: number;
}

/**
 * Whether a page has nothing to lose and isn't in use: it was just left, is hidden, or has been idle. After a match a
 * moment is enough; during one it takes long.
 */
export const isAtRest = (desk: AtDesk): boolean => {
  if (desk.pending > 0 || desk.isBusy || desk.hasFilled) return false;
  if (!desk.isVisible || desk.leftForMillis < LEFT_MILLIS) return true;
  return desk.untouchedForMillis >= (desk.isOver ? SETTLED_MILLIS : FORGOTTEN_MILLIS);
};

/** How long a board must be unchanged before it may disappear for a moment. */
const untilReloadMillis = (board: Board): number => {
  // A clock that runs for longer was forgotten.
  if (board.clock.running) return COUNTS_MILLIS;
  return isUntouched(board) || shownOf(board).over ? SETTLED_MILLIS : FORGOTTEN_MILLIS;
};

interface ShownBoard {
  readonly token: string;
  /** Null if there is none. */
  readonly board: Board | null;
}

/**
 * Returns a function that decides whether a screen's boards may disappear for a moment. A board's age counts from the
 * first call that includes it.
 */
export const createBoardsIdle = (): ((boards: readonly ShownBoard[], nowMillis: number) => boolean) => {
  const known = new Map<string, { readonly rev: number; readonly sinceMillis: number }>();
  const isIdle = ({ token, board }: ShownBoard, nowMillis: number): boolean => {
    if (!board) return true;
    const before = known.get(token);
    const sinceMillis = before?.rev === board.rev ? before.sinceMillis : nowMillis;
    known.set(token, { rev: board.rev, sinceMillis });
    return nowMillis - sinceMillis >= untilReloadMillis(board);
  };
  return (boards, nowMillis) => boards.map((shown) => isIdle(shown, nowMillis)).every(Boolean);
};
