import { randomUUID } from 'node:crypto';
import { openVenue } from '../common/wire-scorer.ts';
import { expect, test } from './test.ts';

/** A tournament on a venue's television. */

const NAMES = ['Amine Berrada', 'Yassine Alaoui', 'سلمى بن علي', 'Y'.repeat(60)];

test.use({ viewport: { width: 1920, height: 1080 } });

test('a television in French goes on with the bracket by itself, and ends on the podium', async ({
  page: television,
  owner,
}) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  await venue.tables();
  const tournament = randomUUID();
  const say = (...facts: readonly (readonly [string, unknown])[]) =>
    venue.call('run_tournament', {
      op: {
        id: randomUUID(),
        tournament,
        facts: facts.map(([key, value]) => ({ key, value, before: 0 })),
      },
    });
  const outcome = (slot: string, pair: readonly [number, number]) =>
    say([`outcome:${slot}`, { pair, winner: 0, units: [5, 3], reason: 'hand', result: null }]);
  await say(
    ['open', { title: 'Coupe du vendredi' }],
    ...NAMES.map((name, index) => [`entry:${index + 1}`, { name, seed: null, headStart: 0 }] as const),
    ['places', [1, 2, 3, 4]],
  );

  await television.goto('/tv/');
  const code = television.getByTestId('pairing-code');
  await expect(code).toHaveText(/^[CDFHJKMNPRTWXY2-9]{6}$/);
  await venue.call('pair_television', {
    code: (await code.textContent()) ?? '',
    title: 'Bar',
    query: '?lang=fr',
    programme: { turns: ['tournament'], seconds: 8 },
  });
  const turn = television.getByTestId('turn-tournament');
  const semiFinals = turn.getByRole('list').filter({ hasText: 'Demi-finales' }).first();
  await expect(semiFinals).toContainText('Amine B.', { timeout: 20_000 });
  await expect(turn).toContainText('Coupe du vendredi');
  await outcome('w1.1', [1, 2]);
  const final = turn
    .getByRole('listitem')
    .filter({ hasText: /^Finale/ })
    .first();
  await expect(final).toContainText('Amine B.', { timeout: 20_000 });
  await outcome('w1.2', [3, 4]);
  await outcome('w2.1', [1, 3]);
  await say(['closed', true]);
  const podium = turn.locator('.tv-podium').getByRole('listitem');
  await expect(podium.first()).toHaveText('1Amine B.', { timeout: 20_000 });
  await expect(podium.nth(1)).toHaveText('2سلمى ع.');
});
