import type { FocusEvent } from 'react';

interface Behind {
  readonly inert: boolean;
  readonly 'aria-hidden': true | undefined;
}

/**
 * The attributes of a part of the pad that a sheet may cover. A covered part can't be tapped, focused or read aloud.
 * The oldest browsers don't support `inert`: there, styles block taps and `keepInFront` moves the focus.
 */
export const behind = (covered: boolean): Behind => ({ inert: covered, 'aria-hidden': covered || undefined });

/** Moves the focus to the open sheet when it enters a part behind it. */
export const keepInFront = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
  if (target.closest('.pad > [aria-hidden=true]'))
    currentTarget.querySelector<HTMLElement>('.pad-sheet')?.focus();
};
