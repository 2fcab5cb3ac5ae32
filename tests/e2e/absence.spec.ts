import { letIn } from './let-in.ts';
import { barriers } from './barriers.ts';
import { beginMatch, padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

test.use({
  ...PHONE,
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to fetch/],
});

test('a rack that two give while one of them is away counts once, and only the rest is asked about', async ({
  page,
  context,
  browser,
  owner,
}) => {
  await page.clock.install();
  await signIn(page, owner);
  await openScreen(page, 'Staff and televisions');
  const youssef = await letIn(browser, '', page, { name: 'Youssef', role: 'Admin' });
  await openScreen(page, 'Tables');
  await page.getByRole('main').getByRole('link', { name: 'Table 1', exact: true }).tap();
  const pad = await beginMatch(page, { game: '8-Ball', p1: 'Amine', p2: 'Brahim', length: '5' });
  await openScreen(youssef.phone, 'Tables');
  await youssef.phone.getByRole('main').getByRole('link', { name: 'Table 1', exact: true }).tap();
  await youssef.phone.getByRole('link', { name: 'Score', exact: true }).tap();
  const others = padOn(youssef.phone);
  await pad.rack('A', 1);
  await others.scores(1, 0);

  /** The first phone has no network for fourteen seconds, in which both score. */
  const away = async (own: () => Promise<void>, theirs: () => Promise<void>): Promise<void> => {
    await context.setOffline(true);
    await own();
    await theirs();
    await others.waiting(0);
    await page.clock.fastForward(14_000);
    await context.setOffline(false);
  };

  // The same rack: no question.
  await away(
    () => pad.rack('B', 1),
    () => others.rack('B', 1),
  );
  await pad.waiting(0);
  await pad.scores(1, 1);
  await others.scores(1, 1);
  await expect(pad.sheet).toBeHidden();

  // One of two: the other one is asked about, by its number.
  await away(
    async () => {
      await pad.rack('A', 2);
      await pad.rack('B', 2);
    },
    () => others.rack('A', 2),
  );
  await expect(pad.sheet.getByRole('heading', { name: 'Does this still count?' })).toBeVisible();
  await expect(pad.sheet.getByTestId('meanwhile').getByRole('listitem')).toHaveText([
    /Rack 3 to .*Amine.*Youssef/,
  ]);
  const asked = pad.sheet.getByTestId('asked').getByRole('listitem');
  await expect(asked).toHaveText([/Rack 4 to .*Brahim.*The score becomes 2–2/]);
  expect(await barriers(page)).toEqual([]);
  await pad.tap('drop');
  await expect(pad.sheet).toBeHidden();
  await pad.scores(2, 1);
  await others.scores(2, 1);

  // Each separately: the second of two is scored, which ends nothing; the first is left out.
  await away(
    async () => {
      await pad.rack('A', 3);
      await pad.rack('A', 4);
    },
    () => others.rack('B', 2),
  );
  await expect(asked).toHaveText([
    /Rack 4 to .*Amine.*The score becomes 3–2/,
    /Rack 5 to .*Amine.*The score becomes 3–2/,
  ]);
  await asked.nth(1).getByRole('button', { name: 'Score it' }).tap();
  await expect(asked).toHaveText([/Rack 4 to .*Amine.*The score becomes 4–2/]);
  await pad.tap('drop');
  await pad.scores(3, 2);
  await others.scores(3, 2);
  await youssef.context.close();
});
