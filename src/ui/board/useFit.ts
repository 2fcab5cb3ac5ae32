import { useLayoutEffect, type RefObject } from 'react';
import { fitAlike, type FitSizes } from './fit-text.ts';

/** Boxes whose texts have one size. */
export type FitGroup = Set<HTMLElement>;

/** Refits the text in `box`, and its group's, when `content` or the box's size changes, or a font loads. */
export const useFit = (
  box: RefObject<HTMLElement | null>,
  content: string,
  sizes: FitSizes,
  group?: FitGroup,
): void => {
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const boxes = group ?? new Set();
    boxes.add(node);
    const fit = (): void => fitAlike([...boxes], sizes);
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(node);
    // Measure again when the font for this script has loaded.
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      boxes.delete(node);
      watch.disconnect();
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, [box, content, sizes, group]);
};
