import type { Locator, Page } from '@playwright/test';
import type { Fact } from '../../src/core/tournament/facts.ts';
import { barriers } from './barriers.ts';
import { entries, fact, format, outcome } from '../common/tournament-facts.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { codeOn, letIn } from './let-in.ts';
import { openTournament } from './open-tournament.ts';
import { padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';

/** An organiser's evening in French, from the desk alone. */

test.use(PHONE);

const PASTED = `Tournoi du vendredi 🎱
1. Amine Berrada
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

const type = async (sheet: Locator, ...units: readonly [string, string]): Promise<void> => {
  const scores = sheet.getByLabel(/^Score · /);
  await scores.first().fill(units[0]);
  await scores.last().fill(units[1]);
};

const byScore = (sheet: Locator): Promise<void> => type(sheet, '1', '0');

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
  // What isn't taken for a name can be.
  const heading = page.getByRole('group', { name: /^Laissé de côté/ }).getByLabel('Tournoi du vendredi');
  const add = page.getByRole('button', { name: /^Ajouter \d+ joueurs/ });
  await heading.check();
  await expect(add).toHaveText(/ 9 /);
  await heading.uncheck();
  await expect(add).toHaveText(/ 8 /);
  await add.tap();
  await expect(page.getByRole('button', { name: /^Modifier/ })).toHaveCount(8);
  await page
    .getByRole('group', { name: /^Combien dure un match/ })
    .getByLabel('Autre')
    .fill('1');
  await page.getByRole('checkbox', { name: 'Table 3' }).uncheck();
  await expect(page.getByText('7 matchs · sur 2 tables')).toBeVisible();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Faire le tirage' }).tap();
  await expect(page.getByRole('heading', { name: 'Coupe du vendredi' })).toBeInViewport();
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
  await type(sheet, '0', '1');
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

const NAMES = ['Amal', 'Badr', 'Chadi', 'Driss'];

/** The desk of a drawn tournament with one table, as other devices have brought it so far. */
const openCup = async (
  page: Page,
  owner: Parameters<typeof openVenue>[1],
  places: readonly (number | null)[],
  ...more: readonly Fact[]
) => {
  const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
  const [table] = await venue.tables();
  if (!table) throw new Error('A venue has a table.');
  const { id, say } = openTournament(venue);
  await say(
    fact('open', { title: 'كأس الجمعة' }),
    format(),
    ...entries(NAMES.slice(0, places.filter(Boolean).length)),
    fact('places', { number: 1, atMillis: 0, places }),
    fact('tables', [table.id]),
  );
  if (more.length > 0) await say(...more);
  await signIn(page, owner);
  await page.goto(`/fr/dashboard/#tournament/${id}`);
  return { venue, say, table };
};

const playerOn = async (page: Page, name: string | RegExp): Promise<Locator> => {
  await page.getByRole('button', { name }).tap();
  return page.getByRole('dialog');
};

/** Opens a player of a drawn tournament, or the form for a late one. */
const openPlayer = async (page: Page, name: string | RegExp): Promise<Locator> => {
  await page.getByText('Joueurs et tables', { exact: true }).tap();
  return playerOn(page, name);
};

test('a result that is corrected after the bracket went on is shown, left or changed', async ({
  page,
  owner,
}) => {
  const { venue, say, table } = await openCup(page, owner, [1, 2, 3, 4], outcome('w1.2', [3, 4]));
  await callTo(page, 'Table 1');
  const match = await venue.begin(table, 'nine-ball', { p1: 'Amal', p2: 'Badr', raceTo: 3 });
  await match.play([1, 2, 3].map(() => ({ kind: 'rack', body: { side: 'A' } })));
  const semi = roundOf(page, 'Demi-finales').getByRole('button').first();
  await expect(semi.locator('[data-won]')).toHaveText(/Amal/);
  // As the next call stores it.
  await say(outcome('w1.1', [1, 2], [3, 0], { reason: 'played' }), outcome('w2.1', [1, 3], [3, 2]));
  await venue.fold();
  const { results } = (await venue.call('list_results', {
    from_at: '2000-01-01',
    to_at: '2999-01-01',
    most: 1,
  })) as { readonly results: readonly { readonly id: string }[] };
  const correction = { p1: 'Amal', p2: 'Badr', s1: 2, s2: 3 };
  await venue.call('correct_result', { id: results[0]?.id, correction });

  // A player's results name their tournament.
  const desk = page.url();
  await page.goto('/fr/dashboard/#player/badr');
  await page.getByRole('link', { name: 'كأس الجمعة', exact: true }).tap();
  await expect(page).toHaveURL(desk);

  const difference = page.locator('.alert', { hasText: 'Amal' });
  const look = difference.getByRole('button', { name: 'Voir' });
  await look.tap();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(/Selon les résultats\s: \u2068Badr.*continué avec\s: \u2068Amal/);
  await sheet.getByRole('button', { name: 'Laisser ainsi' }).tap();
  await expect(difference).toBeHidden();
  await page.getByRole('button', { name: /^Annuler.*Résultat/ }).tap();
  await look.tap();
  await sheet.getByRole('button', { name: 'Changer' }).tap();
  await sheet.getByRole('button', { name: 'Enregistrer' }).tap();
  await expect(sheet.getByRole('alert')).toContainText(/Amal.*Chadi/);
  await sheet.getByRole('button', { name: 'Changer' }).last().tap();
  await expect(difference).toBeHidden();
  await expect(roundOf(page, 'Finale').getByRole('button')).toContainText(/Badr.*Chadi/);
});

