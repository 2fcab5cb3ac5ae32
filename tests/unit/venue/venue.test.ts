import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Session } from '../../../src/backend/contract.ts';
import { overlayLink } from '../../../src/core/overlay/address.ts';
import {
  ALL_TABLES,
  PICTURES,
  PLAYERS,
  ROOM,
  signsFragment,
  tableFragment,
  VENUE,
} from '../../../src/core/venue/fragment.ts';
import { watchUserInput } from '../../../src/browser/user-input.ts';
import { createVenue } from '../../../src/features/venue/venue.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { fakeAuth } from '../fakes/auth.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment, fakeFiles, fakeSnapshots } from '../fakes/fake-environment.ts';
import { fakeDevice } from '../match/fake-device.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  browser = stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const OFFLINE = { kind: 'offline' } as const;
const MINE: Session = { status: 'signedIn', userId: 'me' };
const PAGE = 'https://cueboard.test/dashboard/';

/** A server, and one browser with storage. */
const fakeWorld = () => {
  const server = fakeVenue();
  const owners = { me: server.connect({ owner: 'me' }), other: server.connect({ owner: 'other' }) };
  return { server, owners, kept: fakeStorage() };
};

/** Opens the page; a test's own requests to the server are made as the signed-in account. */
const open = async (session: Session = MINE, hash = '', { server, owners, kept } = fakeWorld()) => {
  const { auth, control } = fakeAuth(session);
  const { network } = owners.me;
  let who = owners.me;
  auth.watch((now) => {
    if ('userId' in now) who = now.userId === 'other' ? owners.other : owners.me;
  });
  let address = new URL(PAGE + hash);
  const environment = {
    ...fakeEnvironment(PAGE, kept),
    ...fakeDevice(),
    ...fakeSnapshots(),
    ...fakeFiles(),
    watchUserInput,
    address: () => address,
    auth: () => auth,
    matches: () => who.matches,
    tables: () => who.tables,
    pictures: () => who.pictures,
    televisions: () => who.televisions,
    branding: () => who.branding,
    pairing: () => expect.unreachable('no code is looked up'),
    devices: () => expect.unreachable('no devices are asked for'),
    health: () => expect.unreachable('the server is not asked for'),
    scoreService: () => 'https://cueboard.test/score',
    results: () => who.results,
    players: () => expect.unreachable('no players are asked for'),
    waiting: () => expect.unreachable('the waiting list is not asked for'),
    tournaments: () => expect.unreachable('no tournaments are asked for'),
    account: () => expect.unreachable('the account is not asked for'),
  };
  const venue = createVenue(environment, {
    loginPath: '/login/',
    logOutFailed: 'Log-out failed',
    mayAtFirst: { has: () => true },
  });
  const close = venue.$view.listen(() => {});
  onTestFinished(close);
  onTestFinished(venue.desk.$live.listen(() => {}));
  await settle();
  return {
    venue,
    control,
    environment,
    network,
    close,
    world: { server, owners, kept },
    view: () => venue.$view.get(),
    go: async (to: string) => {
      address = new URL(PAGE + to);
      browser.window.dispatchEvent(new Event('hashchange'));
      await settle();
    },
    ids: () => (venue.tables.$tables.get().tables ?? []).map(({ id }) => id),
    players: () => venue.desk.$live.get().board?.p1,
  };
};

test('nothing is asked before it is known whose page it is', async () => {
  const { view, network, control } = await open({ status: 'unknown' });
  expect(view()).toEqual({ status: 'loading' });
  expect(network.requests).toEqual([]);
  control.become(MINE);
  await settle();
  expect(view()).toMatchObject({ status: 'table' });
});

test('a page without a session is left', async () => {
  const { environment, view } = await open({ status: 'signedOut' });
  expect(environment.replaceBy).toHaveBeenCalledExactlyOnceWith('/login/');
  expect(view()).toEqual({ status: 'loading' });
});

