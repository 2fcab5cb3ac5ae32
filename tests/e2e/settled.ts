import type { Page } from '@playwright/test';

/**
 * Waits until a page is at rest: painted since its last change, in typefaces that are there, and nothing on it moves but
 * what never ends. What is measured before is measured on its way.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A test's clock may hold the page's own animation frames.
    const painted = (): Promise<void> =>
      new Promise((resolve) => {
        new ResizeObserver((_, observer) => {
          observer.disconnect();
          resolve();
        }).observe(document.documentElement);
      });
    const moving = (): Animation[] =>
      document
        .getAnimations()
        .filter(
          ({ playState, timeline, effect }) =>
            playState === 'running' &&
            timeline instanceof DocumentTimeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
    for (;;) {
      await painted();
      await painted();
      const motions = moving();
      if (motions.length === 0 && document.fonts.status === 'loaded') return;
      await Promise.allSettled([document.fonts.ready, ...motions.map(({ finished }) => finished)]);
    }
  });
