import { readFileSync } from 'node:fs';
import { ROUTES } from '../../src/config/routes.ts';
import { LOCALE_NAMES, LOCALES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { PUBLIC_PAGE_NAMES } from '../../src/seo/pages.ts';
import { settled } from './settled.ts';
import { expect, test } from './test.ts';

for (const locale of LOCALE_NAMES) {
  const { lang, dir, code } = LOCALES[locale];

  test(`${code} unknown addresses get the 404 page of their language`, async ({ request }) => {
    const response = await request.get(localizePath('/no-such-page', locale));
    expect(response.status()).toBe(404);
    expect(await response.text()).toContain(`<html lang="${lang}" dir="${dir}"`);
  });
}

test('titles and descriptions are unique', async ({ request }) => {
  const seen = new Set<string>();
  for (const locale of LOCALE_NAMES) {
    for (const name of PUBLIC_PAGE_NAMES) {
      const html = await (
        await request.get(localizePath(ROUTES[name as keyof typeof ROUTES], locale))
      ).text();
      for (const pattern of [/<title>([^<]+)<\/title>/, /<meta name="description" content="([^"]+)"/]) {
        const text = pattern.exec(html)?.[1] ?? '';
        expect(seen.has(text), text).toBe(false);
        seen.add(text);
      }
    }
  }
});

test('the navigation leads everywhere and marks where one is', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  for (const [label, path] of [
    ['Features', '/features/'],
    ['Pricing', '/pricing/'],
    ['How it works', '/how-it-works/'],
    ['Contact', '/contact/'],
    ['Home', '/'],
  ] as const) {
    const link = page.getByRole('banner').getByRole('link', { name: label, exact: true });
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('banner').getByRole('link', { name: label, exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  }
  await page.getByRole('banner').getByRole('link', { name: 'Get started', exact: true }).click();
  await expect(page).toHaveURL('/contact/');
  await page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/login/');
});

test('on a phone the menu holds the same links and a language row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const menu = page.getByRole('banner');
  await expect(menu.getByRole('link', { name: 'Pricing', exact: true })).toBeHidden();
  await menu.getByLabel('Open menu').click();
  for (const label of [
    'Home',
    'Features',
    'Pricing',
    'How it works',
    'Demo',
    'Contact',
    'Get started',
    'Login',
  ]) {
    await expect(menu.getByRole('link', { name: label, exact: true }).last()).toBeVisible();
  }
  await menu
    .getByRole('link', { name: /العربية/ })
    .last()
    .click();
  await expect(page).toHaveURL('/ar/');
});

test('the demo, the company and privacy are in the footer, and the bar keeps its five links', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const locale of LOCALE_NAMES) {
    await page.goto(localizePath('/', locale));
    const bar = page.getByRole('banner').getByRole('navigation').filter({ visible: true });
    await expect(bar.getByRole('link')).toHaveCount(5);
    for (const route of [ROUTES.demo, ROUTES.about, ROUTES.privacy]) {
      const address = localizePath(route, locale);
      await page.getByRole('contentinfo').locator(`a[href="${address}"]`).click();
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }
});

test('home has its blocks in order', async ({ page }) => {
  await page.goto('/');
  const home = JSON.parse(readFileSync('i18n/en/home.json', 'utf8')) as Record<string, { title: string }>;
  // Until then, parts far below have no rendered text.
  await expect(page.locator('.later')).toHaveCount(0);
  const main = await page.getByRole('main').innerText();
  const places = ['hero', 'gains', 'steady', 'system', 'why', 'panel', 'final'].map((block) =>
    main.indexOf(home[block]?.title ?? '?'),
  );
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  await expect(page.getByRole('link', { name: 'Get started today' })).toHaveAttribute('href', '/contact/');
  await expect(page.getByRole('link', { name: 'Request installation' })).toHaveAttribute('href', '/contact/');
});

test('the package button opens a chat with a greeting', async ({ page }) => {
  await page.goto('/pricing/');
  await expect(page.getByText('Most Popular')).toBeVisible();
  const href = await page
    .getByRole('main')
    .getByRole('link', { name: 'Get started' })
    .first()
    .getAttribute('href');
  expect(href).toMatch(/^https:\/\/wa\.me\/\d{8,15}\?text=.{10,}/);
});

test('the contact page offers WhatsApp first, whose greeting asks for tables, game and city', async ({
  page,
}) => {
  await page.goto('/contact/');
  const chat = page.getByRole('main').getByRole('link', { name: 'Open WhatsApp' });
  const text = new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
  for (const asked of [/^Number of tables: $/m, /^Pool or snooker: $/m, /^City: $/m])
    expect(text).toMatch(asked);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [above, form] = [await chat.boundingBox(), await page.locator('.contact-form').boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0), `at ${width}`).toBeLessThan(form?.y ?? 0);
  }
});

