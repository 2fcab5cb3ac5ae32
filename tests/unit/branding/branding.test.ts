import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { FLAGS } from '../../../src/build/flags.ts';
import { flagAddress, marksAddress } from '../../../src/config/marks.ts';
import type { Failure } from '../../../src/core/failure.ts';
import {
  countriesIn,
  countryOf,
  found,
  isTaken,
  knownNames,
  offeredNames,
} from '../../../src/core/branding/answer.ts';
import { venueScreen, PLAYERS, SPONSORS } from '../../../src/core/venue/fragment.ts';
import { createBrandingStore } from '../../../src/features/branding/branding.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

const player = (name: string, id = name) => ({ id, name, flag: null, picture: null, hidden: false });

describe('players', () => {
  const players = [player('Zoé Élan'), player('أحمد'), player('Amine'), player('Amina')];
  const hidden = { ...player('Hamza'), hidden: true };

  test('are found by any part of the name, without its signs', () => {
    const names = (typed: string) => found(players, typed).map(({ name }) => name);
    expect(names('')).toHaveLength(4);
    expect(names(' elan')).toEqual(['Zoé Élan']);
    expect(names('AMIN')).toEqual(['Amine', 'Amina']);
    expect(names('احمد')).toEqual(['أحمد']);
    expect(found([{ name: 'حـمْزة' }, { name: 'منى' }], 'حمزه')).toHaveLength(1);
    expect(found([{ name: 'حمزة' }, { name: 'منى' }], 'مني')).toHaveLength(1);
    expect(names('nobody')).toEqual([]);
  });

  test('have a name each, whatever its capitals and spaces', () => {
    expect(isTaken(players, ' amine ', null)).toBe(true);
    expect(isTaken(players, 'AMINE', 'Amine')).toBe(false);
    expect(isTaken(players, 'AMINE', 'Amina')).toBe(true);
    expect(isTaken(players, 'Amin', null)).toBe(false);
    expect(isTaken([hidden], 'hamza', null)).toBe(false);
    expect(isTaken([...players, hidden], 'hamza', 'Amine')).toBe(true);
  });
});

describe('known names', () => {
  const boards = [
    { p1: 'PLAYER A', p2: ' amine ' },
    { p1: 'Nadia', p2: '' },
  ];

  test('are the players’ and those on boards, each once', () => {
    expect(
      knownNames({ players: [player('Zoé'), player('Amine')], recent: ['Omar', 'zoé'] }, boards),
    ).toEqual(['Zoé', 'Amine', 'Omar', 'Nadia']);
  });

  test('leave out hidden players', () => {
    const players = [player('Zoé'), { ...player('NADIA'), hidden: true }];
    expect(knownNames({ players, recent: ['Nadia'] }, boards)).toEqual(['Zoé', ' amine ']);
  });

  test('are offered by the typed text, six at most, unless it already names one', () => {
    const known = ['Zoé', 'Amine', 'Amina', ...['1', '2', '3', '4', '5'].map((end) => `Omar ${end}`)];
    expect(offeredNames(known, '')).toEqual(known.slice(0, 6));
    expect(offeredNames(known, 'omar')).toEqual(known.slice(3));
    expect(offeredNames(known, 'Amine')).toEqual([]);
  });
});

