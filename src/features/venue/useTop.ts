import { useEffect, useRef, type RefObject } from 'react';

/**
 * Begins a new screen at its top, because a fragment that matches no element doesn't scroll, and at its title if the
 * focus went away with the screen before.
 */
export const useTop = (screen: string, title: RefObject<HTMLElement | null>): void => {
  const before = useRef(screen);
  useEffect(() => {
    // Leaves the first screen where its reader may have scrolled.
    if (before.current !== screen && before.current !== 'loading') {
      scrollTo(0, 0);
      if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    }
    before.current = screen;
  }, [screen, title]);
};
