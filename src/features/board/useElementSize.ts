import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Size } from '../../core/overlay/layouts.ts';

/** The current size of an element, in CSS pixels; null until known. */
export const useElementSize = (element: RefObject<HTMLElement | null>): Size | null => {
  const [place, setPlace] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const measure = (): void => {
      // The layout size, before any transforms on ancestors.
      const { clientWidth: width, clientHeight: height } = node;
      setPlace((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, [element]);
  return place;
};
