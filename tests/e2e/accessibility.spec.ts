import { barriers } from './barriers.ts';
import { settled } from './settled.ts';
import { expect, test } from './test.ts';

// Under reduced motion nothing is caught half faded.
test.use({ reducedMotion: 'reduce' });

test.describe('states', () => {
  test('open menus and questions', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/ar/pricing/');
    await page.getByRole('banner').locator('summary:visible').click();
    for (const question of (await page.locator('.faq summary').all()).slice(1)) await question.click();
    expect(await barriers(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/fr/');
    await page.getByRole('banner').locator('summary:visible').click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Tarif' }).last()).toBeVisible();
    expect(await barriers(page)).toEqual([]);
  });

  test('a contact form with a field missing, and one that was sent', async ({ page }) => {
    await page.goto('/contact/');
    await page.locator('[name=name]').focus();
    await expect(page.getByRole('button', { name: 'Send message' })).toBeEnabled();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.locator('[name=name]').fill('  ');
    await page.locator('[name=email]').fill('y@example.test');
    await page.locator('[name=phone]').fill('0600000000');
    await page.getByRole('button', { name: 'Send message' }).click();
    const name = page.locator('[name=name]');
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAccessibleDescription(/Name/);
    expect(await barriers(page)).toEqual([]);
    await name.fill('Youssef');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('status')).toContainText('mail program');
    expect(await barriers(page)).toEqual([]);
  });

  test.describe('of signing in', () => {
    test.use({ allowedErrors: [/Failed to load resource/] });

    test('a wrong password, and a forgotten one', async ({ page }) => {
      await page.goto('/login/');
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.test');
      await page.getByLabel('Password').fill('not-the-one');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
      expect(await barriers(page)).toEqual([]);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await expect(page.getByRole('alert')).toBeEmpty();
      expect(await barriers(page)).toEqual([]);
    });
  });

  test('a snapshot that is missing, and one that was never asked for', async ({ page }) => {
    for (const query of ['', '?match=nowhere-b1']) {
      await page.goto(`/ar/snapshot/${query}`);
      await expect(page.getByRole('status')).not.toBeEmpty();
      expect(await barriers(page)).toEqual([]);
    }
  });
});

test('those who want less motion see the board rest', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const clock = page.locator('[data-rack] [data-clock]');
  const before = await clock.textContent();
  await page.locator('.carousel').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeEnabled();
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.clock.fastForward(10_000);
  await expect(clock).toHaveText(before ?? '');
});

test('in the reader’s own colours no number covers a name', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [address, name, number] of [
    ['/', '.hero .board__name', '.hero .board__score'],
    ['/demo/', '.pad-score__name', '.pad-score__number'],
    ['/demo/', '.demo__television .on-air__name', '.demo__television .on-air__score'],
  ] as const) {
    await page.goto(address);
    const place = page.locator(name).first();
    await expect(place).not.toBeEmpty();
    const pictured = async (visibility: 'visible' | 'hidden'): Promise<Buffer> => {
      await page
        .locator(number)
        .evaluateAll(
          (numbers, to) =>
            numbers.map((found) => found instanceof HTMLElement && (found.style.visibility = to)),
          visibility,
        );
      await settled(page);
      return place.screenshot();
    };
    await expect
      .soft(async () => {
        const among = await pictured('visible');
        expect(among.equals(await pictured('hidden')), name).toBe(true);
      })
      .toPass();
  }
});

test('on paper there are words in ink, and no board lies over them', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  for (const address of ['/', '/ar/pricing/']) {
    await page.goto(address);
    const pale = await page
      .locator('h1, h2, h3, p')
      .evaluateAll(
        (texts) => texts.filter((text) => getComputedStyle(text).color !== 'rgb(7, 18, 14)').length,
      );
    expect(pale, address).toBe(0);
    await expect(page.locator('body')).toHaveCSS('background-image', 'none');
  }
  await page.goto('/');
  await expect(page.locator('.hero__stage')).toBeHidden();
});
