import type { Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { MARKETING } from '../built/budgets.ts';
import { SHIFT, shift } from './shift.ts';
import { expect, test } from './test.ts';

interface TraceEvent {
  readonly name: string;
  readonly args: {
    readonly beginData?: {
      readonly stackTrace?: readonly { readonly url: string }[];
      readonly dirtyObjects?: number;
      readonly totalObjects?: number;
    };
  };
}

const eventsOf = (trace: Buffer): TraceEvent[] =>
  (JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents;

/** The scripts of this site during which the browser had to lay out or style the page, from a trace. */
const forcing = (trace: Buffer, origin: string): string[] =>
  eventsOf(trace)
    .filter(({ name }) => name === 'Layout' || name === 'UpdateLayoutTree')
    .flatMap(({ args }) => args.beginData?.stackTrace ?? [])
    .map(({ url }) => url)
    .filter((url) => url.startsWith(origin));

/** Which part of the page's boxes each layout in a trace did. */
const layouts = (trace: Buffer): number[] =>
  eventsOf(trace)
    .filter(({ name }) => name === 'Layout')
    .map(({ args }) => (args.beginData?.dirtyObjects ?? 0) / (args.beginData?.totalObjects ?? 1));

interface Held {
  readonly requests: () => number;
  readonly release: () => void;
}

/** Answers to requests for fonts, which wait until they are released. */
const hold = async (page: Page, files: string): Promise<Held> => {
  let requests = 0;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(files, async (route) => {
    requests += 1;
    await promise;
    await route.continue();
  });
  return { requests: () => requests, release: () => resolve(undefined) };
};

const TYPEFACE = '**/readex-pro-*.woff2';

const holdTypeface = (page: Page): Promise<Held> => hold(page, TYPEFACE);
const holdHeadline = (page: Page): Promise<Held> => hold(page, '**/headlines-*.woff2');

/** Whether the headline is in its letters of the typeface. */
const hasHeadline = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const headline = document.querySelector('h1');
    return (
      headline !== null &&
      getComputedStyle(headline).fontFamily.startsWith('Headlines') &&
      [...document.fonts].some(({ family, status }) => family === 'Headlines' && status === 'loaded')
    );
  });

/** Whether the page's last section isn't laid out. */
const isSkipped = (page: Page): Promise<boolean> =>
  page
    .locator('.later > :last-child')
    .last()
    .evaluate((part) => !part.checkVisibility({ contentVisibilityAuto: true }));

/** The first screen's pictures that a browser requests only once the page is laid out. */
const latePictures = (page: Page): Promise<readonly string[]> =>
  page.locator('img[loading="lazy"]').evaluateAll((images: readonly HTMLImageElement[]) =>
    images.flatMap((image) => {
      const { top, width } = image.getBoundingClientRect();
      return width > 1 && top < innerHeight ? [image.currentSrc] : [];
    }),
  );

