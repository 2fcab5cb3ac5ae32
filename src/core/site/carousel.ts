/** Why an automatic carousel rests for now; it goes on when the last reason is gone. */
export type HoldReason = 'hover' | 'focus' | 'hidden';

export interface CarouselState {
  /** The slide that is shown, from 0. */
  readonly index: number;
  /** The slide that it fades over; the same as `index` before the first change. */
  readonly previous: number;
  /** The visitor, or their wish for less motion, has stopped the automatic advance. */
  readonly paused: boolean;
  readonly holds: readonly HoldReason[];
}

export const initialCarousel: CarouselState = { index: 0, previous: 0, paused: false, holds: [] };

/** Least sideways way of a finger, in CSS pixels, that counts as a swipe. */
const SWIPE_THRESHOLD_PIXELS = 40;

/** Shows a slide by its number, wrapped around in both directions. `count` is the number of slides, at least 1. */
export const goTo = (state: CarouselState, index: number, count: number): CarouselState => {
  const wrapped = ((index % count) + count) % count;
  return wrapped === state.index ? state : { ...state, index: wrapped, previous: state.index };
};

export const hold = (state: CarouselState, reason: HoldReason): CarouselState =>
  state.holds.includes(reason) ? state : { ...state, holds: [...state.holds, reason] };

export const release = (state: CarouselState, reason: HoldReason): CarouselState =>
  state.holds.includes(reason) ? { ...state, holds: state.holds.filter((held) => held !== reason) } : state;

export const pause = (state: CarouselState): CarouselState => ({ ...state, paused: true });

/** Plays by the visitor's wish, although the pointer or the focus still rests on the button that said so. */
export const play = (state: CarouselState): CarouselState => ({
  ...state,
  paused: false,
  holds: state.holds.filter((held) => held === 'hidden'),
});

export const isAdvancing = (state: CarouselState): boolean => !state.paused && state.holds.length === 0;

/** The step of an arrow key in a reading direction: 1 forwards, -1 back, 0 for any other key. */
export const keyStep = (key: string, dir: 'ltr' | 'rtl'): -1 | 0 | 1 => {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0;
  return (key === 'ArrowRight') === (dir === 'ltr') ? 1 : -1;
};

/** The step of a finger's way in CSS pixels: pulling the picture back along the line shows the next one. */
export const swipeStep = (
  way: { readonly x: number; readonly y: number },
  dir: 'ltr' | 'rtl',
): -1 | 0 | 1 => {
  if (Math.abs(way.x) < SWIPE_THRESHOLD_PIXELS || Math.abs(way.x) < Math.abs(way.y)) return 0;
  return way.x < 0 === (dir === 'ltr') ? 1 : -1;
};
