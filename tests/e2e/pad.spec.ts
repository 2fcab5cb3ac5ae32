import type { Page } from '@playwright/test';
import { openVenue } from '../common/wire-scorer.ts';
import { barriers } from './barriers.ts';
import { settled } from './settled.ts';
import { beginMatch, padOn, PHONE, test, type Pad } from './pad.ts';
import { expect, signIn } from './test.ts';

const SNOOKER = { game: 'Snooker', p1: 'Amina', p2: 'يوسف', length: '3', reds: '6' } as const;
const POOL = { game: '8-Ball', p1: 'Salma', p2: 'Mehdi', length: '3' } as const;

const hasNoBarriers = async (page: Page, what: string) => expect(await barriers(page), what).toEqual([]);

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a new match shows its format and whole names, and other players start without an unseen head start', async ({
    page,
    owner,
  }) => {
    await signIn(page, owner);
    await page.getByRole('link', { name: 'New match' }).click();
    const form = page.getByRole('dialog', { name: 'New match' });
    const begins = form.getByTestId('new-match-begins');
    await form.getByText('Snooker', { exact: true }).click();
    const players = form.getByRole('group', { name: 'Players' });
    const field = players.getByRole('textbox', { name: 'Player A' });
    for (const name of ['Mohammed Amine Benkirane', 'عبد الرحمن بن محمد العلوي']) {
      await field.fill(name);
      await expect.poll(() => field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
    }
    const long = 'Abderrahmane El Khattabi-Benjelloun de la Tour de Casablanca';
    await field.fill(long);
    const whole = players.getByText(long);
    await expect(whole).toBeVisible();
    await expect.poll(() => whole.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);

    await field.fill('Salma');
    const starts = form.getByRole('group', { name: 'Head start' });
    await starts.getByRole('textbox').first().fill('175');
    await expect(begins).toHaveText('Check the numbers above.');
    await starts.getByRole('textbox').first().fill('75');
    await expect(begins).toHaveText(/^Best of 3 · 15 reds · .?Salma.? .?\+75.?$/);
    await form.getByRole('button', { name: 'Start match' }).click();
    await expect(page.locator('dialog.pad')).toBeVisible();

    await page.goBack();
    await page.getByRole('link', { name: 'New match' }).click();
    await expect(begins).toContainText('+75');
    await field.fill('Nadia');
    await expect(begins).toHaveText('Best of 3 · 15 reds');
  });

  /** The start of Undo, in whole pixels: it may grow towards its neighbours, but never moves. */
  const undoPlace = async ({ key }: Pad) => {
    const box = await key('undo').boundingBox();
    return box && { x: Math.round(box.x), y: Math.round(box.y), height: Math.round(box.height) };
  };

  test('Undo has one place, whatever is played and whatever lies over it, and there are no barriers', async ({
    page,
    owner,
  }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, SNOOKER);
    await settled(page);
    const place = await undoPlace(pad);
    expect(place).not.toBeNull();
    const isThere = () => expect.poll(() => undoPlace(pad)).toEqual(place);
    const isOpen = async (title: string): Promise<void> => {
      await expect(pad.sheet.getByRole('heading', { level: 2, name: title })).toBeVisible();
      await isThere();
      await hasNoBarriers(page, title);
    };
    await pad.tap('wide', 'black', 'end');
    await isThere();
    await hasNoBarriers(page, 'pad');
    await pad.tap('foul', 'freeBall');
    await isOpen('Foul by');
    await pad.tap('foul4', 'history');
    await pad.sheet.getByRole('button', { name: /black, break 8/ }).tap();
    await expect(pad.sheet.getByText('It was actually:')).toBeVisible();
    await isOpen('History');
    await pad.tap('more');
    await isOpen('More');
    await pad.tap('correct');
    await hasNoBarriers(page, 'correction');
    await pad.tap('close');
    // An undo under a sheet closes it.
    await pad.tap('foul', 'undo');
    await expect(pad.sheet).toBeHidden();
    await pad.scores(8, 0);
    await isThere();
    // After an Undo, Redo is beside it.
    await pad.tap('redo');
    await pad.scores(12, 0);
    await expect(pad.key('redo')).toBeHidden();
    await pad.more('concede');
    await pad.tap('concedeB');
    await expect(pad.dialog.getByText('wins frame 1')).toBeVisible();
    await isThere();
    await pad.tap('nextFrame');
    await pad.more('newMatch');
    await pad.sheet.getByText(/^8-.?Ball$/).tap();
    await pad.sheet.getByRole('button', { name: 'Start match' }).tap();
    await expect(pad.key('rackA')).toBeVisible();
    await isThere();
    await pad.rack('A', 1);
    await pad.more('hold');
    await expect(pad.key('release')).toBeVisible();
    await isThere();
  });

  test('a timed match counts down on pad and boards, and ends before its time only when it is held', async ({
    page,
    owner,
    openScreens,
  }) => {
    const { pages, say } = await openScreens(await signIn(page, owner));
    await page.getByRole('link', { name: 'New match' }).tap();
    const form = page.getByRole('dialog', { name: 'New match' });
    await form.getByText(/^8-.?Ball$/).tap();
    await form.getByRole('group', { name: 'Race to' }).getByText('Timed').tap();
    const begins = form.getByTestId('new-match-begins');
    await expect(begins).toHaveText('30 minutes');
    const minutes = form.getByRole('group', { name: 'Minutes' });
    await minutes.getByText('45', { exact: true }).tap();
    await expect(begins).toHaveText('45 minutes');
    await minutes.getByLabel('Other').fill('2');
    await expect(begins).toHaveText('2 minutes');
    await form.getByRole('button', { name: 'Start match' }).tap();

    const pad = padOn(page);
    const clock = pad.dialog.getByTestId('pad-clock');
    await expect(clock).toHaveText('00:02:00');
    await expect(pad.dialog).toContainText('Timed · 2 min');
    await say('overlay-clock', ['00:02:00', '00:02:00']);
    // Nothing runs until the break.
    await pad.tap('clock');
    for (const shown of [clock, pages[0]?.getByTestId('overlay-clock') ?? clock])
      await expect(shown).toHaveText(/^00:01:[0-5]\d$/);
    await pad.tap('time');
    await expect(pad.key('time')).toHaveText('Time is upLong press to end');
    // A keyboard can't hold a key, and is asked.
    await page.keyboard.press('e');
    await expect(pad.sheet.getByRole('heading', { name: 'There is time left' })).toBeVisible();
    await pad.sheet.getByRole('button', { name: 'Play on' }).tap();
    await pad.rack('A', 1);
    // Phones also report a long press in this way.
    await pad.key('time').dispatchEvent('contextmenu');
    await expect(pad.dialog.getByText('Match over')).toBeVisible();
    await pad.tap('undo');

    await pad.more('setClock');
    await pad.sheet.getByLabel('Time left').fill('0:01');
    await pad.sheet.getByRole('button', { name: 'Set clock' }).tap();
    await say('overlay-timeUp', ['انتهى الوقت', 'Temps écoulé']);
    await say('overlay-clock', ['00:00:00', '00:00:00']);
    await expect(clock).toHaveText('00:00:00');
    await pad.tap('time');
    await expect(pad.dialog.getByText('Match over')).toBeVisible();
    await expect(pages[0]?.getByTestId('overlay-timeUp') ?? clock).toBeHidden();
    await pad.tap('again');
    await expect(clock).toHaveText('00:02:00');
  });

  test('Back closes a sheet, then the pad, which also has a key for it', async ({ page, owner }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, SNOOKER);
    await pad.tap('more');
    await expect(pad.sheet).toBeVisible();
    await page.goBack();
    await expect(pad.sheet).toBeHidden();
    await expect(pad.dialog).toBeVisible();
    // One that was closed in another way isn't in Back's way.
    await pad.tap('history', 'close');
    await expect(pad.sheet).toBeHidden();
    await page.goBack();
    await expect(pad.dialog).toBeHidden();
    await page.getByRole('link', { name: 'Score', exact: true }).tap();
    await pad.tap('more');
    // Android's Back asks the dialog first.
    await pad.dialog.dispatchEvent('cancel', { cancelable: true });
    await expect(pad.sheet).toBeHidden();
    await pad.tap('leave');
    await expect(pad.dialog).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('link', { name: 'Score', exact: true })).toBeVisible();
    await expect(pad.dialog).toBeHidden();
  });

  test('an unused table’s pad opens with New match and the table’s game, until somebody uses the table', async ({
    page,
    owner,
    otherDevice,
  }) => {
    const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
    const [table] = await venue.tables();
    await venue.call('update_table', { id: table?.id, kind: 'snooker' });
    const given = { table_id: table?.id, label: 'Karim' };
    const { secret } = (await venue.call('add_scorer_link', given)) as { secret: string };
    const helper = await otherDevice.newPage();
    await helper.goto(`/score/#${secret}`);
    const begins = (on: Page) =>
      on.getByRole('dialog', { name: /^Scoring/ }).getByRole('dialog', { name: 'New match' });
    await expect(begins(helper).getByRole('radio', { name: 'Snooker' })).toBeChecked();
    await hasNoBarriers(helper, 'a first match');

    await signIn(page, owner);
    await page.getByRole('link', { name: 'Score', exact: true }).tap();
    await expect(begins(page).getByRole('radio', { name: 'Snooker' })).toBeChecked();
    // Without a game, scores are counted up and down.
    await page.goBack();
    const pad = padOn(page);
    await pad.tap('s1+');
    await pad.scores(1, 0);
    await expect(begins(helper)).toBeHidden();
    await padOn(helper).scores(1, 0);
    await page.reload();
    await pad.scores(1, 0);
    await expect(begins(page)).toBeHidden();
  });

  test('a helper’s first match begins at once', async ({ page, owner }) => {
    const venue = await openVenue(process.env['E2E_ORIGIN'] ?? '', owner);
    const [table] = await venue.tables();
    const given = { table_id: table?.id, label: 'Karim' };
    const { secret } = (await venue.call('add_scorer_link', given)) as { secret: string };
    await page.goto(`/score/#${secret}`);
    const pad = padOn(page);
    await pad.sheet.getByRole('button', { name: 'Start match' }).tap();
    await expect(pad.sheet).toBeHidden();
    await pad.rack('B', 1);
    await pad.waiting(0);
  });

  test('while scores are held, a frame is conceded and History read; all of it is taken back and made again, also after a reload', async ({
    page,
    owner,
  }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, SNOOKER);
    await pad.more('hold');
    await pad.tap('wide', 'black');
    await pad.more('concede');
    await pad.tap('concedeB');
    await pad.frames(1, 0);
    await expect(pad.key('release')).toHaveText('Put 3 on air');
    await pad.more('history');
    await expect(pad.sheet.getByRole('heading', { name: 'History' })).toBeVisible();
    expect(await barriers(page)).toEqual([]);
    await pad.tap('close', 'release');
    await pad.waiting(0);
    await pad.frames(1, 0);

    await pad.tap('nextFrame', 'wide');
    await pad.scores(0, 1);
    await pad.tap('undo', 'undo', 'undo');
    await pad.frames(0, 0);
    await pad.scores(8, 0);
    await pad.waiting(0);
    await page.reload();
    await pad.scores(8, 0);
    await expect(pad.key('undo')).toContainText('Black');
    await pad.more('redo');
    await pad.frames(1, 0);
    await pad.more('redo');
    await pad.more('redo');
    await pad.scores(0, 1);
    await pad.tap('more');
    await expect(pad.sheet.getByRole('button', { name: 'Hold' })).toBeVisible();
    await expect(pad.sheet.getByRole('button', { name: 'Redo' })).toBeHidden();
    await page.reload();
    await pad.frames(1, 0);
    await pad.scores(0, 1);
    await pad.tap('undo', 'undo', 'undo', 'undo', 'undo');
    await pad.scores(0, 0);
    await expect(pad.key('undo')).toBeDisabled();
  });

  test('a long press gives the rack and asks how it ended; at the match’s end the next one is a tap away', async ({
    page,
    owner,
  }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, POOL);
    await pad.key('rackA').hover();
    await page.mouse.down();
    await expect(pad.sheet.getByRole('heading', { name: /Rack 1 to .Salma/ })).toBeVisible();
    await page.mouse.up();
    await pad.scores(1, 0);
    // Phones click what lies under the finger that lifts.
    await pad.key('how.breakAndRun').dispatchEvent('click', { detail: 1 });
    await expect(pad.key('how.breakAndRun')).toHaveAttribute('aria-pressed', 'false');
    await pad.sheet.getByRole('button', { name: 'Break and run' }).tap();
    await expect(pad.sheet).toBeHidden();
    await pad.scores(1, 0);
    await pad.tap('history');
    await expect(pad.sheet.getByRole('button', { name: /Rack 1 to .Salma., break and run/ })).toBeVisible();
    await pad.tap('close');

    for (const racks of [1, 2, 3]) await pad.rack('B', racks);
    await pad.tap('winnerStays');
    const players = pad.sheet.getByRole('group', { name: 'Players' });
    await expect(players.getByRole('textbox', { name: 'Player A' })).toHaveValue('');
    await expect(players.getByRole('textbox', { name: 'Player B' })).toHaveValue('Mehdi');
    await pad.tap('close', 'swapBreak');
    await pad.scores(0, 0);
    await expect(pad.dialog.locator('.pad-score__won').last()).toContainText('Breaks');
  });

  test('9-ball: a push-out is on air, the third foul in a row gives the rack, and held racks go on air in one step', async ({
    page,
    openScreens,
    owner,
  }) => {
    const screens = await openScreens(await signIn(page, owner));
    const pad = await beginMatch(page, { ...POOL, game: '9-Ball' });
    const onAir = screens.pages.map((screen) => screen.getByTestId('overlay-pushOut'));
    await pad.tap('foul', 'pushOutB');
    for (const said of onAir) await expect(said).toBeVisible();
    await pad.tap('foul');
    await expect(pad.key('pushOutA')).toBeHidden();
    await pad.tap('shootsA');
    for (const said of onAir) await expect(said).toHaveCount(0);
    await pad.tap('foul', 'foulB', 'foul', 'foulB', 'foul');
    await expect(pad.key('foulB')).toContainText('Third in a row');
    await pad.tap('foulB');
    await pad.scores(1, 0);
    await pad.key('how').tap();
    await expect(pad.key('how.threeFouls')).toHaveAttribute('aria-pressed', 'true');
    await pad.sheet.getByRole('button', { name: 'Close', exact: true }).tap();
    await pad.tap('undo');
    await pad.scores(0, 0);
    await pad.tap('foul', 'legalB', 'foul', 'foulB');
    await pad.scores(0, 0);
    await pad.key('rackA').click({ button: 'right' });
    await pad.tap('how.nineOnBreak');
    await pad.tap('history');
    await expect(pad.sheet.getByRole('button', { name: /Rack 1 to .Salma., 9 on the break/ })).toBeVisible();
    await pad.tap('close');
    const show = (a: number, b: number) => screens.show({ names: ['Salma', 'Mehdi'], score: [a, b] });
    await show(1, 0);

    await pad.more('hold');
    await pad.rack('A', 2);
    await pad.rack('B', 1);
    await expect(pad.key('status')).toHaveText('2Held');
    await show(1, 0);
    const [screen] = screens.pages;
    /** Every score that the screen shows from here on. */
    const seen = await screen?.evaluateHandle(() => {
      const scores: string[] = [];
      const read = (): void => {
        const part = (name: string) => document.querySelector(`[data-testid=${name}]`)?.textContent ?? '';
        const now = `${part('overlay-s1')}–${part('overlay-s2')}`;
        if (scores.at(-1) !== now) scores.push(now);
      };
      read();
      new MutationObserver(read).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return scores;
    });
    await pad.key('release').filter({ hasText: 'Put 2 on air' }).tap();
    await show(2, 1);
    expect(await seen?.jsonValue()).toEqual(['1–0', '2–1']);
    await pad.waiting(0);
  });

  test('in Arabic the pad is read from the right, the sides of the score stay, and there are no barriers', async ({
    page,
    owner,
  }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, SNOOKER);
    const { dialog, key, tap, scores, more, sheet } = pad;
    await more('language');
    await sheet.getByRole('link', { name: 'العربية' }).tap();
    await expect(page).toHaveURL(/\/ar\/dashboard\/#.+\/pad$/);
    await scores(0, 0);
    await expect(dialog).toHaveCSS('direction', 'rtl');
    const left = async (name: string) => (await key(name).boundingBox())?.x ?? Number.NaN;
    await expect.poll(async () => (await left('undo')) - (await left('more'))).toBeGreaterThan(0);
    await tap('wide', 'black');
    await scores(8, 0);
    const sideOf = async (side: string) =>
      (await dialog.getByTestId(`pad-score-${side}`).boundingBox())?.x ?? Number.NaN;
    await expect.poll(async () => (await sideOf('B')) - (await sideOf('A'))).toBeGreaterThan(0);
    await expect(key('undo')).toContainText('سوداء 7');
    // Amina, who fouls, is on the left of the board; so she is on the sheet.
    await tap('foul');
    await expect
      .poll(async () => (await left('next.playsOn')) - (await left('next.playsAgain')))
      .toBeGreaterThan(0);

    await tap('close', 'leave');
    await page.getByRole('link', { name: 'مباراة جديدة' }).tap();
    const form = page.getByRole('dialog');
    await form.getByText('بلياردو 8 كرات', { exact: true }).tap();
    await hasNoBarriers(page, 'new match');
    await form.getByText('الجولات والافتتاح').tap();
    await form.locator('button[type=submit]').tap();
    await pad.rack('A', 1);
    await hasNoBarriers(page, 'pad');
    await pad.tap('how');
    await hasNoBarriers(page, 'how a rack ended');
    await pad.sheet.locator('[data-key="how.runOut"]').tap();
    await pad.tap('foul');
    await hasNoBarriers(page, 'foul sheet');
  });
});

