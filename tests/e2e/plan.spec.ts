import type { Page } from '@playwright/test';
import { PRODUCT } from '../../src/config/product.ts';
import { chatWith } from '../../src/core/site/chat.ts';
import { LOCALE_NAMES, type Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { areasIn } from '../unit/i18n/texts.ts';
import { expect, test } from './test.ts';

const PHONE = { width: 390, height: 844 };
const planOf = (locale: Locale) => areasIn(locale).pricing.plan;

/** Stands in for WhatsApp. Gives the address that the page opens when the key is pressed, and its text. */
const sentBy = async (page: Page, press: () => Promise<void>): Promise<{ to: string; lines: string[] }> => {
  const chat = chatWith(PRODUCT.phone);
  await page.route(`${chat}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'WhatsApp' }));
  await press();
  await page.waitForURL(`${chat}**`);
  const { origin, pathname, searchParams } = new URL(page.url());
  return { to: origin + pathname, lines: (searchParams.get('text') ?? '').split(/\r?\n/) };
};

for (const locale of LOCALE_NAMES) {
  test(`${locale}: from landing on pricing to a complete message in 45 seconds and 6 taps`, async ({
    page,
  }) => {
    const plan = planOf(locale);
    let taps = 0;
    /** A choice from a list is one tap to open it and one to choose. */
    const choose = async (label: string, value: string): Promise<void> => {
      taps += 2;
      await page.getByLabel(label, { exact: true }).selectOption(value);
    };
    const began = performance.now();
    await page.setViewportSize(PHONE);
    await page.goto(localizePath('/pricing/', locale));
    const form = page.locator('.plan__form');
    // One swipe or two, and no menu.
    const { y } = (await form.boundingBox()) ?? { y: Infinity };
    expect(y / PHONE.height).toBeLessThan(3.5);
    await choose(plan.tables, '6');
    await form.getByRole('radio').first().check();
    taps++;
    await choose(plan.televisions, '2');
    await expect(form.locator('[data-plan=missing]')).toHaveText('5');
    await expect(form.locator('.plan__at-tables:visible')).toHaveCount(6);
    await expect(form.locator('[data-hung]')).toHaveCount(2);
    const { to, lines } = await sentBy(page, () => form.getByRole('button', { name: plan.send }).click());
    taps++;
    expect(taps).toBeLessThanOrEqual(6);
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(to).toBe(`https://wa.me/${PRODUCT.phone.slice(1)}`);
    expect(lines[0]).toBe(plan.greeting.replace('{{product}}', PRODUCT.name));
    const said = (name: 'tables' | 'games' | 'televisions' | 'inRoom' | 'atTables' | 'missing' | 'boxes') =>
      lines
        .find((line) => line.startsWith(plan[name]))
        ?.slice(plan[name].length)
        .replace(/^\u202f?: /, '');
    expect(said('tables')).toBe('6');
    expect(said('games')).toBe(plan.choices.pool);
    expect(said('televisions')).toBe('2');
    expect(said('inRoom')).toBe('1');
    expect(said('atTables')).toBe('6');
    expect(said('missing')).toBe('5');
    expect(said('boxes')).toBe('7');
    expect(lines).toHaveLength(8);
  });
}

test('the choices are still there when a visitor comes back', async ({ page }) => {
  await page.goto('/pricing/');
  const { tables, send } = planOf('en');
  await page.getByLabel(tables, { exact: true }).selectOption('9');
  await sentBy(page, () => page.getByRole('button', { name: send }).click());
  await page.goBack();
  await expect(page.getByLabel(tables, { exact: true })).toHaveValue('9');
  await expect(page.getByRole('textbox')).toHaveValue(/Tables: 9\n/);
  await expect(page.locator('[data-plan=boxes]')).toHaveText('10');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the form sends what a visitor fills in', async ({ page }) => {
    await page.goto('/fr/pricing/');
    const { send, boxesFor, missing } = planOf('fr');
    const message = page.getByRole('textbox');
    await expect(message).toHaveValue(/Tables\u202f: \n/);
    // The plan is a rule without numbers, and the choices, which would do nothing, aren't shown.
    await expect(page.getByText(boxesFor)).toBeVisible();
    await expect(page.getByText(missing)).toBeHidden();
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await message.fill((await message.inputValue()).replace(/(Tables\u202f: )/, '$15 & 1 de snooker'));
    const { lines } = await sentBy(page, () => page.getByRole('button', { name: send }).click());
    expect(lines).toContain('Tables\u202f: 5 & 1 de snooker');
  });
});