describe('countries', () => {
  const codes = Object.keys(FLAGS);

  test('are those that there is a flag of, by two letters each', () => {
    expect(codes).toEqual(expect.arrayContaining(['MA', 'FR', 'ES', 'DZ', 'TN', 'GB', 'PS']));
    expect(codes.length).toBeGreaterThan(240);
    for (const code of codes) expect(code).toMatch(/^[A-Z]{2}$/);
    for (const drawing of Object.values(FLAGS)) expect(drawing.length).toBeLessThan(6000);
    expect(flagAddress('MA')).toBe('/flags/ma.svg');
  });

  test.each([
    ['en-GB', 'Morocco', 'mor', 'Morocco'],
    ['fr-MA', 'Maroc', 'MARO', 'Maroc'],
    ['ar-MA', 'المغرب', 'المغر', 'المغرب'],
  ])('are named, ordered and found in %s', (locale, name, typed, meant) => {
    const countries = countriesIn(codes, locale);
    expect(countries.find(({ code }) => code === 'MA')?.name).toBe(name);
    const names = countries.map((country) => country.name);
    expect(names).toEqual([...names].sort(new Intl.Collator(locale).compare));
    expect(countryOf(countries, typed)?.name).toBe(meant);
    expect(countryOf(countries, ` ${name} `)?.code).toBe('MA');
  });

  test('are none if the typed text means several, or nothing', () => {
    const countries = countriesIn(codes, 'en');
    expect(countryOf(countries, 'a')).toBeNull();
    expect(countryOf(countries, ' ')).toBeNull();
    expect(countryOf(countries, 'Atlantis')).toBeNull();
    // One country's name is the start of another's.
    expect(countryOf(countries, 'niger')?.code).toBe('NE');
    expect(countriesIn(['MA', 'XQ'], 'en').map(({ code }) => code)).toEqual(['MA']);
  });
});

test('marks come from beside the database, or from the page’s own host', () => {
  expect(marksAddress({})).toBe('/functions/v1/snapshot/mark');
  expect(marksAddress({ PUBLIC_SUPABASE_URL: 'https://project.test/' })).toBe(
    'https://project.test/functions/v1/snapshot/mark',
  );
});

test('players and sponsors have an address each', () => {
  expect(venueScreen(PLAYERS)).toEqual({ status: 'players' });
  expect(venueScreen(SPONSORS)).toEqual({ status: 'sponsors' });
  for (const other of ['', '#', '#player', '#players/x', '#sponsors/x'])
    expect(venueScreen(other)).toBeNull();
});

