import type { Page } from '@playwright/test';

/** How far content may move, by CLS's measure: https://web.dev/articles/cls */
export const SHIFT = 0.005;

/** The sum of all shifts so far. Also asks for paints, so that there is an answer without any shift. */
export const shift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntriesByType('layout-shift') as (PerformanceEntry & {
            value: number;
          })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        });
        for (const type of ['paint', 'layout-shift']) observer.observe({ type, buffered: true });
      }),
  );
