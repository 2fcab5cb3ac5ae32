import sharp from 'sharp';
import { MANIFEST, SCORE_MANIFEST } from '../../src/config/app.ts';
import { PRODUCT } from '../../src/config/product.ts';
import { LOCALE_NAMES, LOCALES } from '../../src/i18n/locales.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { expect, test } from './test.ts';

interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly description: string;
  readonly id: string;
  readonly start_url: string;
  readonly icons: readonly { src: string; sizes: string; type: string; purpose: string }[];
}

for (const locale of LOCALE_NAMES) {
  const { code, lang, dir } = LOCALES[locale];

  test(`${code} the manifest is linked, whole and in its language`, async ({ page, request }) => {
    await page.goto(localizePath('/contact/', locale));
    const link = page.locator('link[rel="manifest"]');
    await expect(link).toHaveAttribute('href', localizePath(MANIFEST, locale));
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg');
    const answer = await request.get(localizePath(MANIFEST, locale));
    expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).toMatchObject({
      short_name: PRODUCT.name,
      id: localizePath('/', locale),
      start_url: localizePath('/dashboard/', locale),
      scope: '/',
      display: 'standalone',
      lang,
      dir,
    });
    expect(manifest.name).toContain(PRODUCT.name);
    expect(manifest.description).toMatch(/.{20,}/);
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    // Scorers have their own app, which opens on their page.
    const score = await request.get(localizePath(SCORE_MANIFEST, locale));
    expect(score.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const start = localizePath('/score/', locale);
    expect(await score.json()).toMatchObject({ id: start, start_url: start, lang, dir });
    // The browser's own reading, which lists the parts it can't use.
    const devtools = await page.context().newCDPSession(page);
    const { errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Playwright's contexts are private windows, where nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });
}

test('icons have the sizes that the manifest gives, and the maskable one fills its square', async ({
  request,
}) => {
  const { icons } = (await (await request.get(MANIFEST)).json()) as Manifest;
  for (const { src, sizes, purpose } of icons) {
    const answer = await request.get(src);
    expect(answer.headers()['content-type']).toBe('image/png');
    const picture = sharp(await answer.body());
    const { width, height, format } = await picture.metadata();
    expect(`${width}x${height} ${format}`).toBe(`${sizes} png`);
    expect((await picture.stats()).isOpaque, src).toBe(purpose === 'maskable');
  }
});
