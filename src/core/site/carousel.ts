/** Why an automatic carousel is on hold; it resumes once no reason is left. */
export type HoldReason = 'hover' | 'focus' | 'hidden';

export interface CarouselState {
  /** The current slide, from 0. */
  readonly index: number;
  /** The slide it fades in over; equals `index` before the first change. */
  readonly previous: number;
  /** Whether automatic advance is stopped, by the visitor or by their reduced-motion setting. */
  readonly paused: boolean;
  readonly holds: readonly HoldReason[];
}

export const initialCarousel: CarouselState = { index: 0, previous: 0, paused: false, holds: [] };

/** Minimum horizontal distance of a swipe, in CSS pixels. */
const SWIPE_THRESHOLD_PIXELS = 40;

/** Goes to a slide by number, wrapping around in both directions. `count` is the number of slides, at least 1. */
export const goTo = (state: CarouselState, index: number, count: number): CarouselState => {
  const wrapped = ((index % count) + count) % count;
  return wrapped === state.index ? state : { ...state, index: wrapped, previous: state.index };
};

export const hold = (state: CarouselState, reason: HoldReason): CarouselState =>
  state.holds.includes(reason) ? state : { ...state, holds: [...state.holds, reason] };

export const release = (state: CarouselState, reason: HoldReason): CarouselState =>
  state.holds.includes(reason) ? { ...state, holds: state.holds.filter((held) => held !== reason) } : state;

export const pause = (state: CarouselState): CarouselState => ({ ...state, paused: true });

/** Plays at the visitor's request, even with the pointer or focus still on the play button. */
export const play = (state: CarouselState): CarouselState => ({
  ...state,
  paused: false,
  holds: state.holds.filter((held) => held === 'hidden'),
});

export const isAdvancing = (state: CarouselState): boolean => !state.paused && state.holds.length === 0;

/** The step for an arrow key in a reading direction: 1 forwards, -1 back, 0 for any other key. */
export const keyStep = (key: string, dir: 'ltr' | 'rtl'): -1 | 0 | 1 => {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0;
  return (key === 'ArrowRight') === (dir === 'ltr') ? 1 : -1;
};

/** The step for a swipe, in CSS pixels: dragging against the reading direction shows the next slide. */
export const swipeStep = (
  way: { readonly x: number; readonly y: number },
  dir: 'ltr' | 'rtl',
): -1 | 0 | 1 => {
  if (Math.abs(way.x) < SWIPE_THRESHOLD_PIXELS || Math.abs(way.x) < Math.abs(way.y)) return 0;
  return way.x < 0 === (dir === 'ltr') ? 1 : -1;
};
