import type { Page } from '@playwright/test';
import { PRODUCT } from '../../src/config/product.ts';
import { expect, holdScripts, test } from './test.ts';

/** Opens the contact page with the form hydrated and the mail program replaced by a note of its address. */
const open = async (page: Page, path = '/contact/') => {
  await page.goto(path);
  const form = page.getByRole('main').locator('form');
  // It wakes up when a visitor reaches for it.
  await form.locator('[name=name]').focus();
  await expect(page.locator('astro-island:not([ssr]) form')).toBeVisible();
  return form;
};

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
};

/** The `mailto:` address that the page navigates to when the form is sent. */
const sentMail = async (page: Page, send: () => Promise<void>): Promise<URL> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const requested = new Promise<string>((resolve) => {
    session.on('Page.frameRequestedNavigation', ({ url }) => {
      if (url.startsWith('mailto:')) resolve(url);
    });
  });
  await send();
  return new URL(await requested);
};

const part = (mail: URL, name: string): string =>
  decodeURIComponent(new RegExp(`[?&]${name}=([^&]*)`).exec(mail.href)?.[1] ?? '');

test('has fields of the right kind, and opens the visitor’s mail with everything as typed', async ({
  page,
}) => {
  const form = await open(page);
  await expect(page.locator('[name=email]')).toHaveAttribute('type', 'email');
  await expect(page.locator('[name=phone]')).toHaveAttribute('type', 'tel');
  for (const name of ['name', 'email', 'phone'])
    await expect(page.locator(`[name=${name}]`)).toHaveAttribute('required');
  for (const name of ['venue', 'message'])
    await expect(page.locator(`[name=${name}]`)).not.toHaveAttribute('required');
  const message = 'Salle & café "Le Break"\nعندنا 4 طاولات\n<b>50 % + #1?</b> 🎱';
  await fill(page, {
    name: '  Youssef <O’Hara> ',
    email: 'y@example.test',
    phone: '+212 6 11 22 33 44',
    message,
  });
  const mail = await sentMail(page, () => form.getByRole('button', { name: 'Send message' }).click());
  expect(mail.pathname).toBe(PRODUCT.email);
  expect(part(mail, 'subject')).toContain('Youssef <O’Hara>');
  expect(part(mail, 'subject')).not.toContain('  ');
  const body = part(mail, 'body');
  expect(body).toContain('y@example.test');
  expect(body).toContain('+212 6 11 22 33 44');
  expect(body).toContain(message.replaceAll('\n', '\r\n'));
  // The venue was left empty.
  expect(body).toMatch(/: ?-\r\n/);
  await expect(page.locator('[name=message]')).toHaveValue(message);
});

test('cards reach the company by chat, mail and phone', async ({ page }) => {
  await page.goto('/fr/contact/');
  const main = page.getByRole('main');
  await expect(main.locator('a[href^="https://wa.me/"]').first()).toBeVisible();
  await expect(main.locator(`a[href^="mailto:${PRODUCT.email}"]`).first()).toBeVisible();
  await expect(main.locator(`a[href="tel:${PRODUCT.phone}"]`).first()).toBeVisible();
  await expect(main).toContainText('Casablanca');
  await expect(main).toContainText('Rabat');
});

test('typed text is restored after a change of language, before the form is touched', async ({ page }) => {
  await open(page);
  await fill(page, { name: 'Youssef', message: 'Six tables' });
  await page.goto('/fr/contact/');
  await expect(page.locator('[name=name]')).toHaveValue('Youssef');
  await expect(page.locator('[name=message]')).toHaveValue('Six tables');
});

/** Valid input of a visitor. */
const FILLED = { name: 'Youssef', email: 'y@example.test', phone: '0611', message: 'Six tables' };

/** The addresses of all mails that are handed over from now on. */
const sentMails = async (page: Page): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const mails: string[] = [];
  session.on('Page.frameRequestedNavigation', ({ url }) => mails.push(url));
  return mails;
};

const opened = (page: Page) => page.getByRole('status').getByText('Your mail program');

