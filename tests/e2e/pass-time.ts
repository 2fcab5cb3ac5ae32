import type { Page, Request } from '@playwright/test';
import { RELOAD_MILLIS } from '../../src/browser/cannot-run.ts';
import { expect } from './test.ts';

/**
 * Lets time pass on a page whose clock is installed, in steps of some milliseconds, until something is so. Waits for
 * answers meanwhile, because the network keeps real time, and a page would give its requests up before they are answered.
 */
export const passUntil = async (
  page: Page,
  isSo: () => void | Promise<void>,
  stepMillis = RELOAD_MILLIS,
): Promise<void> => {
  const unanswered = new Set<Request>();
  const ask = (request: Request) => void unanswered.add(request);
  const answer = (request: Request) => void unanswered.delete(request);
  // The requests of a page that was left aren't finished.
  const leave = () => unanswered.clear();
  page
    .on('request', ask)
    .on('requestfinished', answer)
    .on('requestfailed', answer)
    .on('domcontentloaded', leave);
  await expect(async () => {
    if (unanswered.size === 0) await page.clock.runFor(stepMillis);
    await isSo();
  }).toPass({ intervals: [50], timeout: 30_000 });
  page
    .off('request', ask)
    .off('requestfinished', answer)
    .off('requestfailed', answer)
    .off('domcontentloaded', leave);
};