test('a session that ends under an open pad leaves it open, and its taps are sent after signing in again', async () => {
  const { venue, view, ids, go, network, environment } = await open();
  await go(tableFragment(ids()[0] ?? '', 'pad'));
  network.failure = { kind: 'sessionExpired' };
  expect(venue.desk.$scoring.get()?.score('set', { changes: { s1: { from: 0, to: 1 } } })).toHaveProperty(
    'id',
  );
  await settle();
  expect(venue.$ended.get()).toBe(true);
  expect(view()).toMatchObject({ status: 'table', part: 'pad' });
  expect(environment.replaceBy).not.toHaveBeenCalled();
  expect(venue.desk.$scored.get()).toMatchObject({ pending: 1, late: true });

  network.failure = null;
  expect(await venue.signInAgain('me@cueboard.test', '')).toBe('missingPassword');
  expect(await venue.signInAgain('me@cueboard.test', 'secret-1')).toBeNull();
  await settle();
  expect(venue.$ended.get()).toBe(false);
  expect(venue.desk.$scored.get()).toMatchObject({ pending: 0, late: false });
});

test('leaving the pad without a session asks to sign in', async () => {
  const { venue, ids, go, control, environment } = await open();
  await go(tableFragment(ids()[0] ?? '', 'pad'));
  control.become({ status: 'signedOut' });
  expect(venue.$ended.get()).toBe(true);
  expect(environment.replaceBy).not.toHaveBeenCalled();
  await go(tableFragment(ids()[0] ?? ''));
  expect(environment.replaceBy).toHaveBeenLastCalledWith('/login/');
});

test('one table needs no choice', async () => {
  const { view, venue, ids, players, go } = await open();
  expect(view()).toMatchObject({ status: 'table', table: { id: ids()[0] }, part: null });
  expect(players()).toBe('PLAYER A');
  expect(venue.desk.$scored.get()?.match.game).toBe('plain');
  await go(ALL_TABLES);
  expect(view()).toEqual({ status: 'tables' });
});

test('a screen without permission shows the tables instead, even without a network', async () => {
  const world = fakeWorld();
  world.server.allow(['list_results']);
  const { view, venue, ids, go, network, close } = await open(MINE, VENUE, world);
  expect(view()).toEqual({ status: 'tables' });
  await go('#results');
  expect(view()).toMatchObject({ status: 'results' });
  await go(PICTURES);
  expect(view()).toEqual({ status: 'tables' });
  for (const part of ['look', 'machines'] as const) {
    await go(tableFragment(ids()[0] ?? '', part));
    expect(view()).toMatchObject({ status: 'table', part: null });
  }
  expect([venue.$may.get().has('list_results'), venue.$may.get().has('update_table')]).toEqual([true, false]);
  close();

  network.failure = { kind: 'offline' };
  const again = await open(MINE, PICTURES, world);
  expect(again.view()).toEqual({ status: 'tables' });
});

test('of several tables, the address names one, and what lies over its desk', async () => {
  const { view, venue, ids, go } = await open();
  await venue.tables.add('Two', 'pool');
  expect(view()).toEqual({ status: 'tables' });
  const [, two = ''] = ids();
  await go(tableFragment(two));
  expect(view()).toMatchObject({ status: 'table', table: { title: 'Two' }, part: null });
  await go(tableFragment(two, 'pad'));
  expect(view()).toMatchObject({ status: 'table', table: { id: two }, part: 'pad' });
  // `air` is what the look's address was.
  for (const part of ['look', 'air']) {
    await go(`#${two}/${part}`);
    expect(view()).toMatchObject({ status: 'look', table: { id: two } });
  }
  await go(`#${crypto.randomUUID()}`);
  expect(view()).toEqual({ status: 'tables' });
  await go(tableFragment(two));
  await venue.tables.archive(two, true);
  // The one that is left needs no choice.
  expect(view()).toMatchObject({ status: 'table', table: { id: ids()[0] }, part: null });
});

