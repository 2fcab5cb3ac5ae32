import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** The state of the history's entry that Back takes away instead of leaving the pad. */
const OVER_PAD = 'overPad';

const isOverPad = (): boolean => history.state === OVER_PAD;

/**
 * Lets the browser's Back close what is open over the pad, and stay. The entry made for it stays in the history when
 * that is closed in another way, as going back takes a moment in which something else may open; Back then skips it.
 * Returns a function that leaves the pad by `then`, without that entry.
 */
export const useBack = (isOpen: boolean, close: () => void): ((then: () => void) => void) => {
  const latest = useRef({ isOpen, close });
  useLayoutEffect(() => {
    latest.current = { isOpen, close };
  });
  const wasOver = useRef(false);
  const leaving = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (isOpen && !isOverPad()) history.pushState(OVER_PAD, '');
    wasOver.current = isOverPad();
  }, [isOpen]);

  useEffect(() => {
    const popped = (): void => {
      const isGone = wasOver.current && !isOverPad();
      wasOver.current = isOverPad();
      if (!isGone) return;
      const { current: then } = leaving;
      leaving.current = null;
      if (then) then();
      else if (latest.current.isOpen) latest.current.close();
      else history.back();
    };
    addEventListener('popstate', popped);
    return () => removeEventListener('popstate', popped);
  }, []);

  return useCallback((then) => {
    if (!isOverPad()) {
      then();
      return;
    }
    leaving.current = then;
    history.back();
  }, []);
};
