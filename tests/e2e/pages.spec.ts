import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ROUTES } from '../../src/config/routes.ts';
import { THEMES } from '../../src/core/overlay/board.ts';
import { LAYOUTS } from '../../src/core/overlay/layouts.ts';
import { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES, type Locale } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { look, wakeUp } from './look.ts';
import { SHIFT, shift } from './shift.ts';
import { expect, signIn, test } from './test.ts';
import { walk } from './walk.ts';

/** Every page in every language, opened once at each width for all that is asked of every page. */

const AREAS = readdirSync('i18n/en').map((file) => file.replace(/\.json$/, ''));

const PHONE = 390;
const COMPUTER = 1440;

/** Those that show themselves to a visitor; the others lead to one of them, and a television has its own test. */
const shown = [
  ...Object.entries(ROUTES)
    .filter(([name]) => !['dashboard', 'snapshotShort', 'tv', 'overlay'].includes(name))
    .map(([name, path]) => [name, name === 'snapshot' ? `${path}?match=demo-b1` : path] as const),
  ['not-found', '/404.html'] as const,
];

// Nothing is caught half faded, and no stop on its way into view.
test.use({ reducedMotion: 'reduce' });

// A phone's first visit is in a local typeface, which differs from machine to machine.
test.beforeEach(async ({ page }) => {
  await page.addInitScript((languages) => {
    for (const lang of languages) localStorage.setItem(`typeface-${lang}`, '1');
  }, LOCALE_NAMES);
});

const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const softly = expect.configure({ soft: true });

/** Every page of the site: its declared language, its parts, and no missing text. */
const expectWhole = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // At rest the whole page is laid out.
  await expect(page.locator('.later')).toHaveCount(0);
  await expect(page.getByRole('navigation').first()).toBeAttached();
  await expect(page.getByRole('contentinfo')).toContainText('2025');
  // A missing translation would show its key.
  await softly(page.locator('body')).not.toContainText(
    new RegExp(`\\b(${AREAS.join('|')})\\.[a-z][A-Za-z]+`),
    { useInnerText: true },
  );
};

/** The browser's own setting for the size of letters, which widths in rem follow too. */
const setTextSize = async (page: Page, pixels: number): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
  await expect(page.locator('html')).toHaveCSS('font-size', `${pixels}px`);
  await devtools.detach();
};

/** Texts that are cut off at the side. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, p, li, a:not(.skip-link), button, label, summary')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        // What only screen readers read is one pixel wide.
        const isDrawn = element.clientWidth > 1;
        return isDrawn && overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );

/** Controls that have neither an edge nor a line where the reader's own colours replace the site's. */
const bareControls = (page: Page): Promise<string[]> =>
  page
    .locator('main a.button, main button:visible, main input, main textarea, main select')
    .evaluateAll((controls) =>
      controls
        .filter((control) => {
          const { appearance, borderStyle, textDecorationLine } = getComputedStyle(control);
          // The browser draws the edge of its own radio buttons, and a picture has no controls.
          if (control.matches('[type=radio]') && appearance !== 'none') return false;
          if (control.matches('[inert] *')) return false;
          return borderStyle === 'none' && textDecorationLine === 'none';
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 100))
        .filter((markup) => !markup.includes('carousel__dot')),
    );

for (const path of [ROUTES.dashboard, ROUTES.snapshotShort]) {
  test(`${path} leads to a whole page in each language`, async ({ page }) => {
    for (const locale of LOCALE_NAMES) {
      expect((await page.goto(localizePath(path, locale)))?.status()).toBe(200);
      // A visitor who isn't signed in is sent from the dashboard to the login page.
      if (path === ROUTES.dashboard) await expect(page).toHaveURL(localizePath(ROUTES.login, locale));
      await expect(page.locator('html')).toHaveAttribute('lang', LOCALES[locale].lang);
      await expectWhole(page);
      for (const width of [320, PHONE, COMPUTER]) {
        await page.setViewportSize({ width, height: 900 });
        await expect
          .poll(() => sidewaysScroll(page), `sideways scroll at ${width} px`)
          .toBeLessThanOrEqual(0);
      }
    }
  });
}

