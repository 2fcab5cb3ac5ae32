import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { barriers } from './barriers.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { letIn } from './let-in.ts';
import { padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

/** An organiser's evening in French, from the desk alone. */

test.use(PHONE);

const PASTED = `1. Amine Berrada
2) Yassine   Alaoui 🇲🇦
3- سلمى بن علي
4. Karim
- Hicham Idrissi
• Omar
7. Rachid
8. Abdelkader Benmoussa-El Idrissi du Grand Casablanca Anfa`;

/** A line of the tournament's tables. */
const lineOf = (page: Page, table: string): Locator =>
  page.getByRole('region', { name: 'Tables', exact: true }).getByRole('listitem').filter({ hasText: table });

const callTo = async (page: Page, table: string): Promise<void> => {
  await lineOf(page, table)
    .getByRole('button', { name: /^Appeler/ })
    .tap();
  await expect(lineOf(page, table).getByRole('button', { name: 'Commencer' })).toBeVisible();
};

const roundOf = (page: Page, heading: string): Locator =>
  page
    .getByRole('region', { name: 'Tableau', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) });

/** Enters how a match of a round ended. */
const ending = async (
  page: Page,
  heading: string,
  end: (sheet: Locator) => Promise<void>,
  index = 0,
): Promise<void> => {
  const match = roundOf(page, heading).getByRole('button').nth(index);
  await match.tap();
  const sheet = page.getByRole('dialog');
  await end(sheet);
  await sheet.getByRole('button', { name: 'Enregistrer' }).tap();
  await expect(match.locator('[data-won]')).toHaveCount(1);
};

const byScore = async (sheet: Locator): Promise<void> => {
  await sheet
    .getByLabel(/^Score · /)
    .first()
    .fill('1');
  await sheet
    .getByLabel(/^Score · /)
    .last()
    .fill('0');
};

const byWalkover = async (sheet: Locator): Promise<void> => {
  await sheet.getByText('Forfait', { exact: true }).tap();
  await sheet.getByRole('group', { name: 'Qui passe au tour suivant ?' }).locator('label').first().tap();
};