test.describe('at a shot clock', () => {
  test.use(PHONE);

  test('below a shot clock each rack’s key has its words and its player’s name', async ({ page, owner }) => {
    await signIn(page, owner);
    await page.getByRole('link', { name: 'New match' }).click();
    const form = page.getByRole('dialog', { name: 'New match' });
    await form.getByText(/^9-.?Ball$/).click();
    const players = form.getByRole('group', { name: 'Players' });
    await players.getByRole('textbox', { name: 'Player A' }).fill('Wolfeschlegelsteinhausenbergerdorff');
    await players.getByRole('textbox', { name: 'Player B' }).fill('عبد الرحمن العلوي');
    await form.getByText('WPA').click();
    await form.getByRole('button', { name: 'Start match' }).click();
    const pad = padOn(page);
    await pad.tap('shotClock');
    for (const language of ['', '/fr', '/ar']) {
      if (language) await page.goto(page.url().replace(/(\/fr)?\/dashboard/, `${language}/dashboard`));
      await expect(pad.key('newShot')).toBeVisible();
      await settled(page);
      for (const side of ['A', 'B']) {
        const cut = () =>
          pad.key(`rack${side}`).evaluate((key) => {
            const { top, bottom } = key.getBoundingClientRect();
            return [...key.children]
              .filter((part) => getComputedStyle(part).display !== 'none')
              .filter((part) => {
                const box = part.getBoundingClientRect();
                const line = parseFloat(getComputedStyle(part).lineHeight);
                return box.top < top || box.bottom > bottom || box.height < line - 1;
              }).length;
          });
        await expect.poll(cut, `${language}, ${side}`).toBe(0);
      }
    }
  });
});

