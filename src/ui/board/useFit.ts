import { useLayoutEffect, type RefObject } from 'react';
import { fitText, type FitSizes } from './fit-text.ts';

/** Refits the text in `box` when `content` or the box's size changes, or a font loads. */
export const useFit = (box: RefObject<HTMLElement | null>, content: string, sizes: FitSizes): void => {
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const fit = (): void => fitText(node, sizes);
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(node);
    // Measure again when the font for this script has loaded.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      watch.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [box, content, sizes]);
};