test.describe('before its script is there', () => {
  test.use({ hasTouch: true });

  for (const [how, press] of [
    ['a tap', (page) => page.getByRole('button', { name: 'Send message' }).tap()],
    ['the Enter key in a field', (page) => page.locator('[name=phone]').press('Enter')],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`the form is sent by ${how}, once, when it comes`, async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto('/contact/');
      await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
      await expect(page.getByRole('button', { name: 'Send message' })).toHaveCSS('opacity', '1');
      const mails = await sentMails(page);
      await fill(page, FILLED);
      await press(page);
      await press(page);
      await expect(page.locator('astro-island[data-waiting]')).toBeVisible();
      expect(mails).toEqual([]);
      release();
      await expect(opened(page)).toBeVisible();
      // The browser tells of a navigation by another way than of what the page shows.
      await expect.poll(() => mails).toEqual([expect.stringMatching(/^mailto:.*Youssef[\s\S]*Six%20tables/)]);
      await expect(page).toHaveURL('/contact/');
      for (const [name, value] of Object.entries(FILLED))
        await expect(page.locator(`[name=${name}]`)).toHaveValue(value);
      await press(page);
      await expect.poll(() => mails).toHaveLength(2);
    });
  }

  test('the browser names the missing fields', async ({ page }) => {
    await holdScripts(page);
    await page.goto('/contact/');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.locator('[name=name]')).toBeFocused();
    await fill(page, { ...FILLED, email: 'nobody' });
    await page.locator('[name=name]').press('Enter');
    await expect(page.locator('[name=email]')).toBeFocused();
    await expect(page.locator('astro-island[data-waiting]')).toHaveCount(0);
    await expect(page).toHaveURL('/contact/');
  });

  test('white space is found missing when it comes', async ({ page }) => {
    const release = await holdScripts(page);
    await page.goto('/contact/');
    await fill(page, { ...FILLED, name: '  ', phone: ' ' });
    await page.getByRole('button', { name: 'Send message' }).click();
    const alert = page.waitForEvent('dialog');
    release();
    const dialog = await alert;
    expect(dialog.message()).toMatch(/Name[\s\S]*Phone[\s\S]*Send message/);
    expect(dialog.message()).not.toMatch(/E-?mail/);
    await dialog.accept();
    await expect(page.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('[name=message]')).toHaveValue('Six tables');
    await expect(page).toHaveURL('/contact/');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form says what to do instead, and has no button', async ({ page }) => {
    await page.goto('/contact/');
    await expect(page.locator('.contact__form .alert')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden();
    await fill(page, FILLED);
    await page.locator('[name=phone]').press('Enter');
    await expect(page).toHaveURL('/contact/');
    await expect(page.locator('[name=name]')).toHaveValue('Youssef');
  });
});

test.describe('a form whose script could not be had', () => {
  test.use({ allowedErrors: [/Failed to (load|fetch)|ERR_(FAILED|INTERNET_DISCONNECTED)|astro-island/] });

  /** Until Astro has tried twice, and given up. */
  const givenUp = (page: Page) =>
    page.waitForEvent('console', (message) => message.text().includes('Error hydrating'));

  test('wakes up at the next touch, with the typed text', async ({ page }) => {
    await page.goto('/contact/');
    await page.route('**/_astro/*.js*', (route) => route.abort());
    const failed = givenUp(page);
    await page.locator('[name=name]').fill('Youssef');
    await failed;
    await page.unroute('**/_astro/*.js*');
    await page.locator('[name=phone]').focus();
    await expect(page.locator('astro-island:not([ssr]) form')).toBeVisible();
    await expect(page.locator('[name=name]')).toHaveValue('Youssef');
  });

  test('is sent when there is a network again', async ({ page, context }) => {
    await page.goto('/contact/');
    const mails = await sentMails(page);
    const failed = givenUp(page);
    await context.setOffline(true);
    await fill(page, FILLED);
    await page.getByRole('button', { name: 'Send message' }).click();
    await failed;
    expect(mails).toEqual([]);
    await context.setOffline(false);
    await expect(opened(page)).toBeVisible();
    await expect.poll(() => mails).toEqual([expect.stringContaining('Six%20tables')]);
  });
});
