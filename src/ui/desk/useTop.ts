import { useEffect, useRef } from 'react';

/** Scrolls to the top on a new screen, because a fragment that matches no element doesn't scroll. */
export const useTop = (screen: string): void => {
  const before = useRef(screen);
  useEffect(() => {
    // Leaves the first screen where its reader may have scrolled.
    if (before.current !== screen && before.current !== 'loading') scrollTo(0, 0);
    before.current = screen;
  }, [screen]);
};
