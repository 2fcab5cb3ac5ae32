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

/** The largest whole size in a range for which `fits` holds; null if none. What fits at a size also fits at smaller ones. */
const largestThatFits = (from: number, to: number, fits: (size: number) => boolean): number | null => {
  if (fits(from)) return from;
  if (!fits(to)) return null;
  let [small, large] = [to, from];
  while (large - small > 1) {
    const middle = Math.floor((small + large) / 2);
    if (fits(middle)) small = middle;
    else large = middle;
  }
  return small;
};

const hide = (node: HTMLElement): void => {
  node.style.display = 'none';
  node.dataset['gone'] = '';
};

const elementsIn = (text: HTMLElement, selector: string): HTMLElement[] => [
  ...text.querySelectorAll<HTMLElement>(selector),
];

/**
 * Sets the largest font size at which the text fits in `box`, which it returns: in one line, else wrapped, else with words
 * broken. Before it gets smaller, elements with `data-spare` go, one after the other. What doesn't fit at the smallest size
 * loses elements with `data-yields`. `box` must have a fixed size and hold one block with the text.
 */
const fitText = (box: HTMLElement, sizes: FitSizes): number => {
  const { largest, smallestInOneLine, smallestUnbroken, smallest } = sizes;
  const text = box.firstElementChild;
  if (!(text instanceof HTMLElement)) return largest;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
  const width = box.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  const fits = (size: number): boolean => {
    text.style.fontSize = `${size}px`;
    return text.scrollWidth <= width && text.offsetHeight <= box.clientHeight;
  };
  const spare = elementsIn(text, '[data-spare]');
  // A part of something goes before all of it.
  const yielding = elementsIn(text, '[data-yields]').reverse();
  // React may have made another of an element that is gone.
  for (const node of elementsIn(text, '[data-gone]')) {
    node.style.display = '';
    delete node.dataset['gone'];
  }
  const fitted = (): number | null => {
    for (const [whiteSpace, overflowWrap, from, to] of [
      ['nowrap', 'normal', largest, smallestInOneLine],
      ['normal', 'normal', smallestInOneLine, smallestUnbroken],
      ['normal', 'anywhere', smallestInOneLine, smallest],
    ] as const) {
      Object.assign(text.style, { whiteSpace, overflowWrap });
      for (let node = spare.shift(); node && !fits(largest); node = spare.shift()) hide(node);
      const size = largestThatFits(from, to, fits);
      if (size !== null) {
        text.style.fontSize = `${size}px`;
        return size;
      }
    }
    return null;
  };
  let size = fitted();
  for (let node = yielding.shift(); node && size === null; node = yielding.shift()) {
    hide(node);
    size = fitted();
  }
  return size ?? smallest;
};

/** Fits texts at one size, the smallest of theirs. */
export const fitAlike = (boxes: readonly HTMLElement[], sizes: FitSizes): void => {
  const found = boxes.map((box) => fitText(box, sizes));
  const size = Math.min(...found);
  const atMost = (part: number): number => Math.min(part, size);
  boxes.forEach((box, index) => {
    if (found[index] === size) return;
    fitText(box, {
      largest: size,
      smallestInOneLine: atMost(sizes.smallestInOneLine),
      smallestUnbroken: atMost(sizes.smallestUnbroken),
      smallest: atMost(sizes.smallest),
    });
  });
};
