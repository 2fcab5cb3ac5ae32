import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { expect, signIn, test } from './test.ts';

const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
};

// Under reduced motion nothing is caught half faded.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const locale of LOCALE_NAMES) {
  for (const [name, path] of Object.entries(ROUTES)) {
    if (['dashboard', 'overlay', 'snapshotShort'].includes(name)) continue;
    test(`${localizePath(path, locale)} has no barriers that axe finds`, async ({ page }) => {
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(localizePath(path, locale) + (name === 'snapshot' ? '?match=demo-b1' : ''));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
    });
  }
}

test('the dashboard and the overlay have no barriers that axe finds', async ({ page, owner }) => {
  const link = await signIn(page, owner);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Player A').fill('Youssef');
  expect(await violations(page)).toEqual([]);
  for (const theme of ['dark', 'light']) {
    await page.goto(link.replace('theme=dark', `theme=${theme}`));
    await expect(page.getByTestId('overlay')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  }
});

test.describe('states', () => {
  test('open menus and questions', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/ar/pricing/');
    await page.getByRole('banner').locator('summary:visible').click();
    for (const question of (await page.locator('.faq summary').all()).slice(1)) await question.click();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/fr/');
    await page.getByRole('banner').locator('summary:visible').click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Tarif' }).last()).toBeVisible();
    expect(await violations(page)).toEqual([]);
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
    expect(await violations(page)).toEqual([]);
    await name.fill('Youssef');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('status')).toContainText('mail program');
    expect(await violations(page)).toEqual([]);
  });

  test.describe('of signing in', () => {
    test.use({ allowedErrors: [/Failed to load resource/] });

    test('a wrong password, and a forgotten one', async ({ page }) => {
      await page.goto('/login/');
      await page.getByLabel('Email').fill('nobody@example.test');
      await page.getByLabel('Password').fill('not-the-one');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('alert')).toHaveText('Wrong email or password.');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await expect(page.getByRole('alert')).toBeEmpty();
      expect(await violations(page)).toEqual([]);
    });
  });

  test('a snapshot that is missing, and one that was never asked for', async ({ page }) => {
    for (const query of ['', '?match=nowhere-b1']) {
      await page.goto(`/ar/snapshot/${query}`);
      await expect(page.getByRole('status')).not.toBeEmpty();
      expect(await violations(page)).toEqual([]);
    }
  });

  test('an address without a page', async ({ page, request }) => {
    expect((await request.get('/ar/no-such-page')).status()).toBe(404);
    await page.goto('/ar/404.html');
    expect(await violations(page)).toEqual([]);
  });
});

const shown = Object.entries(ROUTES).filter(
  ([name]) => !['dashboard', 'overlay', 'snapshotShort'].includes(name),
);

for (const locale of LOCALE_NAMES) {
  test(`text of twice the size loses nothing in ${locale}`, async ({ baseURL, launchOptions }) => {
    // The browser's own setting, which widths in rem follow too.
    const profile = mkdtempSync(join(tmpdir(), 'large-text-'));
    mkdirSync(join(profile, 'Default'));
    writeFileSync(
      join(profile, 'Default', 'Preferences'),
      JSON.stringify({ webkit: { webprefs: { default_font_size: 32 } } }),
    );
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(baseURL ? { baseURL } : {}),
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 900 },
    });
    const [page = await context.newPage()] = context.pages();
    for (const [, path] of shown) {
      await page.goto(localizePath(path, locale));
      await expect(page.locator('.later')).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      const found = await page.evaluate(() => ({
        size: getComputedStyle(document.documentElement).fontSize,
        sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        cut: [...document.querySelectorAll('h1, h2, h3, p, li, a:not(.skip-link), button, label, summary')]
          .filter((element) => {
            const { overflowX } = getComputedStyle(element);
            return overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      }));
      expect(found, path).toEqual({ size: '32px', sideways: 0, cut: [] });
    }
    await context.close();
    rmSync(profile, { recursive: true });
  });
}

test('with the reader’s own colours each control still has an edge or a line', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [, path] of shown) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const bare = await page
      .locator('main a.button, main button:visible, main input, main textarea, main select')
      .evaluateAll((controls) =>
        controls
          .filter((control) => {
            const { borderStyle, textDecorationLine } = getComputedStyle(control);
            return borderStyle === 'none' && textDecorationLine === 'none';
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 100)),
      );
    expect(
      bare.filter((markup) => !markup.includes('carousel__dot')),
      path,
    ).toEqual([]);
  }
});

test('those who want less motion see the board rest', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const clock = page.locator('[data-rack] [data-clock]');
  const before = await clock.textContent();
  await page.locator('.carousel').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Next picture' })).toBeEnabled();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.clock.fastForward(10_000);
  await expect(clock).toHaveText(before ?? '');
});
