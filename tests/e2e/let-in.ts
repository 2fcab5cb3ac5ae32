import type { Browser, BrowserContext, Page } from '@playwright/test';
import { isolated } from '../../src/i18n/isolated.ts';
import { PHONE } from './pad.ts';
import { expect } from './test.ts';

/** The code that a television or phone shows, once it is there. */
export const codeOn = async (screen: Page): Promise<string> => {
  const code = screen.getByTestId('pairing-code');
  await expect(code).toHaveText(/^[CDFHJKMNPRTWXY2-9]{6}$/);
  return (await code.textContent()) ?? '';
};

/** A phone that shows a code, which the owner types on the screen "Staff and televisions". */
export const letIn = async (
  browser: Browser,
  origin: string,
  desk: Page,
  { name, role }: { readonly name: string; readonly role: 'Admin' | 'Service' },
): Promise<{ readonly phone: Page; readonly context: BrowserContext }> => {
  const context = await browser.newContext(PHONE);
  // It continues by itself, and a minute can pass at once.
  await context.clock.install();
  const phone = await context.newPage();
  await phone.goto(`${origin}/score/`);
  await phone.getByRole('button', { name: 'Show a code' }).tap();
  await desk.getByLabel('Code on the television or device').fill(await codeOn(phone));
  await desk.getByLabel('Name, such as').fill(name);
  await desk.getByRole('radio', { name: role }).check();
  await desk.getByRole('button', { name: 'Add', exact: true }).tap();
  await expect(phone.getByRole('banner').locator('.account__own')).toHaveText(`${isolated(name)} · ${role}`);
  return { phone, context };
};
