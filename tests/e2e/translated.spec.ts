import type { Page, Request } from '@playwright/test';
import { ROOM, TABLE_PARTS, tableFragment, VENUE } from '../../src/core/venue/fragment.ts';
import { GAME_NAMES } from '../../src/games/boards.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { unfilled } from './barriers.ts';
import { expect, signIn, test } from './test.ts';
import { ownTexts, translate } from './translator.ts';

test.use({ reducedMotion: 'reduce' });
test.beforeEach(({ context }) => translate(context));

/** Gives what waits until a page asks for nothing more, loads nothing, and has changed nothing for a moment. */
const restOf = (page: Page): (() => Promise<void>) => {
  const asked = new Set<Request>();
  page.on('request', (request) => asked.add(request));
  page.on('requestfinished', (request) => asked.delete(request));
  page.on('requestfailed', (request) => asked.delete(request));
  return async () => {
    await expect(async () => {
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const rest = () => setTimeout(resolve, 150);
            let timer = rest();
            new MutationObserver(() => {
              clearTimeout(timer);
              timer = rest();
            }).observe(document.body, { subtree: true, childList: true });
          }),
      );
      // Playwright hears of a request a while after its page began it.
      expect(await page.locator('.loading').all()).toEqual([]);
      expect(asked.size).toBe(0);
    }).toPass();
  };
};

/** The screens that one leads to. */
const linksOn = (page: Page): Promise<readonly string[]> =>
  page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

