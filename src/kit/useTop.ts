import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a new screen to its top, because a fragment that matches no element doesn't scroll. Focuses its title if the
 * focused element was removed.
 */
export const useTop = (screen: string, title: RefObject<HTMLElement | null>): void => {
  const before = useRef(screen);
  useEffect(() => {
    // Keeps the first screen's position, as its reader may already have scrolled.
    if (before.current !== screen && before.current !== 'loading') {
      scrollTo(0, 0);
      if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
    }
    before.current = screen;
  }, [screen, title]);
};
