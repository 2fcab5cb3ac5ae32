import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { isolated } from '../../src/i18n/isolated.ts';
import { DIST } from '../../supabase/embedded/data/paths.ts';
import { startServer } from '../../supabase/embedded/ops/server.ts';
import { openVenue } from '../common/wire-scorer.ts';
import { codeOn, letIn } from './let-in.ts';
import { beginMatch, padOn, PHONE } from './pad.ts';
import { expect, openScreen, signIn, test } from './test.ts';
import { addParty, openParty, waiting } from './waiting.ts';

/** A venue's Saturday: a phone behind the bar, two waiters, six tables, a television. */

test.use({
  ...PHONE,
  // A removed phone's requests are refused, and phones lose their network.
  allowedErrors: [/401 \(Unauthorized\)|ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to fetch/],
});

const TABLES = 6;
const AMINE = 'أمين بن عبد الرحمن';

const names = (page: Page) => waiting(page).locator('.room__name');

test('a Saturday: phones are let in, parties wait, are called and play, a phone is removed, and the list is empty in the morning', async ({
  page: desk,
  browser,
}) => {
  test.setTimeout(180_000);
  const folder = mkdtempSync(join(tmpdir(), 'cueboard-saturday-'));
  const server = await startServer({ folder, port: 0, dist: DIST, mail: () => {} });
  const { origin } = server;
  const contexts: BrowserContext[] = [];
  try {
    const owner = await server.auth.addOwner('saturday@example.test');
    const venue = await openVenue(origin, owner);
    await signIn(desk, owner, origin);

    // The owner lets in the bar's phone and two waiters.
    await openScreen(desk, 'Staff and televisions');
    const phones = [];
    for (const who of [
      { name: 'Bar', role: 'Admin' },
      { name: 'Karim', role: 'Service' },
      { name: 'Sara', role: 'Service' },
    ] as const) {
      const { phone, context } = await letIn(browser, origin, desk, who);
      contexts.push(context);
      phones.push(phone);
    }
    const [bar, karim, sara] = phones;
    const [, karims, saras] = contexts;
    if (!bar || !karim || !sara || !karims || !saras) throw new Error('Three phones were let in.');

    // Six tables, the last one for snooker: all of them are played at.
    for (let number = 2; number <= TABLES; number += 1)
      await venue.call('add_table', { title: number === TABLES ? 'Snooker 1' : `Table ${number}` });
    const tables = await venue.tables();
    const [first] = tables;
    if (!first) throw new Error('There are six tables.');
    await venue.call('update_table', { id: tables.at(-1)?.id, kind: 'snooker' });
    const scorers = await Promise.all(
      tables.slice(1).map((table) => venue.begin(table, 'eight-ball', { raceTo: 1 })),
    );

    // A television shows the tables and who waits.
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
    contexts.push(context);
    const television = await context.newPage();
    await television.goto(`${origin}/tv`);
    await venue.call('pair_television', {
      code: await codeOn(television),
      title: 'TV 1',
      programme: { turns: ['tables', 'waiting'], seconds: 600 },
    });
    await expect(television.getByTestId('tv-head').first()).toBeVisible();

    // Karim starts a match at the first table on his phone; four parties wait, added by different people.
    await openScreen(karim, 'Tables');
    await karim.getByRole('main').getByRole('link', { name: 'Table 1', exact: true }).tap();
    const pad = await beginMatch(karim, { game: '8-Ball', p1: 'Salma', p2: 'Mehdi', length: '9' });
    await pad.waiting(0);
    await openScreen(sara, 'Counter');
    await addParty(sara, AMINE);
    await addParty(sara, 'Youssef Berrada');
    await addParty(sara, 'Nadia', 'Snooker');
    await openScreen(bar, 'Counter');
    await addParty(bar, 'Omar Tazi');
    await expect(names(sara)).toHaveText([AMINE, 'Youssef Berrada', 'Nadia', 'Omar Tazi'].map(isolated));
    await expect(waiting(sara).getByRole('button', { name: /^Call/ })).toHaveCount(0);

    // A match ends: the next party is called in one tap, and the television shows it.
    await scorers[0]?.act('rack', { side: 'A' });
    await waiting(sara)
      .first()
      .getByRole('button', { name: `Call · ${isolated('Table 2')}` })
      .tap();
    await expect(television.getByTestId('call')).toContainText(/أمين .*Table 2/);

    // They don't come: the next is called, and they are first again once they are back.
    await (await openParty(sara, AMINE)).getByRole('button', { name: 'No-show' }).tap();
    await waiting(sara)
      .nth(1)
      .getByRole('button', { name: `Call · ${isolated('Table 2')}` })
      .tap();
    await expect(television.getByTestId('call')).toHaveText(/^Youssef B\..*Table 2$/);
    await waiting(sara).nth(1).getByRole('button', { name: 'Start' }).tap();
    await sara.getByRole('dialog', { name: 'New match' }).getByRole('button', { name: 'Start match' }).tap();
    await padOn(sara).waiting(0);
    await expect(television.getByTestId('call')).toHaveCount(0);
    await expect(television.getByTestId('tile').nth(1)).toContainText('Youssef B.');
    await sara.goto(`${origin}/score/#room`);
    await waiting(sara).first().getByRole('button', { name: 'Back' }).tap();
    await expect(names(bar).first()).toHaveText(isolated(AMINE));

    await scorers[1]?.act('rack', { side: 'B' });
    await scorers[4]?.act('rack', { side: 'B' });
    const offered = waiting(bar)
      .first()
      .getByRole('button', { name: `Call · ${isolated('Table 3')}` });
    await expect(offered).toBeEnabled();
    await expect(waiting(bar).first()).toContainText(isolated(AMINE));

    // Two waiters call them at the same moment: one of them gets a notice.
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await bar.route('**/rpc/change_waiting', async (route) => {
      await held;
      await route.continue();
    });
    await offered.tap();
    await expect(waiting(bar).first()).toContainText('Calling to');
    const sheet = await openParty(sara, AMINE);
    await sheet.getByText('Other tables').tap();
    await sheet.getByRole('button', { name: `Call · ${isolated('Snooker 1')}` }).tap();
    // Sara's is there first.
    await expect(television.getByTestId('call')).toContainText(/أمين .*Snooker 1/);
    release(undefined);
    const said = `${isolated('Sara')} called ${isolated(AMINE)} to ${isolated('Snooker 1')}.`;
    await expect(bar.getByRole('alert')).toContainText(said);
    await expect(waiting(bar).first()).toContainText(`Called to ${isolated('Snooker 1')}`);

    // The bar's phone, an Admin, takes a table out of use.
    await openScreen(bar, 'Tables');
    await bar.getByRole('button', { name: `Settings of ${isolated('Table 4')}` }).tap();
    const outOfUse = bar.getByRole('checkbox', { name: /^Out of use/ });
    await outOfUse.tap();
    await expect(outOfUse).toBeChecked();
    await sara.getByRole('button', { name: /^Tables/ }).tap();
    await expect(sara.getByRole('listitem').filter({ hasText: 'Table 4' })).toContainText('Out of use');

    // The Wi-Fi drops for a minute at the first table, with six taps.
    await karims.setOffline(true);
    await pad.rack('A', 4);
    await pad.rack('B', 2);
    await pad.waiting(6);
    await karim.clock.fastForward(60_000);
    await pad.waiting(6);
    await karims.setOffline(false);
    await pad.waiting(0);
    await expect(television.getByTestId('tile').first()).toContainText(/4[^]*2/);

    // Karim's phone is removed in the middle: what he taps next is refused, and kept.
    await karims.setOffline(true);
    await pad.rack('A', 5);
    await pad.waiting(1);
    await desk.getByRole('button', { name: `Remove ${isolated('Karim')}` }).tap();
    const ask = desk.getByRole('dialog');
    await ask.getByRole('button', { name: 'Remove', exact: true }).tap();
    // It closes when the server has answered.
    await expect(ask).toBeHidden();
    await karims.setOffline(false);
    await expect(pad.key('copy')).toBeInViewport({ ratio: 1 });
    await pad.scores(5, 2);
    const board = (await venue.call('get_overlay', { key: first.token })) as { readonly s1: number };
    expect(board.s1).toBe(4);

    // In the morning the list is empty.
    await server.pg.query(`
      update public.waiting set joined_at = joined_at - interval '7 hours', changed_at = changed_at - interval '7 hours',
        called_at = called_at - interval '7 hours', started_at = started_at - interval '7 hours';
      update public.matches set started_at = started_at - interval '7 hours', stored_at = stored_at - interval '7 hours';`);
    await sara.reload();
    await expect(sara.getByText('Nobody is waiting')).toBeVisible();
  } finally {
    // A page still open would ask for deleted things, and log the failures.
    await Promise.all([desk, ...contexts].map((opened) => opened.close()));
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
