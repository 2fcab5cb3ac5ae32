import { expect, signIn, test } from './test.ts';
import { walk } from './walk.ts';

// A page that scrolls smoothly to each stop would be looked at on its way.
test.use({ reducedMotion: 'reduce' });

test('the first stop leads past the navigation', async ({ page }) => {
  await page.goto('/pricing/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('the language menu opens, closes with Escape and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/features/');
  const toggle = page.getByRole('banner').getByLabel('Language: EN');
  await toggle.focus();
  await page.keyboard.press('Enter');
  const french = page.getByRole('banner').getByRole('link', { name: 'Français' });
  await expect(french).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(french).toBeHidden();
  await expect(toggle).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/fr/features/');
});

test('a question opens and closes with the keyboard', async ({ page }) => {
  await page.goto('/pricing/');
  const answer = page.getByText('We agree on a date with you');
  await expect(answer).toBeHidden();
  await page.locator('summary:has(h3)', { hasText: 'What happens after payment?' }).focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(answer).toBeHidden();
});

test('the header hides on scrolling down, and returns for the keyboard and on scrolling up', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await page.mouse.wheel(0, 1500);
  await expect(header).not.toBeInViewport();
  await page.mouse.wheel(0, -200);
  await expect(header).toBeInViewport();
  await page.mouse.wheel(0, 800);
  await expect(header).not.toBeInViewport();
  await header.getByRole('link', { name: 'CueBoard' }).focus();
  await expect(header).toBeInViewport();
});

test('a match is scored with the keyboard alone', async ({ page, owner }) => {
  await signIn(page, owner);
  await expect(page.getByLabel('Player A')).toBeEnabled();
  await page.getByLabel('Player A').focus();
  await page.keyboard.type('Youssef');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('save-status')).toHaveText('Saved');
  await walk(page);
});
