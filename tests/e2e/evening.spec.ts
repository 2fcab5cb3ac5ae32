import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { EVENING, playEvening, type PlannedMatch } from '../common/evening.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { beginMatch, padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

test.use(PHONE);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const dateOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10);

/** A match as a list or a file has it. */
const lineOf = ({ names, scores }: Pick<PlannedMatch, 'names' | 'scores'>): string =>
  [...names, ...scores].join(' | ');

test('an evening of 40 matches, by the pad, scorer links and a machine, is on record as it was played', async ({
  page,
  owner,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  await signIn(page, owner);
  const venue = await openVenue(origin, owner);
  // Of the venue's day before yesterday, which ends at 06:00: Morocco's clocks are on UTC.
  const opened = Math.floor((Date.now() - 2 * DAY - 6 * HOUR) / DAY) * DAY + 6 * HOUR;
  await playEvening(venue, opened);
  const [first, second] = await venue.tables();
  if (!first || !second) throw new Error('There are no tables.');

  // Two more on the pad, now.
  await page.goto(`/dashboard/#${first.id}`);
  for (const number of [1, 2]) {
    const pad = await beginMatch(page, { game: '8-Ball', p1: 'Nadia', p2: `Omar ${number}`, length: '3' });
    await pad.rack('A', 3);
    await pad.waiting(0);
    await page.goBack();
    await expect(padOn(page).dialog).toBeHidden();
  }

  // And six by HTTP.
  await venue.begin(second, 'nine-ball', { p1: 'Machine', p2: 'سلمى بناني', raceTo: 1 });
  const { secret } = (await venue.call('add_scorer_link', {
    table_id: second.id,
    label: 'Remote',
    is_machine: true,
  })) as { readonly secret: string };
  const move = async (name: string, fields: object): Promise<void> => {
    const answer = await fetch(`${origin}/functions/v1/score/v1/moves/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': randomUUID() },
      body: JSON.stringify(fields),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  for (const number of [1, 2, 3, 4, 5, 6]) {
    if (number > 1) await move('again', {});
    await move('rack', { side: 'B' });
  }

  // The day has the matches from 20:00 until the closing hour, and nothing later.
  const planned = EVENING.filter(({ hour }) => hour < 24);
  await page.goto(`/dashboard/#results/${dateOf(opened)}`);
  const lines = page.locator('.results__line');
  await expect(lines).toHaveCount(planned.length);
  await expect(lines.filter({ hasText: 'Unfinished' })).toHaveCount(2);

  // A day later, one turns out to have been scored the wrong way.
  const wrong = lines
    .filter({ hasText: 'سلمى بناني' })
    .filter({ hasText: /9.Ball/ })
    .first();
  await wrong.tap();
  const result = page.getByRole('article');
  await result.getByRole('button', { name: 'Correct', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'Correct the result' });
  const fields = (['Player A', 'Player B'] as const).map((label) => sheet.getByLabel(label));
  const [p1 = '', p2 = ''] = await Promise.all(fields.map((field) => field.inputValue()));
  await sheet.getByRole('button', { name: 'Swap sides' }).tap();
  await sheet.getByRole('button', { name: 'Save correction' }).tap();
  await expect(result).toContainText('Corrected by hand');
  const corrected = planned.map((match) =>
    match.game === 'nine-ball' && match.names[0] === p1 && match.names[1] === p2
      ? { ...match, names: [p2, p1] as const }
      : match,
  );

  // The file of the day says the same.
  await page.goto(`/dashboard/#results/${dateOf(opened)}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as CSV' }).tap();
  const path = await (await download).path();
  const rows = parse<Record<string, string>>(readFileSync(path), { bom: true, columns: true });
  expect(
    rows.map((row) => [row['Player A'], row['Player B'], row['Score A'], row['Score B']].join(' | ')).sort(),
  ).toEqual(corrected.map(lineOf).sort());

  // What came after closing belongs to the next day.
  await page.goto(`/dashboard/#results/${dateOf(opened + DAY)}`);
  await expect(lines).toHaveCount(EVENING.length - planned.length);

  // A player in three taps: the best break of the evening.
  await openScreen(page, 'Results');
  await page.getByRole('searchbox', { name: 'Find a player' }).fill('mehdi');
  await page.getByRole('link', { name: /^Mehdi 🎱/ }).tap();
  await expect(page.getByRole('link', { name: /^Highest break 40/ })).toBeVisible();

  // The report's sums: 32 matches of the evening, two of the pad, six of the machine.
  await page.goto(`/dashboard/#report/${dateOf(opened)}/${dateOf(Date.now())}`);
  await expect(page.getByRole('definition').first()).toHaveText('40');
});