test('other screens have their own addresses, and don’t ask for the list of tables', async () => {
  const { view, go, ids, network } = await open();
  await go(VENUE);
  expect(view()).toEqual({ status: 'venue' });
  await go(PICTURES);
  expect(view()).toEqual({ status: 'pictures' });
  await go(signsFragment());
  expect(view()).toEqual({ status: 'signs', match: null });
  await go(signsFragment('venue-b1'));
  expect(view()).toEqual({ status: 'signs', match: 'venue-b1' });
  expect(network.requests).not.toContain('getVenue');
  await go(tableFragment(ids()[0] ?? ''));
  expect(view()).toMatchObject({ status: 'table' });
});

test('another user who signs in sees none of the first one’s pictures', async () => {
  const { venue, control, view } = await open(MINE, PICTURES);
  onTestFinished(venue.pictures.$pictures.listen(() => {}));
  await settle();
  await venue.pictures.addKey('Mine');
  const mine = venue.pictures.$pictures.get().venue?.slug;
  expect(mine).toBeDefined();
  control.become({ status: 'signedIn', userId: 'other' });
  expect(venue.pictures.$pictures.get()).toMatchObject({ venue: null, added: null });
  await vi.advanceTimersByTimeAsync(5000);
  expect(view()).toEqual({ status: 'pictures' });
  expect(venue.pictures.$pictures.get().venue).toMatchObject({ keys: [] });
  expect(venue.pictures.$pictures.get().venue?.slug).not.toBe(mine);
});

test('closing a part over a desk returns to the desk’s address, and a reload stays there', async () => {
  const { venue, environment, ids, go } = await open();
  const [one = ''] = ids();
  venue.closePart();
  expect(environment.replaceBy).not.toHaveBeenCalled();
  for (const part of ['newMatch', 'pad'] as const) {
    await go(tableFragment(one, part));
    venue.closePart();
    expect(environment.replaceBy).toHaveBeenLastCalledWith(tableFragment(one));
    await go(tableFragment(one));
  }
  expect(environment.replaceBy).toHaveBeenCalledTimes(2);
  // A started match continues on the pad, and Back doesn't open its form again.
  await go(tableFragment(one, 'newMatch'));
  venue.openPad(one);
  expect(environment.replaceBy).toHaveBeenLastCalledWith(tableFragment(one, 'pad'));
});

test('a match that starts after its form was left opens no pad', async () => {
  const { venue, environment, ids, go } = await open();
  await venue.tables.add('Two', 'pool');
  const [one = '', two = ''] = ids();
  for (const elsewhere of [tableFragment(one), tableFragment(two), tableFragment(two, 'newMatch'), ROOM]) {
    await go(tableFragment(one, 'newMatch'));
    await go(elsewhere);
    venue.openPad(one);
  }
  expect(environment.replaceBy).not.toHaveBeenCalled();
});

test('the form and the pad of a party that was brought to its table close to the list that it came from', async () => {
  const { venue, environment, ids, go } = await open();
  const [one = ''] = ids();
  for (const list of [ROOM, PLAYERS]) {
    await go(list);
    await go(tableFragment(one, 'newMatch'));
    await go(tableFragment(one, 'pad'));
    venue.closePart();
    expect(environment.replaceBy).toHaveBeenLastCalledWith(list);
    await go(list);
  }
  await go(tableFragment(one));
  await go(tableFragment(one, 'pad'));
  venue.closePart();
  expect(environment.replaceBy).toHaveBeenLastCalledWith(tableFragment(one));
});

test('the table scored last continues to send behind the list of tables', async () => {
  const { venue, ids, go, network } = await open();
  await venue.tables.add('Two', 'pool');
  const [one = ''] = ids();
  await go(tableFragment(one));
  network.failure = OFFLINE;
  void venue.desk.$scoring.get()?.score('clock.start');
  await settle();
  await go(ALL_TABLES);
  onTestFinished(venue.$unsent.listen(() => {}));
  expect(venue.$unsent.get()[one]).toMatchObject({ pending: 1 });
  expect(venue.unsent()).toEqual(['scores']);
  network.restore();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(venue.$unsent.get()[one]).toMatchObject({ pending: 0 });
  expect(venue.unsent()).toEqual([]);
});

