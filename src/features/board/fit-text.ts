import { LEAST_TEXT } from '../../core/overlay/layouts.ts';
import { asRead, shortNames } from '../../core/overlay/name-steps.ts';
import { pairOf } from '../../i18n/isolated.ts';

/** The font sizes for fitting a text, in CSS pixels. */
export interface FitSizes {
  readonly largest: number;
  /** Below this size, the text wraps instead of getting smaller. */
  readonly smallestInOneLine: number;
  /** Below this size, long words break instead of getting smaller. */
  readonly smallestUnbroken: number;
  readonly smallest: number;
}

/** One way to set a text, at the largest fitting size of a range. */
interface Way {
  readonly breaks: 'none' | 'words' | 'anywhere';
  readonly from: number;
  readonly to: number;
  /** The most lines, however many have room. */
  readonly lines?: number;
  /** What is written in place of the text. */
  readonly text?: string | undefined;
  /** In the narrow cut of the typeface. */
  readonly narrow?: boolean;
}

/** How to fit a text: the first way that fits is taken, or else the text is cut. */
export interface FitPlan {
  /** The first begins at the largest size, the last ends at the smallest. */
  readonly ways: readonly Way[];
  /** For texts side by side that needn't be of one size: the least share of the larger. Only of those on one line. */
  readonly leastShare?: number;
}

/** One line first, then several, then broken words. */
export const planOf = ({ largest, smallestInOneLine, smallestUnbroken, smallest }: FitSizes) => ({
  ways: [
    { breaks: 'none', from: largest, to: smallestInOneLine },
    { breaks: 'words', from: smallestInOneLine, to: smallestUnbroken },
    { breaks: 'anywhere', from: smallestInOneLine, to: smallest },
  ] satisfies readonly [Way, Way, Way],
});

/** A pair's names in one text: both are shortened before the second is cut. */
export const planOfPair = (names: readonly [string, string], sizes: FitSizes): FitPlan => {
  const [one, other] = names;
  const short = (
    [
      [one, other],
      [other, one],
    ] as const
  ).map(([name, beside]) => shortNames(name, beside).slice(-1)[0] ?? name);
  const [whole, words, broken] = planOf(sizes).ways;
  const waysOf = (pair: readonly string[]): readonly Way[] =>
    [whole, words].flatMap((way) => [false, true].map((narrow) => ({ ...way, text: pairOf(pair), narrow })));
  return { ways: [...waysOf(names), ...waysOf(short), { ...broken, text: pairOf(short), narrow: true }] };
};

/** The plan without sizes above `most`. */
const atMost = (plan: FitPlan, most: number): FitPlan => ({
  ...plan,
  ways: plan.ways.map((way) => ({ ...way, from: Math.min(way.from, most), to: Math.min(way.to, most) })),
});

/** Sizes for text that never wraps. */
export const oneLine = (largest: number, smallest: number = LEAST_TEXT): FitSizes => ({
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
function* fits(box: HTMLElement, text: HTMLElement, size: number, lines = Infinity): Fitting<boolean> {
  text.style.fontSize = `${size}px`;
  yield;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(box);
  const width = box.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
  // A wrapped text is as wide as its box, and the browser rounds what it measures.
  const isFitting =
    text.scrollWidth <= Math.ceil(width) &&
    text.offsetHeight <= box.clientHeight &&
    // Apart from any room above and below them.
    Math.round(text.offsetHeight / parseFloat(getComputedStyle(text).lineHeight)) <= lines;
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

/** Writes a form of a name. A shortened one keeps the whole name for screen readers. */
const write = (text: HTMLElement, way: Way, whole: string | undefined): void => {
  text.style.whiteSpace = way.breaks === 'none' ? 'nowrap' : 'normal';
  text.style.overflowWrap = way.breaks === 'anywhere' ? 'anywhere' : 'normal';
  text.toggleAttribute('data-narrow', way.narrow === true);
  const name = text.firstElementChild;
  if (way.text === undefined || whole === undefined || !(name instanceof HTMLElement)) return;
  if (name.textContent !== way.text) name.textContent = way.text;
  if (asRead(way.text) === asRead(whole)) {
    name.removeAttribute('role');
    name.removeAttribute('aria-label');
  } else {
    name.setAttribute('role', 'img');
    name.setAttribute('aria-label', whole);
  }
};

interface Found {
  readonly size: number;
  readonly isOneLine: boolean;
}

/**
 * Sets the largest font size at which the text fits in `box`, and returns it. Elements with `data-spare` are hidden one
 * by one before the text shrinks. At the smallest size, elements with `data-yields` are hidden, then the text is
 * truncated to one line. `box` must have a fixed size and hold one block with the text.
 */
function* fitText(box: HTMLElement, { ways }: FitPlan): Fitting<Found> {
  const text = box.firstElementChild;
  const [first] = ways;
  const last = ways[ways.length - 1];
  if (!(text instanceof HTMLElement) || !first || !last) return { size: 0, isOneLine: false };
  const { from: largest } = first;
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
  function* fitted(): Fitting<number | null> {
    for (const way of ways) {
      write(text as HTMLElement, way, first?.text);
      for (let node = spare.shift(); node && !(yield* fitsAt(largest)); node = spare.shift()) hide(node);
      const size = yield* largestThatFits(way.from, way.to, (size) =>
        fits(box, text as HTMLElement, size, way.lines),
      );
      if (size !== null) return size;
    }
    return null;
  }
  let size = yield* fitted();
  for (let node = yielding.shift(); node && size === null; node = yielding.shift()) {
    hide(node);
    size = yield* fitted();
  }
  if (size === null) {
    write(text, { ...last, breaks: 'none' }, first.text);
    text.dataset['cut'] = '';
    size = last.to;
  }
  text.style.fontSize = `${size}px`;
  yield;
  return { size, isOneLine: text.offsetHeight < 1.8 * size };
}

export interface FitBox {
  readonly box: HTMLElement;
  readonly plan: FitPlan;
}

/** Fits several texts: at one size, that of the smallest, or none much smaller than another. */
function* fitAlike(boxes: readonly FitBox[]): Fitting<void> {
  const found = yield* together(boxes.map(({ box, plan }) => fitText(box, plan)));
  const most = Math.min(
    ...found.map(({ size, isOneLine }, index) => {
      const { leastShare } = boxes[index]?.plan ?? {};
      return leastShare === undefined ? size : isOneLine ? Math.floor(size / leastShare) : Infinity;
    }),
  );
  yield* together(
    boxes
      .filter((_, index) => (found[index]?.size ?? 0) > most)
      .map(({ box, plan }) => fitText(box, atMost(plan, most))),
  );
}

/** Fits groups of texts. */
export const fitAll = (groups: readonly (readonly FitBox[])[]): void => {
  const fitting = together(groups.map(fitAlike));
  while (!fitting.next().done);
};
