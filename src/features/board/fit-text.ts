/** The font sizes for fitting a text, in CSS pixels. */
export interface FitSizes {
  readonly largest: number;
  /** Below this size, the text wraps instead of getting smaller. */
  readonly smallestInOneLine: number;
  /** Below this size, long words break instead of getting smaller. */
  readonly smallestUnbroken: number;
  readonly smallest: number;
}

/** Sizes for text that never wraps. */
export const oneLine = (largest: number, smallest: number): FitSizes => ({
  largest,
  smallestInOneLine: smallest,
  smallestUnbroken: smallest,
  smallest,
});

/**
 * A generator that alternates between changing and measuring. All boxes are changed before any is measured, so that the
 * browser lays out once for all of them.
 */
type Fitting<Result> = Generator<undefined, Result>;

/** Runs the steps of several fittings side by side. */
function* together<Result>(fittings: readonly Fitting<Result>[]): Fitting<readonly Result[]> {
  const results: Result[] = [];
  let going = fittings.map((fitting, index) => ({ fitting, index }));
  while (going.length > 0) {
    going = going.filter(({ fitting, index }) => {
      const step = fitting.next();
      if (step.done) results[index] = step.value;
      return !step.done;
    });
    if (going.length > 0) yield;
  }
  return results;
}

/** Whether the text of a box fits at a size. */
function* fits(box: HTMLElement, text: HTMLElement, size: number): Fitting<boolean> {
  text.style.fontSize = `${size}px`;
  yield;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
  const width = box.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  const isFitting = text.scrollWidth <= width && text.offsetHeight <= box.clientHeight;
  yield;
  return isFitting;
}

/**
 * The largest whole size in a range for which `fitsAt` holds; null if none. Text that fits at one size also fits at
 * smaller ones.
 */
function* largestThatFits(
  from: number,
  to: number,
  fitsAt: (size: number) => Fitting<boolean>,
): Fitting<number | null> {
  if (yield* fitsAt(from)) return from;
  if (!(yield* fitsAt(to))) return null;
  let [small, large] = [to, from];
  while (large - small > 1) {
    const middle = Math.floor((small + large) / 2);
    if (yield* fitsAt(middle)) small = middle;
    else large = middle;
  }
  return small;
}

const hide = (node: HTMLElement): void => {
  node.style.display = 'none';
  node.dataset['gone'] = '';
};

const elementsIn = (text: HTMLElement, selector: string): HTMLElement[] => [
  ...text.querySelectorAll<HTMLElement>(selector),
];

/**
 * Sets the largest font size at which the text fits in `box`, and returns it. Tries one line first, then wrapping, then
 * breaking words. Elements with `data-spare` are hidden one by one before the text shrinks. At the smallest size,
 * elements with `data-yields` are hidden, then the text is truncated to one line. `box` must have a fixed size and hold
 * one block with the text.
 */
function* fitText(box: HTMLElement, sizes: FitSizes): Fitting<number> {
  const { largest, smallestInOneLine, smallestUnbroken, smallest } = sizes;
  const text = box.firstElementChild;
  if (!(text instanceof HTMLElement)) return largest;
  const fitsAt = (size: number): Fitting<boolean> => fits(box, text, size);
  const spare = elementsIn(text, '[data-spare]');
  // Inner elements are hidden before the ones that contain them.
  const yielding = elementsIn(text, '[data-yields]').reverse();
  // React may have replaced an element that was hidden.
  for (const node of elementsIn(text, '[data-gone]')) {
    node.style.display = '';
    delete node.dataset['gone'];
  }
  delete text.dataset['cut'];
  const { style } = text;
  function* fitted(): Fitting<number | null> {
    for (const [whiteSpace, overflowWrap, from, to] of [
      ['nowrap', 'normal', largest, smallestInOneLine],
      ['normal', 'normal', smallestInOneLine, smallestUnbroken],
      ['normal', 'anywhere', smallestInOneLine, smallest],
    ] as const) {
      Object.assign(style, { whiteSpace, overflowWrap });
      for (let node = spare.shift(); node && !(yield* fitsAt(largest)); node = spare.shift()) hide(node);
      const size = yield* largestThatFits(from, to, fitsAt);
      if (size !== null) {
        style.fontSize = `${size}px`;
        return size;
      }
    }
    return null;
  }
  let size = yield* fitted();
  for (let node = yielding.shift(); node && size === null; node = yielding.shift()) {
    hide(node);
    size = yield* fitted();
  }
  if (size !== null) return size;
  Object.assign(style, { whiteSpace: 'nowrap', overflowWrap: 'normal', fontSize: `${smallest}px` });
  text.dataset['cut'] = '';
  return smallest;
}

/** Fits several texts at one size, that of the smallest. */
function* fitAlike(boxes: readonly HTMLElement[], sizes: FitSizes): Fitting<void> {
  const found = yield* together(boxes.map((box) => fitText(box, sizes)));
  const size = Math.min(...found);
  const atMost = (part: number): number => Math.min(part, size);
  const alike = {
    largest: size,
    smallestInOneLine: atMost(sizes.smallestInOneLine),
    smallestUnbroken: atMost(sizes.smallestUnbroken),
    smallest: atMost(sizes.smallest),
  };
  yield* together(boxes.filter((_, index) => found[index] !== size).map((box) => fitText(box, alike)));
}

/** Fits groups of texts, each group at one size. */
export const fitAll = (
  groups: readonly { readonly boxes: readonly HTMLElement[]; readonly sizes: FitSizes }[],
): void => {
  const fitting = together(groups.map(({ boxes, sizes }) => fitAlike(boxes, sizes)));
  while (!fitting.next().done);
};