test('of a table that was archived nothing more is asked, unless something of it still waits', async () => {
  const { venue, ids, go, network, world } = await open();
  await venue.tables.add('Two', 'pool');
  const [one = '', two = ''] = ids();
  const elsewhere = world.server.connect({ owner: 'me' }).tables;
  const reads = () => network.requests.filter((name) => name === 'getLog').length;
  /** Who may score the table changes, which is announced to all who follow it. */
  const changeRights = async (table: string): Promise<void> => {
    const { id } = await elsewhere.addScorerLink(table, '', null, { kind: 'scorer' });
    await elsewhere.revokeScorerLink(id);
    await settle();
  };
  onTestFinished(venue.$unsent.listen(() => {}));
  await go(tableFragment(one));
  await go(ALL_TABLES);
  await elsewhere.archiveTable(one, true);
  await venue.tables.refresh();
  const asked = reads();
  await changeRights(one);
  expect(reads()).toBe(asked);

  await go(tableFragment(two));
  venue.desk.$scoring.get()?.hold();
  void venue.desk.$scoring.get()?.score('set', { changes: { s1: { from: 0, to: 1 } } });
  await go(ALL_TABLES);
  await elsewhere.archiveTable(two, true);
  await venue.tables.refresh();
  expect(venue.$unsent.get()[two]).toMatchObject({ pending: 1, held: true });
});

test('what fails before anything is known is said, and tried again', async () => {
  const world = fakeWorld();
  world.owners.me.network.failure = OFFLINE;
  const { view, network } = await open(MINE, '', world);
  expect(view()).toEqual({ status: 'failed', failure: OFFLINE });
  network.restore();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(view()).toMatchObject({ status: 'table' });
});

test.each([MINE, { status: 'unreachable', userId: 'me' }] as const)(
  'without a network the page opens as it was kept, for %j',
  async (session) => {
    const first = await open();
    const [id] = first.ids();
    first.close();
    const { network } = first;
    network.failure = OFFLINE;
    const { view, control, environment } = await open(session, '', first.world);
    expect(view()).toMatchObject({ status: 'table', table: { id } });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(view()).toMatchObject({ status: 'table', table: { id } });
    expect(control.calls).toEqual([]);
    expect(environment.replaceBy).not.toHaveBeenCalled();
  },
);

test('stored data opens for no other user', async () => {
  const first = await open();
  first.close();
  first.world.owners.other.network.failure = OFFLINE;
  const other = await open({ status: 'signedIn', userId: 'other' }, '', first.world);
  expect(other.view()).toEqual({ status: 'failed', failure: OFFLINE });
  const unknown = await open({ status: 'unreachable', userId: null }, '', first.world);
  expect(unknown.view()).toEqual({ status: 'loading' });
});

test('what another version kept, or another page wrote, is not read', async () => {
  const world = fakeWorld();
  world.kept.setItem('venue-2', '{');
  world.owners.me.network.failure = OFFLINE;
  const { view } = await open(MINE, '', world);
  expect(view()).toMatchObject({ status: 'failed' });
});

test('a browser that keeps nothing shows the venue all the same', async () => {
  const world = fakeWorld();
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  Object.assign(world.kept, { getItem: denied, setItem: denied });
  const { view } = await open(MINE, '', world);
  expect(view()).toMatchObject({ status: 'table' });
});

