import type { Page } from '@playwright/test';
import { barriers } from './barriers.ts';
import { padOn } from './pad.ts';
import { expect, test } from './test.ts';

// Nothing is caught half faded, and no score while it turns.
test.use({ reducedMotion: 'reduce' });

/** Requests and storage of a page besides its own files: none, as a demo promises. */
const watchPage = (page: Page) => {
  const asked: string[] = [];
  const OWN =
    /^\/(_astro|flags|images|preview)\/|^\/((fr|ar)\/)?((demo|contact)\/)?$|\.(json|svg|png|webmanifest|js)$/;
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== process.env['E2E_ORIGIN'] || !OWN.test(pathname) || request.method() !== 'GET')
      asked.push(request.url());
  });
  page.on('websocket', (socket) => asked.push(socket.url()));
  return {
    asked,
    kept: () =>
      page.evaluate(async () => ({
        lasting: Object.keys(localStorage).filter((key) => !key.startsWith('typeface-')),
        tab: Object.keys(sessionStorage),
        databases: (await indexedDB.databases()).map(({ name }) => name),
      })),
  };
};
const NOTHING = { lasting: [], tab: [], databases: [] };

/** The television's numbers, side A first. */
const shows = async (page: Page, part: 's' | 'points-', a: number, b: number): Promise<void> => {
  const screen = page.locator('.demo__television');
  await expect(screen.getByTestId(`overlay-${part}1`)).toHaveText(String(a));
  await expect(screen.getByTestId(`overlay-${part}2`)).toHaveText(String(b));
};

