import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as rules from '../../../src/core/site/carousel.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { createCarousel } from '../../../src/islands/carousel.ts';

describe('rules', () => {
  test.each([
    [0, 1, 1],
    [0, -1, 5],
    [5, 6, 0],
    [2, 14, 2],
  ])('from slide %i, %i shows %i of six', (from, to, shown) => {
    const state = { ...rules.initialCarousel, index: from, previous: from };
    const next = rules.goTo(state, to, 6);
    expect(next.index).toBe(shown);
    expect(next.previous).toBe(from);
  });

  test('showing the same slide changes nothing', () => {
    expect(rules.goTo(rules.initialCarousel, 6, 6)).toBe(rules.initialCarousel);
  });

  test('continues when the last reason to rest is gone', () => {
    let state = rules.hold(rules.hold(rules.initialCarousel, 'hover'), 'hidden');
    expect(rules.hold(state, 'hover')).toBe(state);
    state = rules.release(state, 'hover');
    expect(rules.isAdvancing(state)).toBe(false);
    expect(rules.isAdvancing(rules.release(state, 'hidden'))).toBe(true);
  });

  test('plays at once by the visitor’s wish, but not in a hidden tab', () => {
    const held = rules.hold(rules.hold(rules.pause(rules.initialCarousel), 'hover'), 'focus');
    expect(rules.isAdvancing(rules.play(held))).toBe(true);
    expect(rules.isAdvancing(rules.play(rules.hold(held, 'hidden')))).toBe(false);
  });

  test.each([
    ['ArrowRight', 'ltr', 1],
    ['ArrowLeft', 'ltr', -1],
    ['ArrowRight', 'rtl', -1],
    ['ArrowLeft', 'rtl', 1],
    ['ArrowDown', 'ltr', 0],
    ['Tab', 'rtl', 0],
  ] as const)('%s in %s steps %i', (key, dir, step) => {
    expect(rules.keyStep(key, dir)).toBe(step);
  });

  test.each([
    [{ x: -80, y: 5 }, 'ltr', 1],
    [{ x: 80, y: 5 }, 'ltr', -1],
    [{ x: -80, y: 5 }, 'rtl', -1],
    [{ x: 80, y: 5 }, 'rtl', 1],
    // Too short, and a scroll of the page.
    [{ x: -20, y: 0 }, 'ltr', 0],
    [{ x: -60, y: 200 }, 'ltr', 0],
  ] as const)('a finger’s way of %o in %s steps %i', (way, dir, step) => {
    expect(rules.swipeStep(way, dir)).toBe(step);
  });
});

describe('store', () => {
  let page: ReturnType<typeof stubBrowser>['document'];
  const motion = new EventTarget() as EventTarget & { matches: boolean };

  beforeEach(() => {
    vi.useFakeTimers();
    motion.matches = false;
    page = stubBrowser().document;
    vi.stubGlobal('matchMedia', () => motion);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const mounted = (intervalMillis?: number) => {
    const carousel = createCarousel(3, intervalMillis);
    const stop = carousel.$state.listen(() => {});
    return { ...carousel, stop, index: () => carousel.$state.get().index };
  };

  test('advances every interval and wraps around', () => {
    const carousel = mounted(4000);
    vi.advanceTimersByTime(3999);
    expect(carousel.index()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(carousel.index()).toBe(1);
    vi.advanceTimersByTime(8000);
    expect(carousel.index()).toBe(0);
  });

  test('gives a slide that was chosen its full time', () => {
    const carousel = mounted(4000);
    vi.advanceTimersByTime(3000);
    carousel.goTo(2);
    vi.advanceTimersByTime(3999);
    expect(carousel.index()).toBe(2);
    vi.advanceTimersByTime(1);
    expect(carousel.index()).toBe(0);
  });

  test('rests while held, hidden or paused', () => {
    const carousel = mounted(4000);
    carousel.hold('hover');
    vi.advanceTimersByTime(20_000);
    expect(carousel.index()).toBe(0);
    carousel.release('hover');
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    vi.advanceTimersByTime(20_000);
    expect(carousel.index()).toBe(0);
    page.visibilityState = 'visible';
    page.dispatchEvent(new Event('visibilitychange'));
    carousel.toggle();
    vi.advanceTimersByTime(20_000);
    expect(carousel.index()).toBe(0);
    carousel.toggle();
    vi.advanceTimersByTime(4000);
    expect(carousel.index()).toBe(1);
  });

  test('starts paused for those who want less motion, and still plays for those who ask', () => {
    motion.matches = true;
    const carousel = mounted(4000);
    vi.advanceTimersByTime(20_000);
    expect(carousel.index()).toBe(0);
    carousel.toggle();
    vi.advanceTimersByTime(4000);
    expect(carousel.index()).toBe(1);
  });

  test('without an interval never moves by itself', () => {
    const carousel = mounted();
    vi.advanceTimersByTime(60_000);
    expect(carousel.index()).toBe(0);
    carousel.step(-1);
    expect(carousel.index()).toBe(2);
  });

  test('leaves no timer behind', () => {
    const carousel = mounted(4000);
    carousel.stop();
    // Nanostores unmounts a second after the last listener left.
    vi.advanceTimersByTime(1100);
    expect(vi.getTimerCount()).toBe(0);
  });
});
