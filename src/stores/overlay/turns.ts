import { atom, type ReadableAtom } from 'nanostores';
import { onVisit } from '../visit.ts';

/** Counts turns of so many milliseconds, as long as somebody watches and the page is seen. */
export const createTurns = (millis: number): ReadableAtom<number> => {
  const $turn = atom(0);
  onVisit($turn, () => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') $turn.set($turn.get() + 1);
    }, millis);
    return () => clearInterval(timer);
  });
  return $turn;
};