test('a correction ends the call of the pair that it takes, and is what Undo takes back', async ({
  page,
  owner,
}) => {
  const semis = [
    outcome('w1.1', [1, 2], [3, 0], { reason: 'walkover' }),
    outcome('w1.2', [3, 4], [3, 1], { reason: 'walkover' }),
  ];
  await openCup(page, owner, [1, 2, 3, 4], ...semis);
  await callTo(page, 'Table 1');
  // The match, and the call that it takes.
  await roundOf(page, 'Demi-finales').getByRole('button').first().tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('group', { name: 'Qui passe au tour suivant ?' }).getByText('Badr').tap();
  await sheet.getByRole('button', { name: 'Enregistrer' }).tap();
  await sheet.getByRole('button', { name: 'Changer' }).tap();
  const call = lineOf(page, 'Table 1').getByRole('button', { name: /^Appeler.*Badr.*Chadi/ });
  await expect(call).toBeVisible();
  await expect(page.getByRole('button', { name: /^Annuler.*Résultat.*Amal.*Badr/ })).toBeVisible();
  const desk = page.url();
  await page.goto('/fr/dashboard/#room');
  await page.getByRole('button', { name: /^Tables/ }).tap();
  await expect(page.getByText('Libre', { exact: true })).toBeVisible();

  // A call is taken back at once, and can be made again.
  await page.goto(desk);
  await callTo(page, 'Table 1');
  await lineOf(page, 'Table 1').getByRole('button', { name: 'Plus' }).tap();
  await sheet.getByRole('button', { name: 'Annuler l’appel' }).tap();
  await expect(call).toBeVisible();
});