/** A ball of the mark before a text: at which end of the mark, its colour, and whether it moves. */
const ballOf = (page: Page, ball: '::before' | '::after') =>
  page.locator('.loading').evaluate((text, name) => {
    const { justifySelf, backgroundColor } = getComputedStyle(text, name);
    const isMoving = document
      .getAnimations()
      .some(({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement === name);
    return { justifySelf, backgroundColor, isMoving };
  }, ball);

const addresses = LOCALE_NAMES.flatMap((locale) =>
  MARKETING.map((name) => ({ locale, address: localizePath(ROUTES[name], locale) })),
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });

  const demos = LOCALE_NAMES.map((locale) => ({ locale, address: localizePath(ROUTES.demo, locale) }));
  for (const { locale, address } of [...addresses, ...demos]) {
    // A page has the same scripts in every language. The demo's television measures its names.
    const isTraced = locale === 'en' && address !== ROUTES.demo;

    test(`${address} waits for no layout to ask for pictures, and stays where it was painted first${isTraced ? ', and no script asks for its layout' : ''}`, async ({
      page,
      browser,
      baseURL,
    }) => {
      const headline = await holdHeadline(page);
      const typeface = await holdTypeface(page);
      if (isTraced) {
        await browser.startTracing(page, {
          categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.stack'],
        });
      }
      await page.goto(address, { waitUntil: 'commit' });
      // Its letters come late: nothing moves for them.
      await expect.poll(headline.requests).toBe(1);
      await expect
        .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
        .toBe(1);
      headline.release();
      await expect.poll(() => hasHeadline(page)).toBe(true);
      await expect.poll(typeface.requests).toBe(locale === 'ar' ? 2 : 1);
      typeface.release();
      await expect
        .poll(() => page.evaluate((key) => localStorage.getItem(key), `typeface-${locale}`))
        .toBe('1');
      if (address === localizePath(ROUTES.demo, locale)) {
        await expect(page.locator('html')).not.toHaveClass(/words-first/);
        await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loaded');
      }
      expect(await latePictures(page)).toEqual([]);
      await expect(page.locator('.later')).toHaveCount(0);
      if (isTraced) expect(forcing(await browser.stopTracing(), baseURL ?? '')).toEqual([]);
      expect(await shift(page)).toBeLessThanOrEqual(SHIFT);
    });
  }

  test('the first visit to a marketing page is read in the stand-in, and the next page begins in the typeface', async ({
    page,
  }) => {
    const typeface = await holdTypeface(page);
    const isThere = () => page.evaluate(() => document.fonts.check('600 32px "Readex Pro"', 'النتيجة'));
    await page.goto('/ar/');
    await expect.poll(typeface.requests).toBe(2);
    expect(await isThere()).toBe(false);
    await expect.poll(() => hasHeadline(page)).toBe(true);
    typeface.release();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('typeface-ar'))).toBe('1');
    expect(await isThere()).toBe(false);
    await expect(page.locator('html')).toHaveClass(/words-first/);
    await page.unroute(TYPEFACE);
    await page.goto('/ar/pricing/');
    await expect(page.locator('html')).not.toHaveClass(/words-first/);
    await expect.poll(isThere).toBe(true);
    expect(await shift(page)).toBeLessThanOrEqual(SHIFT);
  });

  test('a page isn’t laid out as a whole for its headline', async ({ page, browser }) => {
    const headline = await holdHeadline(page);
    await page.goto('/');
    await expect.poll(headline.requests).toBe(1);
    await expect(page.locator('.later')).toHaveCount(0);
    // The layout of the sections below isn't the headline's.
    await page.evaluate(() => document.body.scrollHeight);
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    headline.release();
    await expect.poll(() => hasHeadline(page)).toBe(true);
    const parts = layouts(await browser.stopTracing());
    expect(parts).not.toEqual([]);
    expect(Math.max(...parts)).toBeLessThan(0.2);
  });

  test('a page changes to the typeface when its letters are here', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: { isHere?: boolean } = {};
      Object.assign(window, { seen });
      const isFirst = () => document.documentElement.classList.contains('words-first');
      new MutationObserver((changes) => {
        if (changes.some(({ oldValue }) => oldValue?.includes('words-first')) && !isFirst())
          seen.isHere = document.fonts.check('1em "Readex Pro"');
      }).observe(document, { subtree: true, attributeFilter: ['class'], attributeOldValue: true });
    });
    await page.goto('/demo/');
    await expect
      .poll(() => page.evaluate(() => (window as { seen?: { isHere?: boolean } }).seen?.isHere))
      .toBe(true);
  });

  test('a helper’s first visit goes on in the typeface', async ({ page }) => {
    const typeface = await holdTypeface(page);
    await page.goto('/fr/score/');
    await expect(page.locator('html')).toHaveClass(/words-first/);
    await expect.poll(typeface.requests).toBeGreaterThan(0);
    typeface.release();
    await expect(page.locator('html')).not.toHaveClass(/words-first/);
    await expect.poll(() => page.evaluate(() => document.fonts.check('600 32px "Readex Pro"'))).toBe(true);
  });

  test.describe('before the page has settled', () => {
    // Chromium lays out everything nearer than one screen and a half: the shortest page is longer than that.
    test.use({ viewport: { width: 412, height: 640 } });

    test.beforeEach(async ({ page }) => {
      await page.addInitScript(() => {
        window.requestIdleCallback = () => 0;
      });
    });

    for (const width of [412, 1440]) {
      test(`what lies far below is skipped, but the footer is not, and takes about the place that it will have at ${width}`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 640 });
        for (const { address } of addresses) {
          await page.goto(address);
          // The contact page has nothing far below, and a computer shows more of each.
          if (width === 412 && (await page.locator('.later').count()) > 0)
            expect(await isSkipped(page), address).toBe(true);
          await expect(page.getByRole('contentinfo'), address).toContainText('2025', {
            useInnerText: true,
          });
          const change = await page.locator('.later').evaluateAll(async (parts) => {
            // A line may break elsewhere in the typeface's stand-in, and the visible part is known only once it is
            // painted.
            await document.fonts.ready;
            for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
            const { documentElement: whole } = document;
            const guessed = whole.scrollHeight;
            for (const part of parts) part.classList.remove('later');
            return whole.scrollHeight / guessed - 1;
          });
          expect.soft(Math.abs(change), address).toBeLessThan(0.1);
        }
      });
    }

    test('a focus and a search reach skipped parts', async ({ page }) => {
      await page.goto('/');
      const last = page.locator('.later').last().getByRole('link');
      await last.focus();
      await expect(last).toBeInViewport();
      await page.goto('/features/');
      expect(await isSkipped(page)).toBe(true);
      const headline = page.locator('.closing h2');
      await page.evaluate(`find(${JSON.stringify(await headline.textContent())})`);
      await expect(headline).toBeInViewport();
    });
  });

  test('a page that is never idle is laid out as a whole as well, and gets its icon', async ({ page }) => {
    await page.addInitScript(() => {
      // Its seconds pass a hundred times as fast.
      window.requestIdleCallback = (task, { timeout } = {}) =>
        timeout === undefined
          ? 0
          : window.setTimeout(() => task({ didTimeout: true, timeRemaining: () => 0 }), timeout / 100);
    });
    await page.goto('/');
    await expect(page.locator('.later')).toHaveCount(0);
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon.svg');
  });

  test('at rest nothing is skipped: screen readers find the end of the page', async ({ page, context }) => {
    await page.goto('/');
    await expect(page.locator('.later')).toHaveCount(0);
    const session = await context.newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    expect(nodes.map(({ name }) => String(name?.value))).toContainEqual(
      expect.stringContaining('Request installation'),
    );
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('nothing is skipped', async ({ page }) => {
      await page.goto('/');
      expect(await isSkipped(page)).toBe(false);
    });
  });
});

test.describe('an address without a result', () => {
  test.use({ allowedErrors: [/404/] });

  test('what loads shows the mark, the first player’s ball at the left, still for people who want less motion', async ({
    page,
  }) => {
    const held = await hold(page, '**/functions/v1/**');
    for (const [path, reducedMotion] of [
      ['/r/', 'no-preference'],
      ['/ar/r/', 'reduce'],
    ] as const) {
      await page.emulateMedia({ reducedMotion });
      await page.goto(`${path}${'A'.repeat(22)}`);
      await expect(page.getByRole('status').locator('.loading')).toBeVisible();
      const isMoving = reducedMotion === 'no-preference';
      const ivory = 'rgb(246, 243, 234)';
      const red = 'rgb(216, 64, 58)';
      // React may draw the text anew while it is looked at.
      await expect
        .poll(() => ballOf(page, '::before'))
        .toEqual({ justifySelf: 'left', backgroundColor: ivory, isMoving });
      await expect
        .poll(() => ballOf(page, '::after'))
        .toEqual({ justifySelf: 'right', backgroundColor: red, isMoving });
    }
    held.release();
    await expect(page.getByTestId('result-missing')).toBeVisible();
  });
});