const isWholeOnScreen = (page: Page): Promise<boolean> =>
  page.locator('.demo__television').evaluate((screen) => {
    const { top, bottom } = screen.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  test('a visitor plays a match to its end in Arabic, and keeps nothing of it', async ({ page }) => {
    const { asked, kept } = watchPage(page);
    await page.goto('/ar/demo/');
    const pad = padOn(page);
    await shows(page, 's', 0, 0);
    await pad.rack('A', 1);
    await shows(page, 's', 1, 0);
    await pad.rack('B', 1);
    await shows(page, 's', 1, 1);
    // As far as the page can be scrolled to the pad's last row, the television is in sight.
    await pad.key('undo').scrollIntoViewIfNeeded();
    await expect.poll(() => isWholeOnScreen(page)).toBe(true);
    await pad.tap('undo');
    await shows(page, 's', 1, 0);
    expect(await barriers(page)).toEqual([]);

    await pad.rack('A', 2);
    await shows(page, 's', 2, 0);
    const invitation = page.getByRole('status').filter({ has: page.getByRole('link') });
    await expect(invitation).toBeHidden();
    await pad.rack('A', 3);
    await shows(page, 's', 3, 0);
    await expect(page.locator('.demo__television').getByTestId('overlay-matchWon')).toBeVisible();
    await expect(invitation.getByRole('link', { name: 'تواصلوا معنا' })).toHaveAttribute(
      'href',
      '/ar/contact/',
    );
    expect(await barriers(page)).toEqual([]);
    // It asks once, and covers nothing.
    await invitation.getByRole('button', { name: 'مواصلة اللعب' }).tap();
    await page.getByRole('button', { name: 'السنوكر' }).tap();
    await pad.tap('wide');
    await shows(page, 'points-', 1, 0);
    await expect(invitation).toBeHidden();

    expect(asked).toEqual([]);
    expect(await kept()).toEqual(NOTHING);
    await page.reload();
    await shows(page, 's', 0, 0);
  });

  test('names are changed by the pad, and the television shows them', async ({ page }) => {
    await page.goto('/demo/');
    const pad = padOn(page);
    await pad.more('correct');
    await pad.sheet.getByRole('textbox', { name: 'Player B' }).fill('ليلى بنت عبد الرحمن');
    await pad.sheet.getByRole('button', { name: 'Save correction' }).tap();
    await expect(page.getByTestId('overlay-p2')).toHaveText('ليلى بنت عبد الرحمن');
    await page.getByRole('button', { name: 'Scores' }).tap();
    await expect(page.getByRole('button', { name: 'Scores' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTestId('overlay-p2')).toHaveText('ليلى بنت عبد الرحمن');
  });

  for (const size of [
    { width: 390, height: 700 },
    { width: 820, height: 1180 },
  ]) {
    test(`the front page’s board is scored over the page at ${size.width}, and Back gives the page back`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await page.goto('/');
      await page.getByRole('link', { name: 'Score this match' }).tap();
      const pad = padOn(page);
      await pad.scores(4, 3);
      await pad.rack('B', 4);
      // The television isn't covered by the keys, nor is the way back.
      await shows(page, 's', 4, 4);
      await expect.poll(() => isWholeOnScreen(page)).toBe(true);
      await expect(page.getByRole('button', { name: 'Back to the page' })).toBeInViewport({ ratio: 1 });
      expect(await barriers(page)).toEqual([]);

      // Back closes the open layers, one after the other.
      await pad.key('more').tap();
      await expect(pad.sheet).toBeVisible();
      await page.goBack();
      await expect(pad.sheet).toHaveCount(0);
      await pad.scores(4, 4);
      await page.goBack();
      await expect(page).toHaveURL('/');
      const again = page.getByRole('button', { name: 'Score it again' });
      await expect(again).toBeFocused();
      await expect(page.getByRole('link', { name: 'Get in touch' })).toBeVisible();
      await again.tap();
      await pad.scores(4, 4);

      // Given back, nothing of it lies over the page.
      await page.getByRole('button', { name: 'Back to the page' }).tap();
      await expect(pad.dialog).toHaveCount(0);
      await expect
        .poll(async () => {
          const [left, next] = [await again.boundingBox(), await page.locator('.hero .lead').boundingBox()];
          return left && next && left.y + left.height <= next.y;
        })
        .toBe(true);
    });
  }
});

test.describe('on a computer', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the front page’s board is taken over in French, once however often its link is clicked, and given back', async ({
    page,
  }) => {
    const { asked, kept } = watchPage(page);
    await page.goto('/fr/');
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/fr/demo/props.json') fetched.push(request.url());
    });
    await page.getByRole('link', { name: 'tenir le score' }).dblclick();
    await shows(page, 's', 4, 3);
    expect(fetched).toHaveLength(1);
    // The header cuts no words.
    await expect
      .poll(async () => {
        const headline = await page.locator('.hero h1').boundingBox();
        const header = await page.getByRole('banner').boundingBox();
        if (!headline || !header) return 'Both have a place.';
        const [top, bottom] = [headline.y, headline.y + headline.height];
        return bottom <= header.y + header.height || top >= header.y + header.height;
      })
      .toBe(true);
    // The keyboard is the pad's at once.
    await expect(page.locator('dialog.pad')).toBeFocused();
    await page.keyboard.press('a');
    await shows(page, 's', 5, 3);
    // A key sleeps after its tap.
    await expect
      .poll(async () => {
        await page.keyboard.press('a');
        return page.getByTestId('overlay-s1').textContent();
      })
      .toBe('6');
    await shows(page, 's', 6, 3);
    await expect(page.getByRole('link', { name: 'Nous contacter' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    expect(asked).toEqual([]);
    expect(await kept()).toEqual(NOTHING);

    const screen = page.locator('.hero').getByRole('img');
    await expect(screen).toBeHidden();
    await page.getByRole('button', { name: 'Retour à la page' }).click();
    await expect(screen).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recommencer' })).toBeFocused();
    await page.keyboard.press('Enter');
    await shows(page, 's', 6, 3);
    await page.getByRole('link', { name: 'Démo complète' }).click();
    await expect(page).toHaveURL('/fr/demo/');
    await shows(page, 's', 0, 0);
  });

  test('who only uses the keyboard reaches the pad and plays', async ({ page }) => {
    await page.goto('/demo/');
    await expect(page.locator('.pad')).toContainText('Rack 1');
    await page.getByRole('button', { name: 'Finish' }).focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('.pad :focus, .pad:focus')).toBeVisible();
    await page.keyboard.press('l');
    await shows(page, 's', 0, 1);
    await page.keyboard.press('u');
    await shows(page, 's', 0, 0);
    // Elsewhere keys are the page's.
    await page.getByRole('button', { name: 'Snooker' }).focus();
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Finish' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Get in touch' })).toBeVisible();
    await shows(page, 's', 0, 0);
    expect(await barriers(page)).toEqual([]);
  });

  test.describe('without what the demo needs', () => {
    test.use({ allowedErrors: [/Failed to load resource/] });

    test('the front page’s link leads to it', async ({ page }) => {
      await page.goto('/');
      await page.route('**/demo/props.json', (route) => route.abort(), { times: 1 });
      await page.getByRole('link', { name: 'Score this match' }).click();
      await expect(page).toHaveURL('/demo/');
    });
  });
});

test.describe('where the front page’s board plays', () => {
  test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' });

  for (const [address, take] of [
    ['/', 'Score this match'],
    ['/ar/', 'جرّبوا تسجيل النتيجة هنا'],
  ] as const)
    test(`it keeps its score and clock when it is taken over at ${address}`, async ({ page }) => {
      await page.goto(address);
      const board = page.locator('.hero .board');
      // From 4–3, once.
      await expect(board.locator('[data-score]')).toHaveText(['5', '3'], { timeout: 20_000 });
      const clock = await board.locator('[data-clock]').textContent();
      await page.getByRole('link', { name: take }).click();
      await shows(page, 's', 5, 3);
      const seconds = (text: string | null): number =>
        (text ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
      expect(seconds(await page.getByTestId('overlay-clock').textContent())).toBeGreaterThanOrEqual(
        seconds(clock),
      );
    });
});