test('another user who signs in sees their own tables, and nothing of the first one’s', async () => {
  const { venue, control, ids, view, players } = await open();
  const before = ids();
  venue.desk.edit('p1', 'Mine');
  venue.desk.save();
  expect(players()).toBe('Mine');
  control.become({ status: 'signedIn', userId: 'other' });
  expect(view()).toEqual({ status: 'loading' });
  expect(venue.desk.$scoring.get()).toBeNull();
  expect(venue.desk.$newMatch.get()).toBeNull();
  await settle();
  expect(ids()).not.toEqual(before);
  expect(players()).toBe('PLAYER A');
});

test('the draft of the next match is shared by desk and pad, but not with another table', async () => {
  const { venue, ids, go } = await open();
  await venue.tables.add('Two', 'pool');
  const [one = '', two = ''] = ids();
  await go(tableFragment(one));
  const next = venue.desk.$newMatch.get();
  await go(tableFragment(one, 'pad'));
  expect(venue.desk.$newMatch.get()).toBe(next);
  await go(tableFragment(two));
  expect(venue.desk.$newMatch.get()).not.toBe(next);
});

test('a session that the server no longer takes is dropped, and leads to login', async () => {
  const { control, environment, network } = await open();
  network.failure = { kind: 'sessionExpired' };
  await vi.advanceTimersByTimeAsync(60_000);
  expect(control.calls).toContain('dropSession');
  expect(environment.replaceBy).toHaveBeenCalledWith('/login/');
});

test('logging out leaves nothing of the venue in the browser; a failure is reported', async () => {
  const { venue, control, environment, world, view } = await open();
  control.failure = OFFLINE;
  await venue.logOut();
  expect(environment.tell).toHaveBeenCalledExactlyOnceWith('Log-out failed');
  expect(view()).toMatchObject({ status: 'table' });
  expect(world.kept.getItem('venue-2')).not.toBeNull();
  control.failure = null;
  await venue.logOut();
  await settle();
  expect(environment.replaceBy).toHaveBeenCalledExactlyOnceWith('/login/');
  expect(world.kept.getItem('venue-2')).toBeNull();
});

test('the overlay link is the chosen table’s, and a new one takes its place at the desk', async () => {
  const { venue, view, players, environment } = await open();
  const table = () => {
    const shown = view();
    return shown.status === 'table' ? shown.table : expect.unreachable('there is no table');
  };
  const before = venue.tables.overlayLink(table());
  expect(before).toBe(overlayLink('https://cueboard.test', table().token));
  expect(await venue.tables.copyText(before)).toBe(true);
  expect(environment.copyText).toHaveBeenCalledExactlyOnceWith(before);
  await venue.tables.replaceOverlayLink(table().id);
  await settle();
  expect(venue.tables.overlayLink(table())).not.toBe(before);
  venue.desk.edit('p1', 'Salma');
  venue.desk.save();
  expect(players()).toBe('Salma');
});

test('results are a place of their own, and one of them leads back to its day', async () => {
  const { view, go, venue } = await open();
  await go('#results/2026-11-20');
  expect(view()).toEqual({ status: 'results', date: '2026-11-20' });
  onTestFinished(venue.results.$day.listen(() => {}));
  await settle();
  await go('#result/someId');
  expect(view()).toEqual({ status: 'result', id: 'someId' });
  expect(venue.results.$day.get().date).toBe('2026-11-20');
  await go('#settings');
  expect(view()).toEqual({ status: 'settings' });
});

test('a table just added elsewhere is fetched, and the only known one isn’t shown in its place', async () => {
  const { world, go, view, network } = await open();
  const added = await world.owners.me.tables.addTable('Two');
  network.held = true;
  await go(tableFragment(added, 'newMatch'));
  expect(view()).toEqual({ status: 'loading' });
  network.held = false;
  for (const request of [...network.waiting]) request.answer();
  await settle();
  expect(view()).toMatchObject({ status: 'table', table: { id: added }, part: 'newMatch' });
  // One that isn't there is asked for once.
  await go(tableFragment('00000000-0000-4000-8000-00000000dead'));
  expect(view()).toMatchObject({ status: 'tables' });
});
