import { useEffect, useRef, useState, type RefObject } from 'react';

/** How far outside the window an element counts as seen, so that it is drawn before it comes into view. */
const MARGIN = '200px';

/** Whether an element has come near the window, and the reference to give it. */
export const useSeen = <Kind extends Element>(): readonly [RefObject<Kind | null>, boolean] => {
  const element = useRef<Kind>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        watch.disconnect();
      },
      { rootMargin: MARGIN },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
  }, []);
  return [element, isSeen];
};