/** Any day, player or sign is any other; a table's desk and pad are its game's, and its other parts any table's. */
const kindOf = (fragment: string): string =>
  fragment
    .replace(/^#(results|result|player|report|signs)\/.*/, '#$1/')
    .replace(/^#[\da-f-]{36}\/(newMatch|air|machines)$/, '#table/$1');

/** A translator can't take text nodes away from React, and every text is complete. */
const isInOrder = async (page: Page): Promise<void> => {
  await expect.poll(() => ownTexts(page)).toEqual([]);
  await expect.poll(() => unfilled(page)).toEqual([]);
};

/** Opens each thing that can be opened on a screen, and closes it again. */
const openDialogs = async (page: Page): Promise<void> => {
  const openers = page.locator('main [aria-haspopup="dialog"]:enabled:visible');
  for (let index = 0; index < (await openers.count()); index += 1) {
    await openers.nth(index).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    await isInOrder(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
};

test('every screen of the desk can be gone through while the browser translates it', async ({
  page,
  owner,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const atRest = restOf(page);
  await signIn(page, owner);
  const venue = await openVenue(baseURL ?? '', owner);
  for (const title of GAME_NAMES.slice(1)) await venue.call('add_table', { title });
  const tables = await venue.tables();
  for (const [index, game] of GAME_NAMES.entries()) {
    const table = tables[index];
    if (table) await venue.begin(table, game);
  }
  // One match that is over has a result, players and a place in a report.
  await venue.call('add_table', { title: 'Près du bar' });
  const last = (await venue.tables()).at(-1);
  if (!last) throw new Error('There is no table.');
  const over = await venue.begin(last, 'eight-ball', { raceTo: 1 });
  await over.act('rack', { side: 'A', how: 'plain' });
  await page.goto(`/fr/dashboard/${ROOM}`);
  await expect(page.locator('.shell font').first()).toBeVisible();

  const ways = [
    ROOM,
    VENUE,
    ...tables.flatMap(({ id }) => TABLE_PARTS.map((part) => tableFragment(id, part))),
  ];
  const seen = new Set<string>();
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    if (seen.has(kindOf(way))) continue;
    seen.add(kindOf(way));
    await page.evaluate((fragment) => (location.hash = fragment), way);
    await atRest();
    await test.step(way, async () => {
      await expect(page.locator('main h1, dialog[open]').first()).not.toBeEmpty();
      await isInOrder(page);
      ways.push(...(await linksOn(page)));
      if ((await page.locator('dialog[open]').count()) === 0) await openDialogs(page);
    });
  }
  const kinds = new Set([...seen].map((way) => way.split('/')[0]));
  for (const kind of ['#result', '#player', '#report', '#tables', '#paired', '#account'])
    expect(kinds).toContain(kind);
});

test('texts that change while the browser translates them are shown as they are now', async ({
  page,
  owner,
}) => {
  await signIn(page, owner);
  await page.goto(`/fr/dashboard/${ROOM}`);
  const table = page.getByRole('region', { name: 'Tables' }).locator('li').first();
  await expect(table).toContainText('Libre');
  const heading = page.getByRole('region', { name: 'En attente' }).getByRole('heading');
  for (const [count, name] of ['Amine', 'Karima'].entries()) {
    await page.getByRole('button', { name: 'Ajouter', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Nom', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await expect(heading).toHaveText(`En attente ${count + 1}`);
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page
    .getByRole('button', { name: /^Appeler · / })
    .first()
    .click();
  await expect(table).not.toContainText('Libre');
  await expect(table).toContainText('Amine');
  await page.getByRole('button', { name: /^Annuler/ }).click();
  await expect(table).toContainText('Libre');

  await page.goto('/fr/dashboard/');
  const form = page.getByRole('form', { name: 'Mise à jour rapide' });
  const said = form.getByTestId('save-status');
  for (const score of ['7', '8']) {
    await form.getByLabel('Score A', { exact: true }).fill(score);
    await expect(said).toHaveText('Pas encore enregistré');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(said).toHaveText('Enregistré');
  }
  await isInOrder(page);
});

test('the pad of each game can be played while the browser translates it', async ({ page }) => {
  await page.goto('/fr/demo/');
  const pad = page.locator('dialog.pad');
  const games = page.getByRole('group', { name: 'Jeu' }).getByRole('button');
  await expect(games.first()).toBeEnabled();
  for (const game of await games.all()) {
    await game.click();
    await pad.locator('.pad__game [data-key]:enabled').first().click();
    const undo = pad.locator('[data-key="undo"]');
    await expect(undo).toBeEnabled();
    for (const sheet of ['history', 'more']) {
      await pad.locator(`[data-key="${sheet}"]:visible`).first().click();
      await expect(pad.locator('.pad-sheet')).toBeVisible();
      await isInOrder(page);
      await page.keyboard.press('Escape');
      await expect(pad.locator('.pad-sheet')).toHaveCount(0);
    }
    await undo.click();
    await expect(undo).toBeDisabled();
  }
  await isInOrder(page);
});

test.describe('of a visitor', () => {
  test.use({ allowedErrors: [/Failed to load resource/] });

  test('forms and the snapshot page keep working while the browser translates them', async ({ page }) => {
    await page.goto('/fr/login/');
    await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@example.test');
    await page.getByLabel('Mot de passe', { exact: true }).fill('not-the-one');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await page.getByRole('link', { name: /oublié/ }).click();
    await expect(page.getByRole('alert')).toBeEmpty();
    await isInOrder(page);

    await page.goto('/fr/contact/');
    await page.locator('[name=name]').fill('  ');
    await page.locator('[name=email]').fill('y@example.test');
    await page.locator('[name=phone]').fill('0600000000');
    const send = page.getByRole('button', { name: 'Envoyer' });
    page.once('dialog', (dialog) => void dialog.accept());
    await send.click();
    await expect(page.locator('[name=name]')).toHaveAttribute('aria-invalid', 'true');
    await page.locator('[name=name]').fill('Youssef');
    await send.click();
    await expect(page.getByRole('status')).not.toBeEmpty();
    await isInOrder(page);

    for (const query of ['', '?match=nowhere-b1']) {
      await page.goto(`/fr/snapshot/${query}`);
      await expect(page.getByRole('status').first()).not.toBeEmpty();
      await isInOrder(page);
    }
  });
});