describe('the store', () => {
  let browser: ReturnType<typeof stubBrowser>;
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-23T21:00:00Z') });
    browser = stubBrowser();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const settle = () => vi.advanceTimersByTimeAsync(0);
  const JPEG = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])]);

  const open = async () => {
    const server = fakeVenue();
    const me = server.connect({ owner: 'me' });
    const account = { signedIn: true, branding: me.branding };
    const endedBy = vi.fn<(failure: Failure) => boolean>(() => false);
    const store = createBrandingStore(
      { branding: () => account.branding },
      { isSignedIn: () => account.signedIn, endedBy },
    );
    const asked = () => me.network.requests.filter((name) => name === 'getBranding').length;
    onTestFinished(store.$branding.listen(() => {}));
    await settle();
    return { server, me, account, endedBy, store, asked, view: () => store.$branding.get() };
  };

  test('reads at once, after each change, and when the page is shown or the network back', async () => {
    const { store, view, asked } = await open();
    expect(view()).toEqual({ branding: { players: [], recent: [], sponsors: [] }, failure: null });
    expect(await store.savePlayer({ ...player('  Zineb '), flag: 'MA' }, null)).toBeNull();
    expect(view().branding?.players).toMatchObject([{ name: 'Zineb', flag: 'MA' }]);
    const before = asked();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked()).toBe(before);
    browser.window.dispatchEvent(new Event('online'));
    await settle();
    expect(asked()).toBe(before + 1);
  });

  test('sends pictures, and says why one is not taken', async () => {
    const { store, me, view } = await open();
    const sent = await store.sendMark('logo', JPEG);
    const picture = 'status' in sent && sent.status === 'taken' ? sent.id : expect.unreachable();
    expect(store.markAddress(picture)).toBe(`/functions/v1/snapshot/mark/${picture}`);
    expect(await store.saveSponsor({ title: ' Atlas ', picture, shown: true }, null)).toBeNull();
    expect(view().branding?.sponsors).toMatchObject([{ title: 'Atlas', picture, shown: true }]);
    expect(await store.sendMark('logo', new Blob(['x']))).toEqual({ status: 'refused', reason: 'type' });
    me.network.cut();
    expect(await store.sendMark('logo', JPEG)).toEqual({ kind: 'offline' });
  });

  test('a save whose answer was lost counts, and exists once', async () => {
    const { store, me, view } = await open();
    const sent = await me.branding.sendMark('logo', JPEG);
    const picture = sent.status === 'taken' ? sent.id : expect.unreachable();
    const amine = { ...player(' Amine '), flag: 'MA' };
    const atlas = { title: ' Atlas ', picture, shown: true };
    for (const save of [() => store.savePlayer(amine, null), () => store.saveSponsor(atlas, null)]) {
      me.network.held = true;
      const first = save();
      me.network.waiting[0]?.deliver();
      me.network.waiting[0]?.lose();
      expect(await first).toEqual({ kind: 'offline' });
      me.network.held = false;
      expect(await save()).toBeNull();
    }
    expect(view().branding).toMatchObject({
      players: [{ name: 'Amine', flag: 'MA' }],
      sponsors: [{ title: 'Atlas', picture, shown: true }],
    });
    // Somebody else of that name is refused still, and so is another sponsor with this logo.
    expect(await store.savePlayer({ ...amine, flag: 'FR' }, null)).toMatchObject({ kind: 'other' });
    expect(await store.saveSponsor({ ...atlas, title: 'Rif' }, null)).toMatchObject({ kind: 'other' });
  });

  test('moves a sponsor by a place, and not beyond the ends', async () => {
    const { store, me, view } = await open();
    for (const title of ['one', 'two', 'three']) {
      const sent = await me.branding.sendMark('logo', JPEG);
      const picture = sent.status === 'taken' ? sent.id : expect.unreachable();
      await store.saveSponsor({ title, picture, shown: true }, null);
    }
    const titles = () => view().branding?.sponsors.map(({ title }) => title);
    const [one = expect.unreachable()] = view().branding?.sponsors ?? [];
    await store.moveSponsor(one.id, 1);
    expect(titles()).toEqual(['two', 'one', 'three']);
    await store.moveSponsor(one.id, 1);
    const requests = me.network.requests.length;
    await store.moveSponsor(one.id, 1);
    expect(me.network.requests).toHaveLength(requests);
    expect(titles()).toEqual(['two', 'three', 'one']);
    await store.removeSponsor(one.id);
    expect(titles()).toEqual(['two', 'three']);
  });

  test('hides a player, and shows them again when the name is added', async () => {
    const { store, view } = await open();
    await store.namePlayer(' Zineb ', null);
    const [zineb = expect.unreachable()] = view().branding?.players ?? [];
    expect(zineb).toMatchObject({ name: 'Zineb', hidden: false });
    await store.hidePlayer(zineb.id, true);
    expect(view().branding?.players).toMatchObject([{ name: 'Zineb', hidden: true }]);
    expect(await store.namePlayer('Zineb', null)).toBeNull();
    expect(view().branding?.players).toEqual([zineb]);
  });

  test('a failure keeps the known data, and is passed to `endedBy`', async () => {
    const { store, me, view, endedBy } = await open();
    await store.savePlayer(player('Zineb'), null);
    me.network.failure = { kind: 'offline' };
    expect(await store.removePlayer('x')).toEqual({ kind: 'offline' });
    await store.refresh();
    expect(view()).toMatchObject({
      branding: { players: [{ name: 'Zineb' }] },
      failure: { kind: 'offline' },
    });
    expect(endedBy).toHaveBeenCalledWith({ kind: 'offline' });
  });

  test('nothing of one account is shown to another, whatever is still on its way', async () => {
    const { store, me, server, account, view } = await open();
    await store.savePlayer(player('Zineb'), null);
    me.network.held = true;
    const late = store.refresh();
    store.forget();
    account.branding = server.connect({ owner: 'other' }).branding;
    me.network.waiting[0]?.answer();
    await late;
    expect(view()).toEqual({ branding: null, failure: null });
    await store.refresh();
    expect(view().branding?.players).toEqual([]);
    account.signedIn = false;
    store.forget();
    await store.refresh();
    expect(view().branding).toBeNull();
  });
});
