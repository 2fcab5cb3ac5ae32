/* When a page in use may reload itself for a new version. */

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
