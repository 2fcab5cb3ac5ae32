/* When a page on which somebody works may load a new version of itself. */

/** How long a match's end, or anything else that was just shown or touched, stays undisturbed. */
export const SETTLED_MILLIS = 15_000;
/** What nobody has touched for so long isn't followed any more. */
export const FORGOTTEN_MILLIS = 3_600_000;
/** How long after a screen was left nothing has been begun on the next one. */
const LEFT_MILLIS = 1000;

/** What somebody does on a page. */
interface AtDesk {
  /** Actions that the server doesn't have yet. */
  readonly pending: number;
  /** Whether something is open over the screen, or a field in use. */
  readonly isBusy: boolean;
  /** Whether something was typed on this screen, or otherwise filled into a form. */
  readonly hasFilled: boolean;
  readonly isVisible: boolean;
  /** Whether the match that it scores is over. */
  readonly isOver: boolean;
  /** Since when its screen has been the one it is. */
  readonly leftForMillis: number;
  /** Since when nobody has touched it. */
  readonly untouchedForMillis: number;
}

/** Whether a page has nothing to lose, and was just left, isn't seen, or isn't in use: for a moment after a match, for long within one. */
export const isAtRest = (desk: AtDesk): boolean => {
  if (desk.pending > 0 || desk.isBusy || desk.hasFilled) return false;
  if (!desk.isVisible || desk.leftForMillis < LEFT_MILLIS) return true;
  return desk.untouchedForMillis >= (desk.isOver ? SETTLED_MILLIS : FORGOTTEN_MILLIS);
};
