import { expect, signIn, test } from './test.ts';

/** Fields for numbers, at an Arabic keyboard. */

test('Quick Update and a new match put numbers in Arabic digits on air, and mark text that isn’t a number', async ({
  page,
  context,
  owner,
}) => {
  const link = await signIn(page, owner);
  const overlay = await context.newPage();
  await overlay.goto(link);
  const onAir = overlay.getByTestId('overlay-s1');
  await page.goto('/ar/dashboard/');
  const form = page.getByRole('form', { name: 'تحديث سريع' });
  const score = form.getByLabel('نتيجة اللاعب أ', { exact: true });
  const said = form.getByTestId('save-status');
  const save = async (): Promise<void> => {
    await form.getByRole('button', { name: 'حفظ' }).click();
    await expect(said).toHaveText('تم الحفظ');
  };

  for (const [typed, shown] of [
    ['٨', '8'],
    ['۱۲', '12'],
    ['7', '7'],
  ] as const) {
    await score.click();
    await page.keyboard.insertText(typed);
    await expect(score).toHaveValue(typed);
    await expect(score).toHaveAccessibleDescription('');
    await save();
    await expect(onAir).toHaveText(shown);
    await expect(score).toHaveValue(shown);
  }

  await score.press('ArrowUp');
  await expect(score).toHaveValue('8');
  await score.press('ArrowDown');
  await score.press('ArrowDown');
  await expect(score).toHaveValue('6');
  await score.hover();
  await page.mouse.wheel(0, 300);
  await expect(score).toHaveValue('6');

  await score.fill('سبعة');
  await expect(score).toHaveAttribute('aria-invalid', 'true');
  await expect(score).toHaveAccessibleDescription('هذا ليس عددًا: سيُحفظ 0.');
  await save();
  await expect(onAir).toHaveText('0');

  await page.getByRole('link', { name: 'مباراة جديدة' }).click();
  const dialog = page.getByRole('dialog', { name: 'مباراة جديدة' });
  await dialog.getByText('بلياردو 8 كرات', { exact: true }).click();
  const race = dialog.getByRole('group', { name: 'الفوز عند' }).getByLabel('غير ذلك');
  await race.fill('x');
  await expect(race).toHaveAttribute('aria-invalid', 'true');
  await race.fill('٦');
  await expect(race).not.toHaveAttribute('aria-invalid');
  await dialog.getByRole('button', { name: 'بدء المباراة' }).click();
  await expect(dialog).toBeHidden();
  await expect(overlay.getByTestId('overlay-race-to')).toContainText('6');
});
