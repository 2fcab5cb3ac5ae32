import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { pairOf } from '../../src/i18n/isolated.ts';
import { ORDER } from '../common/facts.ts';
import { entries, fact, outcome } from '../common/tournament-facts.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { openTournament } from './open-tournament.ts';
import { codeOn } from './let-in.ts';
import { expect, test } from './test.ts';

/** A tournament on a venue's television. */

const NAMES = ['Amine Berrada', 'Yassine Alaoui', 'سلمى بن علي', 'Y'.repeat(60)];

test.use({ viewport: { width: 1920, height: 1080 } });

const pair = async (
  television: Page,
  venue: Awaited<ReturnType<typeof openVenue>>,
  turns: readonly string[],
): Promise<void> => {
  await television.goto('/tv/');
  await venue.call('pair_television', {
    code: await codeOn(television),
    title: 'Bar',
    query: '?lang=fr',
    programme: { turns, seconds: 8 },
  });
};

test('a television in French goes on with the bracket by itself, and ends on the podium', async ({
  page: television,
  owner,
}) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  const { say } = openTournament(venue);
  await say(fact('open', { title: 'Coupe du vendredi' }), ...entries(NAMES), fact('places', [1, 2, 3, 4]));

  await pair(television, venue, ['tournament']);
  const turn = television.getByTestId('turn-tournament');
  const semiFinals = turn.getByRole('list').filter({ hasText: 'Demi-finales' }).first();
  await expect(semiFinals).toContainText('Amine B.', { timeout: 20_000 });
  await expect(turn).toContainText('Coupe du vendredi');
  await say(outcome('w1.1', [1, 2]));
  const final = turn
    .getByRole('listitem')
    .filter({ hasText: /^Finale/ })
    .first();
  await expect(final).toContainText('Amine B.', { timeout: 20_000 });
  await say(outcome('w1.2', [3, 4]));
  await say(outcome('w2.1', [1, 3]), fact('closed', true));
  const podium = turn.locator('.tv-podium').getByRole('listitem');
  await expect(podium.first()).toHaveText('1Amine B.', { timeout: 20_000 });
  await expect(podium.nth(1)).toHaveText('2سلمى ع.');
});

/** Texts that are cut, or larger than their place. */
const tooLarge = (parts: readonly Element[]): readonly string[] =>
  parts
    .flatMap((part) => [...part.querySelectorAll('.on-air__fit')])
    .filter((box) => {
      const [place, text] = [box, box.firstElementChild].map((node) => node?.getBoundingClientRect());
      const card = box.parentElement?.getBoundingClientRect();
      return (
        box.querySelector('[data-cut]') !== null ||
        (place && text && card && (text.height > place.height + 1 || place.bottom > card.bottom + 1))
      );
    })
    .map(({ textContent }) => textContent);

test('called pairs are named by both players, and fit on every television', async ({
  page: television,
  owner,
}) => {
  const names = [
    'Abderrahmane Benabdellah',
    'Abdelouahed Benchekroune',
    'عبد الرحمن بنعبد الله',
    'Mohamed-Amine El Idrissi',
    'عبد الواحد بنشقرون',
    'فاطمة الزهراء المنصوري',
    'Yassine',
    'Brahim',
  ];
  const pairs = [0, 2, 4, 6].map((index) => [names[index] ?? '', names[index + 1] ?? ''] as const);
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  for (const number of [2, 3, 4]) await venue.call('add_table', { title: `Table ${number}` });
  const tables = await venue.tables();
  await venue.call('update_venue', { full_names: true });
  const { id: tournament, say } = openTournament(venue);
  const places = [1, 2, 3, 4, 5, 6, 7, 8];
  await say(fact('open', { title: 'Coupe du vendredi' }), ...entries(names), fact('places', places));
  const call = async (index: number): Promise<void> => {
    const [name, name2] = pairs[index] ?? [];
    const entry = randomUUID();
    const fixture = { tournament, slot: `w1.${index + 1}`, pair: [2 * index + 1, 2 * index + 2] };
    const party = { name, name2, size: 2, wants: 'any', fixture, order: ORDER, table_id: tables[index]?.id };
    await venue.call('change_waiting', { op: { id: entry, entry, ...party, kind: 'add', before: null } });
  };
  await pair(television, venue, ['tables', 'waiting']);
  await expect(television.getByTestId('tile')).toHaveCount(4);
  // A shortened name keeps the whole one for screen readers.
  const called = async (): Promise<readonly string[]> =>
    (
      await television
        .locator('.tv-calls__name')
        .evaluateAll((all) => all.map((name) => name.getAttribute('aria-label') ?? name.textContent))
    ).toSorted();
  for (const [count, index] of [3, 0, 1, 2].entries()) {
    await call(index);
    await expect(television.getByTestId('call')).toHaveCount(count + 1);
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 1920, height: 1080 },
      { width: 720, height: 1280 },
    ]) {
      await television.setViewportSize(viewport);
      await expect
        .poll(() => television.locator('.tv-turn[data-seen], .tv-calls').evaluateAll(tooLarge))
        .toEqual([]);
    }
  }
  expect(await called()).toEqual(pairs.map(pairOf).toSorted());
  await expect(television.getByTestId('tile-plays').last()).toContainText(pairOf(pairs[3] ?? []));
});