test('somebody comes late into a bye, with a head start that reaches the board, and somebody leaves', async ({
  page,
  owner,
}) => {
  await openCup(page, owner, [1, null, 2, 3]);
  const late = await openPlayer(page, 'Inscrire un retardataire');
  await late.getByLabel('Nom').fill('زينب');
  await late.getByLabel(/d’avance/).fill('2');
  await late.getByRole('button', { name: 'Enregistrer' }).tap();
  const semis = roundOf(page, 'Demi-finales').getByRole('button');
  await expect(semis.first()).toContainText(/Amal.*زينب/);
  await expect(page.getByRole('button', { name: 'Inscrire un retardataire' })).toBeVisible();

  await callTo(page, 'Table 1');
  const called = await playerOn(page, /^Modifier.*زينب/);
  await expect(called).toContainText('l’avance modifiée comptera au prochain appel');
  await called.getByRole('button', { name: 'Fermer' }).tap();
  const waits = await playerOn(page, /^Modifier.*Chadi/);
  await expect(waits.getByLabel(/d’avance/)).toBeVisible();
  await expect(waits).not.toContainText('au prochain appel');
  await waits.getByRole('button', { name: 'Fermer' }).tap();
  await lineOf(page, 'Table 1').getByRole('button', { name: 'Commencer' }).tap();
  await page.getByRole('button', { name: 'Commencer le match' }).tap();
  const pad = padOn(page);
  await pad.scores(0, 2);
  await pad.rack('B', 3);
  await page.goBack();
  await expect(semis.first().locator('[data-won]')).toHaveText(/زينب/);

  const leaves = await openPlayer(page, /^Modifier.*Chadi/);
  await leaves.getByRole('button', { name: 'Retirer du tournoi' }).tap();
  await expect(page.getByRole('button', { name: /^Modifier.*Chadi/ })).toContainText('Retiré');
  await expect(roundOf(page, 'Finale').getByRole('button')).toContainText(/زينب.*Badr/);

  // Closed, it keeps no table for a pair that has played.
  await page.getByRole('button', { name: 'Clôturer le tournoi' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Clôturer le tournoi' }).tap();
  await expect(page.getByRole('button', { name: 'Rouvrir' })).toBeVisible();
  await page.goto('/fr/dashboard/#room');
  await expect(page.getByRole('button', { name: 'Tables 1 libre' })).toBeVisible();
});

type Cup = Awaited<ReturnType<typeof openCup>>;

/** Opens the pad of a cup's table on a device that scores this table alone. */
const scorers: Readonly<Record<string, (scorer: Page, cup: Cup) => Promise<void>>> = {
  link: async (scorer, { venue, table }) => {
    const made = await venue.call('add_scorer_link', { table_id: table.id, label: 'Karim', ends_at: null });
    await scorer.goto(`${process.env['E2E_ORIGIN'] ?? ''}/score/#${(made as { secret: string }).secret}`);
  },
  remote: async (scorer, { venue, table }) => {
    await scorer.goto(`${process.env['E2E_ORIGIN'] ?? ''}/score/`);
    await scorer.getByRole('button', { name: 'Show a code' }).tap();
    const remote = { title: 'Karim', role: 'remote', table_id: table.id };
    await venue.call('let_in_device', { code: await codeOn(scorer), ...remote });
  },
};

for (const [kind, openPad] of Object.entries(scorers))
  test(`who scores a table by a ${kind} begins the match that is called there as ordered, and the bracket has its result`, async ({
    page,
    owner,
    otherDevice,
    baseURL,
  }) => {
    const headStart = fact('entry:2', { name: 'Badr', seed: null, headStart: 1 });
    const cup = await openCup(page, owner, [1, 2, 3, 4], headStart);
    const { table } = cup;
    const scorer = await otherDevice.newPage();
    await openPad(scorer, cup);
    const pad = padOn(scorer);
    await pad.more('newMatch');
    const form = pad.sheet;
    const players = form.getByRole('group', { name: 'Players' });
    await expect(players.getByRole('textbox', { name: 'Player A' })).toHaveValue('');

    // The open form gets what is called meanwhile.
    await callTo(page, 'Table 1');
    await expect(players.getByRole('textbox', { name: 'Player A' })).toHaveValue('Amal');
    await expect(players.getByRole('textbox', { name: 'Player B' })).toHaveValue('Badr');
    await expect(form.getByTestId('new-match-begins')).toContainText(/^Race to 3 · .*Badr.*1/);
    await form.getByRole('button', { name: 'Start match' }).tap();
    await pad.scores(0, 1);
    const viewer = await otherDevice.newPage();
    await viewer.goto(`${baseURL ?? ''}/overlay/${table.token}`);
    await expect(viewer.getByText('كأس الجمعة · Demi-finale')).toBeVisible();
    await pad.rack('B', 3);
    // Who plays next is the bracket's to say.
    await expect(pad.key('newMatch')).toBeVisible();
    await expect(pad.key('again')).toBeHidden();
    const semi = roundOf(page, 'Demi-finales').getByRole('button').first();
    await expect(semi.locator('[data-won]')).toHaveText(/Badr/);
  });

test('who doesn’t come is called later, or loses by a walkover', async ({ page, owner }) => {
  await openCup(page, owner, [1, 2, 3, 4]);
  await callTo(page, 'Table 1');
  await lineOf(page, 'Table 1').getByRole('button', { name: 'Plus' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Sans réponse' }).tap();
  const missed = page.getByRole('region', { name: 'Sans réponse' });
  await expect(missed.getByRole('listitem')).toContainText(/Amal.*Badr/);
  await expect(lineOf(page, 'Table 1')).toContainText(/Chadi.*Driss/);
  await missed.getByRole('button', { name: 'Remettre à appeler' }).tap();
  await expect(missed).toBeHidden();
  await expect(lineOf(page, 'Table 1')).toContainText(/Amal.*Badr/);
  await ending(page, 'Demi-finales', byWalkover);
  await expect(lineOf(page, 'Table 1')).toContainText(/Chadi.*Driss/);
});

test('a result entered by hand leaves the table to the next call, though its board’s match goes on', async ({
  page,
  owner,
}) => {
  await openCup(page, owner, [1, 2, 3, 4]);
  await callTo(page, 'Table 1');
  await lineOf(page, 'Table 1').getByRole('button', { name: 'Commencer' }).tap();
  await page.getByRole('button', { name: 'Commencer le match' }).tap();
  await padOn(page).rack('A', 1);
  await page.goBack();
  await expect(lineOf(page, 'Table 1')).toContainText('1–0');
  await ending(page, 'Demi-finales', byScore);
  await expect(lineOf(page, 'Table 1')).toContainText(/Chadi.*Driss/);
  await callTo(page, 'Table 1');
  await lineOf(page, 'Table 1').getByRole('button', { name: 'Commencer' }).tap();
  await page.getByRole('button', { name: 'Commencer le match' }).tap();
  await padOn(page).scores(0, 0);
  await page.goBack();
  await expect(lineOf(page, 'Table 1')).toContainText('0–0');
});

test('the bracket is printed as its public page lays it out', async ({ page, owner }) => {
  await page.context().addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', location.pathname);
  });
  await openCup(page, owner, [1, 2, 3, 4]);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Imprimer le tableau' }).tap();
  const paper = await opened;
  await expect(paper.locator('html')).toHaveAttribute('data-printed', /^\/fr\/t\//);
  await expect(paper.getByText('Amal').filter({ visible: true }).first()).toBeVisible();
});

test('while the public pages are off, the desk says where that is, instead of offering a page that nobody sees', async ({
  page,
  owner,
}) => {
  const { venue } = await openCup(page, owner, [1, 2, 3, 4]);
  const shared = page.getByRole('region', { name: 'Page publique à partager' });
  await expect(shared.getByRole('button')).toHaveText(['Copier', 'Imprimer le tableau']);
  await venue.call('update_venue', { is_public: false });
  await expect(shared).toContainText('désactivées sous « Images »');
  await expect(shared.getByRole('button')).toHaveCount(0);
  await shared.getByRole('link', { name: 'Pages publiques' }).tap();
  await page.getByRole('button', { name: 'Activer', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Désactiver…' })).toBeVisible();
  await page.goBack();
  await expect(shared.getByRole('button')).toHaveText(['Copier', 'Imprimer le tableau']);
});

test('whoever logs out before facts were sent is asked', async ({ page, owner }) => {
  await openCup(page, owner, [1, 2, 3, 4]);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/rpc/run_tournament', async (route) => {
    await promise;
    await route.continue();
  });
  await roundOf(page, 'Demi-finales').getByRole('button').first().tap();
  const sheet = page.getByRole('dialog');
  await type(sheet, '3', '1');
  await sheet.getByRole('button', { name: 'Enregistrer' }).tap();
  await page.getByRole('banner').getByLabel('Compte').tap();
  const logOut = page.getByRole('button', { name: 'Déconnexion' });
  await logOut.tap();
  await expect(sheet).toContainText('Certains changements du tournoi n’ont pas encore été envoyés.');
  await sheet.getByRole('button', { name: 'Annuler' }).tap();
  resolve(undefined);
  await expect(roundOf(page, 'Demi-finales').locator('[data-won]')).toHaveCount(1);
});

test('groups are played from the desk, and two of each go on', async ({ page, owner }) => {
  await openCup(page, owner, [1, 2, 3, 4], format({ groups: 2 }), outcome('g1.1', [1, 2], [1, 3]));
  const groups = page.getByRole('region', { name: 'Groupes', exact: true });
  await expect(groups.getByRole('table', { name: 'Groupe 1' }).getByRole('row')).toContainText([
    'Joueur',
    'Badr11+2',
    'Amal10−2',
  ]);
  await expect(groups.getByRole('button', { name: 'Lancer le tableau final' })).toBeHidden();
  await page.getByRole('button', { name: /^.?Chadi.*Driss/ }).click();
  const sheet = page.getByRole('dialog');
  await type(sheet, '3', '0');
  await sheet.getByRole('button', { name: 'Enregistrer' }).click();
  await groups.getByRole('button', { name: 'Lancer le tableau final' }).click();
  const semis = roundOf(page, 'Demi-finales').getByRole('button');
  await expect(semis).toContainText([/Badr.*Driss/, /Chadi.*Amal/]);
  await expect(groups.getByRole('button')).toHaveCount(0);

  // Another result in a group seats others, which is asked once the knockout began.
  await semis.first().click();
  await type(sheet, '3', '1');
  await sheet.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Terminés', { exact: true }).click();
  await page.getByRole('button', { name: /^.?Chadi.*Driss/ }).click();
  await type(sheet, '0', '3');
  await sheet.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(groups.locator('.alert')).toContainText(
    /Selon les résultats\s: \u2068Chadi\u2069 · \u2068Driss.*continué avec\s: \u2068Driss\u2069 · \u2068Chadi/,
  );
  await groups.getByRole('button', { name: 'Changer' }).click();
  await expect(sheet).toContainText(/ne compteraient plus.*Badr.*Driss/);
  await sheet.getByRole('button', { name: 'Changer' }).click();
  await expect(groups.getByRole('button')).toHaveCount(0);
  await expect(semis).toContainText([/Badr.*Chadi/, /Driss.*Amal/]);
});
