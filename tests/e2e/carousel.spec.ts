import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** The page's first carousel, scrolled into view and awake: until then its buttons can't be focused. */
const awake = async (page: Page) => {
  const region = page.locator('.carousel').first();
  await region.scrollIntoViewIfNeeded();
  await expect(page.locator('.carousel--ready').first()).toBeVisible();
  return region;
};

const carousel = async (page: Page, path = '/') => {
  await page.goto(path);
  return awake(page);
};

const dots = (page: Page) => page.locator('.carousel').first().locator('.carousel__dot');
const current = async (page: Page): Promise<number> =>
  dots(page).evaluateAll((all) => all.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));
const expectSlide = (page: Page, index: number) => expect.poll(() => current(page)).toBe(index);

test('advances every four seconds, wraps around, and pauses by button', async ({ page }) => {
  // Only this test moves the clock: a slow machine would let slides go by.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(3_600_000);
  await carousel(page);
  await page.mouse.move(0, 0);
  await expect(dots(page)).toHaveCount(6);
  await expectSlide(page, 0);
  for (const next of [1, 2, 3, 4, 5, 0]) {
    await page.clock.runFor(4000);
    await expectSlide(page, next);
  }
  await page.getByRole('button', { name: 'Pause' }).first().click();
  await page.mouse.move(0, 0);
  await page.locator('body').click({ position: { x: 1, y: 1 } });
  await page.clock.runFor(20_000);
  await expectSlide(page, 0);
});

test('rests under reduced motion; buttons, dots and arrow keys, which follow the reading direction, move it and wrap', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  const region = await carousel(page);
  await page.mouse.move(0, 0);
  await page.clock.runFor(20_000);
  await expectSlide(page, 0);
  await region.getByRole('button', { name: 'Previous picture' }).click();
  await expectSlide(page, 5);
  await expect(region.locator('.carousel__caption')).toContainText(
    'Score overlay across the bottom of a live stream',
  );
  await region.getByRole('button', { name: 'Next picture' }).click();
  await expectSlide(page, 0);
  await dots(page).nth(3).click();
  await expectSlide(page, 3);
  await dots(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 4);
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, 3);

  await carousel(page, '/ar/features/');
  await dots(page).first().focus();
  await page.keyboard.press('ArrowLeft');
  await expectSlide(page, 1);
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 0);
  await page.keyboard.press('ArrowRight');
  await expectSlide(page, 5);
});

test('it is labelled, asleep and awake, in each language', async ({ page }) => {
  for (const [path, kind, part, second] of [
    ['/', 'carousel', 'slide', '2 of 6'],
    ['/fr/', 'carrousel', 'diapositive', '2 sur 6'],
    ['/ar/features/', 'عرض دوّار', 'شريحة', '2 من 6'],
  ] as const) {
    await page.goto(path);
    const region = page.getByRole('region').and(page.locator('.carousel'));
    const slides = region.getByRole('group', { includeHidden: true });
    const isAnnounced = async () => {
      await expect(region).toHaveAttribute('aria-roledescription', kind);
      await expect(slides).toHaveCount(6);
      for (const slide of await slides.all())
        await expect(slide).toHaveAttribute('aria-roledescription', part);
      await expect(slides.nth(1)).toHaveAttribute('aria-label', second);
    };
    await expect(page.locator('astro-island[ssr] .carousel')).toBeAttached();
    await isAnnounced();
    await awake(page);
    await isAnnounced();
    // Awake, only the slide that is shown is there for a screen reader.
    await expect(region.getByRole('group')).toHaveCount(1);
  }
});

test('all six pictures are there', async ({ request }) => {
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const response = await request.get(`/images/${number}.jpg`);
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('image/jpeg');
  }
});
