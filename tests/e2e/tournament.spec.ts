import type { Page } from '@playwright/test';
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
const tableLine = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Tables' }).getByRole('listitem').filter({ hasText: title });

test('eight pasted names are drawn, called by one tap each, corrected, and end on a podium', async ({
  page,
  owner,
}) => {
  test.slow();
  await signIn(page, owner);
  await openScreen(page, 'Tables');
  await page.getByLabel('Name of the new table').fill('Table 2');
  await page.getByRole('button', { name: 'Add table' }).click();
  await expect(page.getByRole('link', { name: 'Table 2', exact: true })).toBeVisible();

  await page.goto('/fr/dashboard/#tournament');
  await page.getByLabel('Nom du tournoi').fill('Coupe du vendredi');
  await page.getByRole('button', { name: 'Nouveau tournoi' }).tap();
  await page.getByLabel('Les noms, un par ligne').fill(PASTED);
  await page.getByRole('button', { name: /^Ajouter des joueurs · 8/ }).tap();
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(8);
  const length = page.getByRole('group', { name: /^Combien dure un match/ });
  await length.getByLabel('Autre').fill('1');
  await expect(page.getByText('7 matchs · sur 2 tables')).toBeVisible();
  await page.getByRole('button', { name: 'Faire le tirage' }).tap();

  // One tap calls at each table.
  for (const title of ['Table 1', 'Table 2']) {
    await tableLine(page, title)
      .getByRole('button', { name: /^Appeler/ })
      .tap();
    await expect(tableLine(page, title).getByRole('button', { name: 'Commencer' })).toBeVisible();
  }

  // The called match has its names, its length and its event.
  await tableLine(page, 'Table 1').getByRole('button', { name: 'Commencer' }).tap();
  const form = page.getByRole('dialog', { name: 'Nouveau match' });
  await expect(form.getByLabel('Tournoi et tour (facultatif)')).toHaveValue(/^Coupe du vendredi/);
  await expect(form.getByTestId('new-match-begins')).toContainText('Premier à 1');
  await form.getByRole('button', { name: 'Commencer le match' }).tap();
  const pad = padOn(page);
  await pad.rack('A', 1);
});
