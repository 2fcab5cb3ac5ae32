import { useLayoutEffect, type RefObject } from 'react';
import { fitText, type FitSizes } from './fit-text.ts';

/** Fits what stands in `box` again when `content` is another, the box has another size, or a font has come. */
export const useFit = (box: RefObject<HTMLElement | null>, content: string, sizes: FitSizes): void => {
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const fit = (): void => fitText(node, sizes);
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(node);
    // Measured again when the script that this is written in has its font.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      watch.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [box, content, sizes]);
};