test('eight pasted names are drawn, called by one tap each, corrected, and end on a podium', async ({
  page,
  owner,
  browser,
  baseURL,
}) => {
  test.slow();
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  for (const title of ['Table 2', 'Table 3']) {
    await page.getByLabel('Name of the new table').fill(title);
    await page.getByRole('button', { name: 'Add table' }).click();
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  }

  await openScreen(page, 'Staff and televisions');
  const { phone, context } = await letIn(browser, baseURL ?? '', page, { name: 'Bar', role: 'Service' });

  await page.goto('/fr/dashboard/#tournament');
  await page.getByLabel('Nom du tournoi').fill('Coupe du vendredi');
  await page.getByRole('button', { name: 'Nouveau tournoi' }).tap();
  await page.getByLabel('Les noms, un par ligne').fill(PASTED);
  await page.getByRole('button', { name: /^Ajouter des joueurs · 8/ }).tap();
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(8);
  await page
    .getByRole('group', { name: /^Combien dure un match/ })
    .getByLabel('Autre')
    .fill('1');
  await page.getByRole('checkbox', { name: 'Table 3' }).uncheck();
  await expect(page.getByText('7 matchs · sur 2 tables')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Faire le tirage' }).tap();
  const desk = page.url();

  // Service calls and decides; the rest isn't on its screen.
  await phone.goto(`${baseURL ?? ''}/score/${new URL(desk).hash}`);
  const called = phone.getByRole('region', { name: 'Tables', exact: true });
  await expect(called.getByRole('button', { name: /^Call/ })).toHaveCount(2);
  await expect(phone.getByText('Players and tables')).toBeHidden();
  await expect(phone.getByRole('button', { name: 'Close the tournament' })).toBeHidden();
  await context.close();

  // One tap calls at each table.
  await callTo(page, 'Table 1');
  await callTo(page, 'Table 2');

  expect(await barriers(page)).toEqual([]);

  // The called match has its names, its length and its event, and its result is read.
  await lineOf(page, 'Table 1').getByRole('button', { name: 'Commencer' }).tap();
  const form = page.getByRole('dialog', { name: 'Nouveau match' });
  await expect(form.getByLabel('Tournoi et tour (facultatif)')).toHaveValue(
    'Coupe du vendredi · Quart de finale',
  );
  await expect(form.getByTestId('new-match-begins')).toContainText('Premier à 1');
  await form.getByRole('button', { name: 'Commencer le match' }).tap();
  await padOn(page).rack('A', 1);

  // Guests are offered the third table alone.
  await page.goto('/fr/dashboard/#room');
  await expect(page.getByRole('link', { name: /^Coupe du vendredi/ })).toContainText(/Matchs à appeler\s: 2/);
  await page.getByRole('button', { name: /^Tables/ }).tap();
  await expect(page.getByText('Tournoi', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Occuper/ })).toHaveCount(1);
  await page.getByRole('link', { name: /^Coupe du vendredi/ }).tap();
  await expect(page).toHaveURL(desk);

  await callTo(page, 'Table 1');
  await ending(page, 'Quarts de finale', byWalkover, 1);
  await ending(page, 'Quarts de finale', byScore, 2);
  await ending(page, 'Quarts de finale', byScore, 3);
  await ending(page, 'Demi-finales', byScore, 0);

  // A corrected result says what it takes, and taken back it gives everything again.
  const semi = roundOf(page, 'Demi-finales').getByRole('button').first();
  const winner = semi.locator('[data-won]');
  await roundOf(page, 'Quarts de finale').getByRole('button').first().tap();
  const sheet = page.getByRole('dialog');
  await sheet
    .getByLabel(/^Score · /)
    .first()
    .fill('0');
  await sheet
    .getByLabel(/^Score · /)
    .last()
    .fill('1');
  await sheet.getByRole('button', { name: 'Enregistrer' }).tap();
  await expect(sheet.getByRole('alert')).toContainText('Ces matchs ne compteraient plus');
  await sheet.getByRole('button', { name: 'Changer' }).tap();
  await expect(winner).toHaveCount(0);
  await page.getByRole('button', { name: /^Annuler.*Résultat/ }).tap();
  await expect(winner).toHaveCount(1);

  await ending(page, 'Demi-finales', byScore, 1);
  await ending(page, 'Finale', byScore);
  const podium = page.getByRole('region', { name: 'Podium' }).getByRole('listitem');
  await expect(podium).toHaveCount(4);
  await page.getByRole('button', { name: 'Clôturer le tournoi' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Clôturer le tournoi' }).tap();
  await expect(page.getByRole('button', { name: 'Rouvrir' })).toBeVisible();
  await page.goto('/fr/dashboard/#room');
  await expect(page.getByRole('link', { name: /^Coupe du vendredi/ })).toBeHidden();
});

test('groups are played from the desk, and two of each go on', async ({ page, owner }) => {
  const { call } = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const id = randomUUID();
  const facts = [
    { key: 'open', value: { title: 'كأس الجمعة' } },
    {
      key: 'format',
      value: {
        groups: 2,
        kind: 'single',
        third: false,
        secondFinal: false,
        game: 'nine-ball',
        raceTo: 3,
        finalRaceTo: 3,
      },
    },
    ...['Amal', 'Badr', 'Chadi', 'Driss'].map((name, index) => ({
      key: `entry:${index + 1}`,
      value: { name, seed: null, headStart: 0 },
    })),
    { key: 'places', value: [1, 2, 3, 4] },
    { key: 'tables', value: [] },
    {
      key: 'outcome:g1.1',
      value: { pair: [1, 2], winner: 1, units: [1, 3], reason: 'hand', result: null },
    },
  ];
  await call('run_tournament', {
    op: { id: randomUUID(), tournament: id, facts: facts.map((fact) => ({ ...fact, before: 0 })) },
  });
  await signIn(page, owner);
  await page.goto(`/fr/dashboard/#tournament/${id}`);
  const groups = page.getByRole('region', { name: 'Groupes', exact: true });
  await expect(groups.getByRole('table', { name: 'Groupe 1' }).getByRole('row')).toContainText([
    'Joueur',
    'Badr11+2',
    'Amal10−2',
  ]);
  await expect(groups.getByRole('button', { name: 'Lancer le tableau final' })).toBeHidden();
  await page.getByRole('button', { name: /Chadi.*Driss/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet
    .getByLabel(/^Score · /)
    .first()
    .fill('3');
  await sheet
    .getByLabel(/^Score · /)
    .last()
    .fill('0');
  await sheet.getByRole('button', { name: 'Enregistrer' }).click();
  await groups.getByRole('button', { name: 'Lancer le tableau final' }).click();
  const semis = roundOf(page, 'Demi-finales').getByRole('button');
  await expect(semis).toContainText([/Badr.*Driss/, /Chadi.*Amal/]);
  await expect(groups.getByRole('button')).toHaveCount(0);
});