/**
 * Where a page is opened. Arabic differs from English by its direction, which a phone shows, and French by the length
 * of its words alone: where there is no room for them is measured at every width.
 */
const openedAt = (locale: Locale): readonly number[] =>
  locale === DEFAULT_LOCALE ? [PHONE, COMPUTER] : [PHONE];

/** Where a page is compared with its picture: one of each script, and of each layout. */
const PICTURED: Readonly<Partial<Record<Locale, number>>> = { en: COMPUTER, ar: PHONE };

for (const [name, path] of shown) {
  test(`${path} is for everybody, and looks as it did, in each language`, async ({ page }) => {
    test.slow();
    for (const locale of LOCALE_NAMES) {
      for (const width of openedAt(locale)) {
        const place = `in ${locale} at ${width}`;
        await page.setViewportSize({ width, height: 900 });
        const response = await page.goto(localizePath(path, locale));
        if (name !== 'not-found') expect(response?.status()).toBe(200);
        // Without a link it opens no table, which it knows a moment after it is drawn.
        if (name === 'score') await expect(page.getByRole('main').getByRole('button')).toBeVisible();
        if (name === 'result' || name === 'tournament')
          await expect(page.getByTestId(`${name}-missing`)).toBeVisible();
        if (name === 'demo') await expect(page.getByTestId('overlay-p1')).not.toBeEmpty();
        if (name === 'hall') await expect(page.getByTestId('tile')).toHaveCount(4);
        await test.step(`is whole ${place}`, () => expectWhole(page));
        // French has the markup of English.
        if (locale !== 'fr') {
          await test.step(`has no barriers that axe finds ${place}`, async () => {
            expect.soft(await barriers(page, { contrast: locale === 'en' }), place).toEqual([]);
          });
          await test.step(`can be walked through with Tab ${place}`, () => walk(page));
        }
        await test.step(`is awake ${place}`, () => wakeUp(page));
        // The sample venue's screens have pictures of their own.
        if (PICTURED[locale] === width && name !== 'hall') {
          await test.step(`looks as it did ${place}`, () => look(page, `${name}-${locale}-${width}`));
        }
        if (locale === 'en') {
          await test.step(`has a line or an edge for each control in the reader’s own colours ${place}`, async () => {
            await page.emulateMedia({ forcedColors: 'active' });
            await softly.poll(() => bareControls(page), place).toEqual([]);
            await page.emulateMedia({ forcedColors: 'none' });
          });
        }
        for (const other of width === PHONE ? [PHONE, 320, COMPUTER] : [COMPUTER]) {
          await test.step(`does not scroll sideways at ${other}`, async () => {
            await page.setViewportSize({ width: other, height: 900 });
            await softly.poll(() => sidewaysScroll(page), `${place}, then ${other}`).toBeLessThanOrEqual(0);
          });
        }
      }
      await test.step(`loses nothing in ${locale} when its text has twice the size`, async () => {
        await page.setViewportSize({ width: 1280, height: 900 });
        await setTextSize(page, 32);
        await softly.poll(() => sidewaysScroll(page), locale).toBeLessThanOrEqual(0);
        await softly.poll(() => cutTexts(page), locale).toEqual([]);
        await setTextSize(page, 16);
      });
    }
  });
}

test('the dashboard and the overlay have no barriers that axe finds, and look as they did', async ({
  page,
  owner,
}) => {
  const link = await signIn(page, owner);
  await expect(page.getByTestId('overlay-p1')).toHaveText('PLAYER A');
  expect(await shift(page)).toBeLessThanOrEqual(SHIFT);
  expect(await barriers(page)).toEqual([]);
  for (const locale of ['en', 'ar'] as const) {
    await page.goto(localizePath(ROUTES.dashboard, locale));
    await expect(page.getByTestId('overlay-link')).toContainText('/overlay/');
    // The link is there at once; the board is read after it.
    await expect(page.getByTestId('overlay-p1')).toHaveText('PLAYER A');
    const width = PICTURED[locale] ?? COMPUTER;
    await page.setViewportSize({ width, height: 900 });
    await look(page, `dashboard-${locale}-${width}`);
  }
  await page.goto(ROUTES.dashboard);
  await page.setViewportSize({ width: PHONE, height: 900 });
  await page.getByLabel('Player A').fill('Youssef');
  expect(await barriers(page)).toEqual([]);
  await page.setViewportSize(LAYOUTS.bar);
  for (const theme of THEMES) {
    await page.goto(link.replace('theme=dark', `theme=${theme}`));
    await expect(page.getByTestId('overlay')).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await look(page, `overlay-${theme}`);
  }
});

