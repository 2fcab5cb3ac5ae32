import type { Page } from '@playwright/test';
import { opensOffline } from './kept.ts';
import { beginMatch, padOn, PHONE, test } from './pad.ts';
import type { Proxy } from './proxy.ts';
import { expect, signIn } from './test.ts';
import { isolated } from '../../src/i18n/isolated.ts';

// Everything that was asked for at a table, on the phone in a scorer's hand, with a network that is cut.
test.use({
  ...PHONE,
  allowedErrors: [/ERR_CONNECTION|ERR_FAILED|ERR_EMPTY_RESPONSE|WebSocket connection|Failed to (fetch|load)/],
});

/** The network is back, and the phone says so. */
const restore = async (network: Proxy, page: Page): Promise<void> => {
  network.restore();
  await page.evaluate(() => dispatchEvent(new Event('online')));
};

test.describe('snooker', () => {
  // The desk is opened without a network.
  test.use({ serviceWorkers: 'allow' });

  test('a match is scored through two cuts and a reload, and every screen shows the same', async ({
    page,
    openScreens,
    owner,
    network,
    baseURL,
  }) => {
    const link = await signIn(page, owner, network.origin);
    const screens = await openScreens(`${baseURL ?? ''}${new URL(link).pathname}`);
    const pad = await beginMatch(page, {
      game: 'Snooker',
      p1: 'Amina',
      p2: 'يوسف',
      length: '3',
      reds: '6',
    });
    const { tap, scores, frames, waiting } = pad;
    const show = (score: [number, number], won: [number, number]) =>
      screens.show({ names: ['Amina', 'يوسف'], score, frames: won });
    await show([0, 0], [0, 0]);

    // Two reds in one stroke; then a slip of the thumb: the pink, which was the blue.
    await tap('wide', 'same', 'black', 'wide', 'pink', 'end');
    await scores(16, 0);
    await show([16, 0], [0, 0]);

    // A foul and a miss, and the balls go back: the same player, the same ball on.
    await tap('foul', 'miss', 'next.replay', 'foul4');
    await scores(20, 0);
    await tap('wide', 'pink');
    await show([20, 7], [0, 0]);
    // The visit lasts since the foul, here and there.
    const visit = pad.dialog.getByTestId('pad-visit');
    await expect(visit).toHaveText(/^0\d:[0-5]\d$/);
    for (const screen of screens.pages) {
      const shown = screen.getByTestId('overlay-visit');
      await expect.poll(async () => (await shown.textContent()) === (await visit.textContent())).toBe(true);
    }

    await opensOffline(page);
    await waiting(0);
    network.cut();
    // A foul that leaves a free ball, which counts as a red.
    await tap('end', 'foul', 'freeBall', 'foul4');
    await expect(pad.dialog.getByText('Free ball', { exact: true })).toBeVisible();
    await tap('green');
    await scores(20, 12);
    await waiting(3);
    await page.reload();
    await scores(20, 12);
    await waiting(3);
    await tap('black', 'wide', 'brown', 'end');
    await scores(20, 24);
    await waiting(7);
    await show([20, 7], [0, 0]);

    // The slip is put right from the history, without a network.
    await tap('history');
    await pad.sheet.getByRole('button', { name: /pink, break 16/ }).tap();
    await pad.sheet.getByRole('button', { name: 'Blue 5' }).tap();
    await tap('close');
    await scores(19, 24);
    await restore(network, page);
    await waiting(0);
    await show([19, 24], [0, 0]);

    // To the black, level: it is spotted again, and lots decide.
    await tap('wide', 'green', 'wide', 'wide', 'wide', 'wide', 'end', 'wide', 'wide');
    await scores(37, 37);
    await expect(pad.dialog.getByText('Level: black re-spotted')).toBeVisible();
    await show([37, 37], [0, 0]);
    await screens.say('overlay-respotted', ['السوداء المعادة', 'Noire replacée']);
    await tap('firstB', 'end', 'wide');
    await expect(pad.dialog.getByText('wins frame 1')).toBeVisible();
    await show([44, 37], [1, 0]);

    // The second cut: a frame is played and conceded before viewers see anything of it. Screens hear of a tap before
    // the pad has its answer.
    await waiting(0);
    await expect(pad.dialog.locator('.pad-air')).toContainText('44');
    network.cut();
    await tap('nextFrame', 'wide', 'blue', 'wide', 'black', 'more', 'concede', 'concedeA');
    await frames(1, 1);
    await tap('nextFrame', 'wide', 'same', 'black');
    await waiting(10);
    await show([44, 37], [1, 0]);
    await restore(network, page);
    await waiting(0);
    await show([9, 0], [1, 1]);

    await tap('wide', 'same', 'pink', 'end');
    await tap('foul', 'redsGoneMore', 'redsGoneMore', 'foul4');
    await tap('wide', 'wide', 'wide', 'wide', 'wide', 'wide');
    await expect(pad.dialog.getByText('wins the match')).toBeVisible();
    await frames(2, 1);
    await show([48, 0], [2, 1]);
    await screens.say('overlay-matchWon', ['الفوز بالمباراة', 'Match gagné']);
  });
});

