import type { Locator, Page } from '@playwright/test';
import { isolated } from '../../src/i18n/isolated.ts';
import { expect } from './test.ts';

/** The parties on the room's list. */
export const waiting = (page: Page): Locator =>
  page.getByRole('region', { name: 'Waiting' }).locator('ol > li');

export const addParty = async (page: Page, name: string, wish?: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Add to the waiting list' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  if (wish !== undefined) await form.getByLabel('Waiting for').selectOption(wish);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
};

/** What can be done with a party. */
export const openParty = async (page: Page, name: string): Promise<Locator> => {
  await waiting(page)
    .getByRole('button', { name: isolated(name), exact: true })
    .click();
  return page.getByRole('dialog', { name: isolated(name) });
};
