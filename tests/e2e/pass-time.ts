import type { Page } from '@playwright/test';
import { RELOAD_MILLIS } from '../../src/browser/cannot-run.ts';
import { expect } from './test.ts';

/** Lets time pass on a page whose clock is installed, in steps of some milliseconds, until something is so. */
export const passUntil = (
  page: Page,
  isSo: () => void | Promise<void>,
  stepMillis = RELOAD_MILLIS,
): Promise<void> =>
  expect(async () => {
    await page.clock.runFor(stepMillis);
    await isSo();
  }).toPass({ intervals: [50], timeout: 30_000 });
