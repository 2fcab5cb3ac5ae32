/** Sizes in CSS pixels between which a text is fitted. */
export interface FitSizes {
  readonly largest: number;
  /** Below this size the text goes on in a second line rather than getting smaller. */
  readonly smallestInOneLine: number;
  /** Below this size long words are broken rather than getting smaller. */
  readonly smallestUnbroken: number;
  readonly smallest: number;
}

/**
 * Gives the text in `box` the largest size at which it fits: in one line, or else in several, or else with
 * its words broken. `box` has a size of its own and holds one block with the text.
 */
export const fitText = (box: HTMLElement, sizes: FitSizes): void => {
  const text = box.firstElementChild;
  if (!(text instanceof HTMLElement)) return;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
  const width = box.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  const stages = [
    { whiteSpace: 'nowrap', overflowWrap: 'normal', from: sizes.largest, to: sizes.smallestInOneLine },
    {
      whiteSpace: 'normal',
      overflowWrap: 'normal',
      from: sizes.smallestInOneLine,
      to: sizes.smallestUnbroken,
    },
    { whiteSpace: 'normal', overflowWrap: 'anywhere', from: sizes.smallestInOneLine, to: sizes.smallest },
  ];
  for (const { whiteSpace, overflowWrap, from, to } of stages) {
    Object.assign(text.style, { whiteSpace, overflowWrap });
    for (let size = from; size >= to; size -= 1) {
      text.style.fontSize = `${size}px`;
      if (text.scrollWidth <= width && text.offsetHeight <= box.clientHeight) return;
    }
  }
};