test.describe('8-ball', () => {
  test('a race to 5 with a second scorer, whose link is revoked in the middle of it', async ({
    page,
    openScreens,
    otherDevice,
    owner,
    network,
    baseURL,
  }) => {
    const link = await signIn(page, owner, network.origin);
    const screens = await openScreens(`${baseURL ?? ''}${new URL(link).pathname}`);
    const show = (a: number, b: number) => screens.show({ names: ['Salma', 'Mehdi'], score: [a, b] });

    // A scorer link for the second device: its address is shown once.
    await page.getByRole('button', { name: 'Table and links' }).tap();
    const settings = page.getByRole('dialog', { name: 'Table 1' });
    await settings.getByLabel('Who it’s for').fill('Hicham');
    await settings.getByRole('button', { name: 'Create link' }).tap();
    await expect(settings.getByText('This link is shown only once.')).toBeVisible();
    const address = (await settings.locator('code', { hasText: '/score/#' }).textContent()) ?? '';
    await settings.getByRole('button', { name: 'Done' }).tap();
    await expect(settings).not.toContainText('/score/#');
    await settings.getByRole('button', { name: 'Close' }).tap();

    const pad = await beginMatch(page, { game: '8-Ball', p1: 'Salma', p2: 'Mehdi', length: '5' });
    await pad.rack('A', 1);
    await show(1, 0);

    const second = await otherDevice.newPage();
    await second.goto(new URL(new URL(address).hash, `${baseURL ?? ''}/score/`).href);
    const theirs = padOn(second);
    await theirs.scores(1, 0);
    await theirs.rack('B', 1);
    await pad.scores(1, 1);
    await theirs.rack('B', 2);
    await pad.scores(1, 2);
    await show(1, 2);

    // The owner's network goes; what both score meets when it is back.
    await pad.waiting(0);
    network.cut();
    await pad.tap('foul', 'foulA');
    await pad.waiting(1);
    await show(1, 2);
    await restore(network, page);
    await pad.waiting(0);
    await pad.rack('A', 2);
    await theirs.scores(2, 2);
    await show(2, 2);

    // A rack that went to the wrong player, found two racks later.
    await pad.tap('history');
    await pad.sheet.getByRole('button', { name: /Rack 3 to .Mehdi/ }).tap();
    await pad.sheet.getByRole('button', { name: /Rack 3 to .Salma/ }).tap();
    await pad.tap('close');
    await pad.scores(3, 1);
    await show(3, 1);

    // Sent away: it is said at once, without a tap, and what wasn't on air stays there.
    await theirs.more('hold');
    await theirs.key('rackB').tap();
    const desk = await page.context().newPage();
    await desk.goto(`${network.origin}/dashboard/`);
    await desk.getByRole('button', { name: 'Table and links' }).tap();
    await desk.getByRole('button', { name: `Revoke the link: ${isolated('Hicham')}` }).tap();
    await desk.getByRole('button', { name: 'Revoke the link', exact: true }).tap();
    await expect(desk.getByText('Revoked', { exact: false })).toBeVisible();
    await desk.close();
    await expect(theirs.dialog.getByText('no longer score this table from here')).toBeVisible();
    await expect(theirs.dialog.locator('.pad-about__unsent')).toContainText('Rack 5 to');
    await pad.scores(3, 1);

    await pad.waiting(0);
    network.cut();
    await pad.rack('A', 4);
    await pad.rack('B', 2);
    await pad.waiting(2);
    await show(3, 1);
    await restore(network, page);
    await pad.waiting(0);
    await show(4, 2);
    await pad.rack('A', 5);
    await expect(pad.dialog.getByText('wins the match')).toBeVisible();
    await show(5, 2);
    await screens.say('overlay-matchWon', ['الفوز بالمباراة', 'Match gagné']);

    // Nothing more counts from the revoked scorer, also after a reload.
    await second.reload();
    await expect(second.getByText('no longer score this table from here')).toBeVisible();
    await show(5, 2);
  });
});
