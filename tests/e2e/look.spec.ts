import { LAYOUT_NAMES } from '../../src/core/overlay/layouts.ts';
import { DESIGNS } from '../../src/core/overlay/look.ts';
import { LOCALE_NAMES } from '../../src/i18n/locales.ts';
import { ROUTES } from '../../src/config/routes.ts';
import { localizePath } from '../../src/i18n/urls.ts';
import { isolated } from '../../src/i18n/isolated.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { expect, signIn, test } from './test.ts';

/** The link maker: choices show in the preview and in the link. */

test('a chosen look shows in the preview, and by the link elsewhere', async ({
  page,
  owner,
  otherDevice,
}) => {
  const usual = await signIn(page, owner);
  await page.getByRole('link', { name: 'Choose its look' }).click();
  await expect(page).toHaveURL(/\/look$/);
  const link = page.getByTestId('look-link');
  const seen = page.getByTestId('look-picture').getByTestId('overlay');
  await expect(link).toHaveText(usual);
  await expect(seen).toHaveAttribute('data-layout', 'bar');

  const choices = page.getByRole('region', { name: 'Your choices' });
  // Each choice is a picture of the table's board, named by its word alone.
  const drawn = (kind: 'layout' | 'design') =>
    choices
      .getByRole('group', { name: kind === 'layout' ? 'Layout' : 'Design', exact: true })
      .getByTestId('overlay')
      .evaluateAll((boards, name) => boards.map((board) => board.getAttribute(`data-${name}`)), kind);
  await choices.getByRole('radio', { name: 'Club', exact: true }).scrollIntoViewIfNeeded();
  await expect.poll(() => drawn('layout')).toEqual(LAYOUT_NAMES);
  await expect.poll(() => drawn('design')).toEqual(DESIGNS);
  await expect(choices.getByText('This layout has no place for sponsors.')).toBeVisible();
  await choices.getByText('Lower third', { exact: true }).click();
  await choices.getByText('Slate', { exact: true }).click();
  await choices.getByText('Light', { exact: true }).click();
  await choices.getByText('العربية', { exact: true }).click();
  await choices.getByText('Still', { exact: true }).click();
  await choices.getByText('Hidden', { exact: true }).click();
  await choices.getByText('Your own', { exact: true }).click();
  await page.getByLabel('Your colour').fill('#3366cc');
  const size = page.getByRole('slider', { name: 'Size' });
  await size.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');

  await expect(seen).toHaveAttribute('data-layout', 'lower');
  await expect(seen).toHaveAttribute('data-design', 'slate');
  await expect(seen).toHaveAttribute('data-theme', 'light');
  await expect(seen).toHaveAttribute('data-motion', 'none');
  const made = async () => new URL((await link.textContent()) ?? '');
  await expect
    .poll(async () => Object.fromEntries((await made()).searchParams))
    .toEqual({
      theme: 'light',
      layout: 'lower',
      design: 'slate',
      lang: 'ar',
      scale: '1.1',
      accent: '3366cc',
      motion: 'none',
      sponsors: 'none',
    });
  const { href } = await made();
  const obs = page.getByRole('region', { name: 'OBS Studio' });
  await expect(obs.getByText('1320', { exact: true })).toBeVisible();
  await expect(obs.getByText('203', { exact: true })).toBeVisible();

  const elsewhere = await otherDevice.newPage();
  await elsewhere.goto(href);
  const shown = elsewhere.getByTestId('overlay');
  await expect(shown).toHaveAttribute('data-layout', 'lower');
  await expect(shown).toHaveAttribute('data-design', 'slate');
  await expect(shown).toHaveAttribute('data-theme', 'light');
  await expect(shown.getByTestId('overlay-table')).toHaveText('الطاولة 1');

  // The device keeps it, and gives it up when asked.
  await page.reload();
  await expect(link).toHaveText(href);
  await page.getByRole('button', { name: 'Back to the default look' }).click();
  await expect(link).toHaveText(usual);
  await page.getByRole('link', { name: `Back to ${isolated('Table 1')}` }).click();
  await expect(page.getByTestId('overlay-link')).toHaveText(usual);
});

test('the link maker is played by the keyboard, and has no barriers in any language', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  const [table] = await (await openVenue(process.env['E2E_ORIGIN'] ?? '', owner)).tables();
  for (const locale of LOCALE_NAMES) {
    await page.goto(`${localizePath(ROUTES.dashboard, locale)}#${table?.id ?? ''}/look`);
    const seen = page.getByTestId('look-picture').getByTestId('overlay');
    await expect(seen).toHaveAttribute('data-layout', 'bar');
    const bar = page.getByRole('radio').first();
    await bar.focus();
    await page.keyboard.press('ArrowDown');
    await expect(seen).toHaveAttribute('data-layout', 'corner');
    await expect(page.getByTestId('look-link')).toContainText('layout=corner');
    await page.keyboard.press('ArrowUp');
    await expect(seen).toHaveAttribute('data-layout', 'bar');
    expect(await barriers(page, { contrast: locale === 'en' })).toEqual([]);
  }
});
