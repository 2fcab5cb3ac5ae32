import { atom, onNotify, type ReadableAtom } from 'nanostores';
import * as rules from '../core/site/carousel.ts';
import { onBrowserMount } from '../browser/browser-mount.ts';
import { lessMotion } from '../browser/less-motion.ts';
import { page } from '../browser/page.ts';
import { createTimer } from '../browser/timer.ts';

export interface CarouselStore {
  readonly $state: ReadableAtom<rules.CarouselState>;
  readonly goTo: (index: number) => void;
  /** Forwards for 1, back for -1. */
  readonly step: (by: number) => void;
  readonly hold: (reason: rules.HoldReason) => void;
  readonly release: (reason: rules.HoldReason) => void;
  readonly toggle: () => void;
}

/**
 * The state of one carousel of `count` slides. With `intervalMillis` it advances automatically while it is mounted, the
 * page is visible and no hold applies. It starts paused for visitors who asked for less motion.
 */
export const createCarousel = (count: number, intervalMillis?: number): CarouselStore => {
  const $state = atom<rules.CarouselState>(rules.initialCarousel);
  const goTo = (index: number): void => $state.set(rules.goTo($state.get(), index, count));
  const step = (by: number): void => goTo($state.get().index + by);
  const hold = (reason: rules.HoldReason): void => $state.set(rules.hold($state.get(), reason));
  const release = (reason: rules.HoldReason): void => $state.set(rules.release($state.get(), reason));
  const toggle = (): void => {
    const state = $state.get();
    $state.set(state.paused ? rules.play(state) : rules.pause(state));
  };

  onBrowserMount($state, () => {
    if (intervalMillis === undefined) return undefined;
    const next = createTimer();
    const schedule = (): void => {
      next.stop();
      if (rules.isAdvancing($state.get())) next.set(intervalMillis, () => step(1));
    };
    const followVisibility = (): void => (page.isVisible() ? release : hold)('hidden');
    const motion = lessMotion();
    const followMotion = (): void => {
      if (motion.matches) $state.set(rules.pause($state.get()));
    };
    followVisibility();
    followMotion();
    const unwatch = page.watchPage(followVisibility);
    motion.addEventListener('change', followMotion);
    const stop = onNotify($state, schedule);
    schedule();
    return () => {
      stop();
      next.stop();
      unwatch();
      motion.removeEventListener('change', followMotion);
    };
  });

  return { $state, goTo, step, hold, release, toggle };
};