test('the package says what is provided and what is needed, side by side where there is room', async ({
  page,
}) => {
  const tops = () =>
    page
      .locator('.package__slip h3')
      .evaluateAll((titles) => titles.map((title) => title.getBoundingClientRect().top));
  await page.goto('/pricing/#need');
  await expect(page.getByRole('heading', { name: 'You need', exact: true })).toBeInViewport();
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [provided, needed] = await tops();
    expect(needed, `at ${width}`).toBe(provided);
  }
});

test('headings of cards in a row are level', async ({ page }) => {
  for (const locale of LOCALE_NAMES) {
    await page.goto(localizePath(ROUTES.features, locale));
    await expect(page.locator('.later')).toHaveCount(0);
    for (const width of [1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const cards = await page
        .locator('.feature')
        .evaluateAll((all) =>
          all.map((card) => [
            Math.round(card.getBoundingClientRect().top),
            card.querySelector('h2')?.getBoundingClientRect().top ?? 0,
          ]),
        );
      const rows = Map.groupBy(cards, ([top]) => top);
      expect(rows.size).toBe(3);
      for (const row of rows.values()) {
        const heights = row.map(([, heading]) => heading ?? 0);
        expect(Math.max(...heights) - Math.min(...heights), `${locale} at ${width}`).toBeLessThanOrEqual(2);
      }
    }
  }
});

test('nothing covers the key to the demo in the last step', async ({ page }) => {
  for (const locale of LOCALE_NAMES) {
    await page.goto(localizePath(ROUTES.howItWorks, locale));
    await expect(page.locator('.later')).toHaveCount(0);
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const [screen, key] = [
        await page.locator('.steps .screen').boundingBox(),
        await page.locator('.steps .button').boundingBox(),
      ];
      expect((screen?.y ?? 0) + (screen?.height ?? 0), `${locale} at ${width}`).toBeLessThan(key?.y ?? 0);
    }
  }
});

test('marketing pages work without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('banner').getByLabel('Open menu').click();
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Français/ })
    .last()
    .click();
  await expect(page).toHaveURL('/fr/');
  await page.goto('/contact/');
  await expect(page.getByText(/JavaScript/)).toBeVisible();
  await context.close();
});

test('headlines end before what their pictures show', async ({ page }) => {
  // The start of the boards and the phone, by the width of the screen, from the side where reading starts.
  const subject = 0.495;
  for (const locale of LOCALE_NAMES) {
    for (const name of ['features', 'pricing', 'howItWorks', 'contact'] as const) {
      const address = localizePath(ROUTES[name], locale);
      await page.goto(address);
      for (const width of [1056, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        const reach = () =>
          page.locator('.opening h1').evaluate((headline) => {
            const words = document.createRange();
            words.selectNodeContents(headline);
            const { left, right } = words.getBoundingClientRect();
            return (document.dir === 'rtl' ? innerWidth - left : right) / innerWidth;
          });
        await expect.poll(reach, `${address} at ${width}`).toBeLessThan(subject);
      }
      // The widest screens have room for both.
      await page.setViewportSize({ width: 2560, height: 900 });
      await settled(page);
      const gap = () =>
        page.locator('.opening').evaluate((opening) => {
          const words = document.createRange();
          words.selectNodeContents(opening.querySelector('h1') ?? opening);
          const text = words.getBoundingClientRect();
          const picture = opening.querySelector('.opening__picture')?.getBoundingClientRect() ?? text;
          return document.dir === 'rtl' ? text.left - picture.right : picture.left - text.right;
        });
      await expect.poll(gap, `${address} at 2560`).toBeGreaterThanOrEqual(0);
    }
  }
});

test('behind the last words there is the table, and no television', async ({ page }) => {
  // The photo's part from the top that its television takes.
  const television = 0.52;
  await page.goto('/features/');
  for (const width of [390, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = () =>
      page.locator('.closing').evaluate((closing) => {
        const photo =
          closing.querySelector('img')?.getBoundingClientRect() ?? closing.getBoundingClientRect();
        const drawn = Math.max(photo.height, (photo.width * 9) / 16);
        return 1 - closing.getBoundingClientRect().height / drawn;
      });
    await settled(page);
    await expect.poll(cut, `at ${width}`).toBeGreaterThanOrEqual(television);
  }
});