test('the desk of a match, its windows and all tables are for everybody, in each language', async ({
  page,
  owner,
}) => {
  test.slow();
  await signIn(page, owner);
  const { begin, call, tables } = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const [table] = await tables();
  if (!table) throw new Error('An owner has a table.');
  const { act } = await begin(table, 'snooker', { p1: 'M'.repeat(60), p2: 'محمد أمين بن عبد الله العلوي' });
  for (const ball of ['red', 'blue', 'red']) await act('pot', { balls: [ball] });
  await call('add_table', { title: 'W'.repeat(60) });
  const desk = page.locator('.desk');

  for (const locale of LOCALE_NAMES) {
    const dashboard = localizePath(ROUTES.dashboard, locale);
    const expectForEverybody = (what: string): Promise<void> =>
      test.step(`${locale}: ${what}`, async () => {
        // French differs from English in nothing that axe could notice.
        if (locale !== 'fr')
          expect.soft(await barriers(page, { contrast: locale === 'en' }), what).toEqual([]);
        await softly.poll(() => cutTexts(page), what).toEqual([]);
        for (const width of [320, PHONE, COMPUTER]) {
          await page.setViewportSize({ width, height: 900 });
          await softly
            .poll(() => sidewaysScroll(page), `${what}: sideways scroll at ${width}`)
            .toBeLessThanOrEqual(0);
        }
        await page.setViewportSize({ width: PHONE, height: 900 });
      });

    await page.setViewportSize({ width: PHONE, height: 900 });
    await page.goto(`${dashboard}#tables`);
    await expect(page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })).toHaveCount(
      2,
    );
    await expectForEverybody('all tables');
    await page.goto(`${dashboard}#${table.id}`);
    await expect(desk.getByTestId('overlay-points-1')).toHaveText('7');
    await expectForEverybody('the desk');
    const openers = desk.locator('.desk__key:last-child, .desk__match-buttons button, .desk__table button');
    await expect(openers).not.toHaveCount(0);
    for (const opener of await openers.all()) {
      await opener.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectForEverybody((await opener.textContent()) ?? '');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
});

test('the overlay of each game has no barriers that axe finds, and looks as it did', async ({
  page,
  owner,
}) => {
  const { begin, tables } = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const tableNow = async () => {
    const [table] = await tables();
    if (!table) throw new Error('An owner has a table.');
    return table;
  };
  const games = {
    snooker: async () => {
      const { act } = await begin(await tableNow(), 'snooker');
      for (const ball of ['red', 'blue', 'red', 'black', 'red']) await act('pot', { balls: [ball] });
      return 'overlay-break';
    },
    'snooker-won': async () => {
      const { act } = await begin(await tableNow(), 'snooker', { p2: 'عبد الرحمن بن عبد الله العلوي' });
      await act('concede', { side: 'A' });
      return 'overlay-frameWon';
    },
    pool: async () => {
      const { act, standShot } = await begin(await tableNow(), 'eight-ball', { raceTo: 9 });
      await act('foul', { side: 'B' });
      // A running one would be another picture each second.
      await standShot(30, 10);
      return 'overlay-fouls';
    },
  };
  await page.setViewportSize(LAYOUTS.bar);
  for (const [name, play] of Object.entries(games)) {
    const seen = await play();
    for (const [theme, lang] of [
      ['dark', 'en'],
      ['light', 'ar'],
    ] as const) {
      await page.goto(`/overlay/${(await tableNow()).token}?theme=${theme}&lang=${lang}`);
      await expect(page.getByTestId(seen)).toBeVisible();
      expect(await barriers(page)).toEqual([]);
      await look(page, `overlay-${name}-${theme}`);
    }
  }
});
