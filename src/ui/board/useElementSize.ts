import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Size } from '../../core/overlay/layouts.ts';

/** The size of an element, as it changes; null until it is known, and where it isn't asked for. */
export const useElementSize = (element: RefObject<HTMLElement | null>, measured: boolean): Size | null => {
  const [place, setPlace] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node || !measured) return undefined;
    const measure = (): void => {
      // Before whatever scales it around here.
      const { clientWidth: width, clientHeight: height } = node;
      setPlace((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(node);
    return () => watch.disconnect();
  }, [element, measured]);
  return measured ? place : null;
};
