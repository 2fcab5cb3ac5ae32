import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Where the focus stopped, as markup, and its faults there. */
interface Stop {
  readonly markup: string;
  readonly inView: boolean;
  readonly ringed: boolean;
}

interface Walk {
  readonly stops: Stop[];
  isOver: boolean;
}

type Walking = typeof globalThis & { walk: Walk };

/** How often Tab is pressed before checking whether the page's end is reached. */
const STRIDE = 20;

/**
 * Presses Tab through the whole page: each stop must be seen, ringed, and in the order of the page. Leaves nothing
 * focused.
 */
export const walk = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const walk: Walk = { stops: [], isOver: false };
    // The next Tab finds the stop before it at rest.
    const note = (event: Event): void => {
      const element = document.activeElement;
      const isNew = element instanceof HTMLElement && element !== document.body && !element.dataset['stop'];
      walk.isOver ||= !isNew && walk.stops.length > 0;
      // Whatever was pressed beyond the end leads nowhere.
      if (walk.isOver) event.preventDefault();
      if (walk.isOver || !isNew) return;
      element.dataset['stop'] = String(walk.stops.length);
      const { top, left, bottom, right, width, height } = element.getBoundingClientRect();
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      walk.stops.push({
        markup: element.outerHTML.slice(0, 120),
        inView: width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
        ringed: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      });
    };
    addEventListener('keydown', note, { capture: true });
    Object.assign(globalThis, { walk });
  });
  const devtools = await page.context().newCDPSession(page);
  const press = async (): Promise<void> => {
    const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    await Promise.all([
      devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
      devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
    ]);
  };
  do await Promise.all(Array.from({ length: STRIDE }, press));
  while (!(await page.evaluate(() => (globalThis as Walking).walk.isOver)));
  await devtools.detach();
  const { stops, endsInFooter, order } = await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const stopped = [...document.querySelectorAll<HTMLElement>('[data-stop]')];
    return {
      stops: (globalThis as Walking).walk.stops,
      endsInFooter: stopped.at(-1)?.closest('footer') != null,
      order: stopped.map(({ dataset }) => Number(dataset['stop'])),
    };
  });
  expect.soft(stops.length).toBeGreaterThan(8);
  expect.soft(endsInFooter, 'the end is the page’s end, and not a place where the focus was lost').toBe(true);
  expect.soft(stops.filter(({ inView, ringed }) => !inView || !ringed)).toEqual([]);
  expect.soft(order).toEqual([...order].sort((one, other) => one - other));
};
