import { useLayoutEffect, type RefObject } from 'react';
import { fitAll, planOf, type FitPlan, type FitSizes } from './fit-text.ts';

/** Boxes whose texts are fitted together. */
export type Alike = Set<HTMLElement>;

/** All boxes of the page, and how to fit them. */
const known = new Map<Element, { readonly alike: Alike; readonly plan: FitPlan }>();

const fit = (nodes: Iterable<Element>): void => {
  const groups = new Set([...nodes].flatMap((node) => known.get(node)?.alike ?? []));
  fitAll(
    [...groups].map((alike) =>
      [...alike].flatMap((box) => {
        const plan = known.get(box)?.plan;
        return plan ? [{ box, plan }] : [];
      }),
    ),
  );
};

let watch: ResizeObserver | undefined;

/** One observer reports every box that changed in a frame, and they are fitted together. */
const observer = (): ResizeObserver => {
  if (watch) return watch;
  // Measure again when the font for a script has loaded.
  document.fonts.addEventListener('loadingdone', () => fit(known.keys()));
  return (watch = new ResizeObserver((entries) => fit(entries.map(({ target }) => target))));
};

/**
 * Refits the text in `box`, and those that are fitted together with it, before the next frame. Runs when `content`, the
 * sizes or the box's size changes, or when a font loads.
 */
export const useFit = (
  box: RefObject<HTMLElement | null>,
  content: string,
  sizes: FitSizes | FitPlan,
  alike?: Alike,
): void => {
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const boxes = alike ?? new Set();
    boxes.add(node);
    known.set(node, { alike: boxes, plan: 'ways' in sizes ? sizes : planOf(sizes) });
    // The observer also reports newly observed boxes.
    observer().observe(node);
    return () => {
      boxes.delete(node);
      known.delete(node);
      observer().unobserve(node);
    };
  }, [box, content, sizes, alike]);
};
