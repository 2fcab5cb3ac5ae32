import type { FocusEvent } from 'react';

interface Behind {
  readonly inert: boolean;
  readonly 'aria-hidden': true | undefined;
}

/**
 * The attributes of a part of the pad that a sheet may cover: it can't be tapped, tabbed to or read then. The oldest browsers
 * don't know `inert`: there, styles keep taps from it, and `keepInFront` the focus.
 */
export const behind = (covered: boolean): Behind => ({ inert: covered, 'aria-hidden': covered || undefined });

/** Sends the focus on to the open sheet when it comes to a part behind it. */
export const keepInFront = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
  if (target.closest('.pad > [aria-hidden=true]'))
    currentTarget.querySelector<HTMLElement>('.pad-sheet')?.focus();
};