test('the keyboard scores, shows its keys, and takes others', async ({ page, owner }) => {
  await signIn(page, owner);
  const pad = await beginMatch(page, POOL);
  await page.keyboard.press('a');
  await pad.scores(1, 0);
  await page.keyboard.press('?');
  await expect(pad.sheet.getByRole('heading', { name: 'Keyboard' })).toBeVisible();
  await pad.sheet.getByRole('button', { name: 'Key for Rack to player A: A' }).click();
  await page.keyboard.press('x');
  await expect(pad.sheet.getByRole('button', { name: 'Key for Rack to player A: X' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pad.sheet).toBeHidden();
  await page.keyboard.press('a');
  await page.keyboard.press('u');
  await pad.scores(0, 0);
  await page.keyboard.press('x');
  await pad.scores(1, 0);
  // It is kept.
  await page.reload();
  await pad.scores(1, 0);
  await page.keyboard.press('x');
  await pad.scores(2, 0);
});

test.describe('a page that is left', () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to/] });

  test('keeps taps made on the way out', async ({ page, owner }) => {
    await signIn(page, owner);
    const pad = await beginMatch(page, { ...POOL, length: '5' });
    await pad.waiting(0);
    await page.route('**/append_actions', (route) => route.abort());
    for (const racks of [1, 2]) {
      const left = page.waitForEvent('load');
      await page.evaluate(() => {
        // The second comes while the first is being stored.
        for (const key of ['rackA', 'rackB'])
          document.querySelector<HTMLElement>(`[data-key=${key}]`)?.click();
        location.reload();
      });
      await left;
      await pad.scores(racks, racks);
    }
  });
});
