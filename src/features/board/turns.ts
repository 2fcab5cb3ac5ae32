import { atom, type ReadableAtom } from 'nanostores';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { page } from '../../browser/page.ts';
import { repeat } from '../../browser/timer.ts';

/** Counts turns of `millis` each, while it has listeners and the page is visible. */
export const createTurns = (millis: number): ReadableAtom<number> => {
  const $turn = atom(0);
  onBrowserMount($turn, () =>
    repeat(millis, () => {
      if (page.isVisible()) $turn.set($turn.get() + 1);
    }),
  );
  return $turn;
};
