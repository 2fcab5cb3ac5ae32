import { useEffect, useRef } from 'react';

/** Begins another screen at its top: a fragment that names no element leaves the page where it was. */
export const useTop = (screen: string): void => {
  const before = useRef(screen);
  useEffect(() => {
    // What comes first stays where its reader has scrolled meanwhile.
    if (before.current !== screen && before.current !== 'loading') scrollTo(0, 0);
    before.current = screen;
  }, [screen]);
};
