import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { linkSecret, scorerLink } from '../../../src/core/overlay/address.ts';
import type { Failure } from '../../../src/core/failure.ts';
import { createLinks } from '../../../src/features/tables/links.ts';
import { createTables } from '../../../src/features/tables/tables.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';

let browser: ReturnType<typeof stubBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T21:00:00Z') });
  browser = stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);
const OFFLINE = { kind: 'offline' } as const;

const open = async () => {
  const server = fakeVenue();
  const { tables, network } = server.connect({ owner: 'me' });
  let account = tables;
  const environment = { ...fakeEnvironment('https://cueboard.test/dashboard/'), tables: () => account };
  const endedBy = vi.fn<(failure: Failure) => boolean>(() => false);
  const looked = { signedIn: true, watched: true };
  const store = createTables(environment, {
    isSignedIn: () => looked.signedIn,
    endedBy,
    isWatched: () => looked.watched,
  });
  onTestFinished(store.$tables.listen(() => {}));
  await settle();
  const list = () => store.$tables.get().tables ?? expect.unreachable('nothing has arrived');
  return {
    server,
    network,
    environment,
    store,
    list,
    looked,
    endedBy,
    signInAs: (owner: string) => {
      account = server.connect({ owner }).tables;
    },
    first: () => list()[0] ?? expect.unreachable('there is no table'),
    titles: () => list().map(({ title }) => title),
    asked: () => network.requests.filter((name) => name === 'listTables').length,
  };
};

test('the list is read at once, and again every few seconds', async () => {
  const { server, first, asked } = await open();
  expect(first().title).toBe('Overlay 1');
  server.save(first().id, { s1: 3 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked()).toBe(2);
  expect(first().board.s1).toBe(3);
});

test('a failing request is retried less often, keeps the shown list, and is retried at once when the network is back', async () => {
  const { network, store, titles, asked } = await open();
  network.failure = OFFLINE;
  await vi.advanceTimersByTimeAsync(5000);
  expect(store.$tables.get()).toMatchObject({ failure: OFFLINE });
  expect(titles()).toEqual(['Overlay 1']);
  await vi.advanceTimersByTimeAsync(5000 + 10_000 + 20_000);
  expect(asked()).toBe(5);
  network.restore();
  browser.window.dispatchEvent(new Event('online'));
  await settle();
  expect(asked()).toBe(6);
  expect(store.$tables.get().failure).toBeNull();
});

test('while one table is scored, the list is fetched every minute, and never when signed out', async () => {
  const { looked, asked } = await open();
  looked.watched = false;
  await vi.advanceTimersByTimeAsync(5000 + 60_000);
  expect(asked()).toBe(3);
  looked.signedIn = false;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked()).toBe(3);
});

test('another account starts with the known state of its own tables', async () => {
  const { signInAs, store, first, titles } = await open();
  const known = [{ ...first(), title: 'Known' }];
  signInAs('another');
  store.startWith({ tables: known });
  expect(titles()).toEqual(['Known']);
  await settle();
  expect(first().id).not.toBe(known[0]?.id);
});

test('a hidden page asks nothing, and asks at once when it is shown', async () => {
  const { asked } = await open();
  browser.document.visibilityState = 'hidden';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(2);
  browser.document.visibilityState = 'visible';
  browser.document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(asked()).toBe(3);
});

test('tables are added, renamed, moved and archived, and shown so at once', async () => {
  const { store, titles, first, list } = await open();
  expect(await store.add('  Two  ', 'snooker')).toBeNull();
  expect(await store.rename(first().id, 'One')).toBeNull();
  expect(titles()).toEqual(['One', 'Two']);
  expect(await store.move(first().id, 1)).toBeNull();
  expect(titles()).toEqual(['Two', 'One']);
  expect(await store.move(first().id, -1)).toBeNull();
  expect(titles()).toEqual(['Two', 'One']);
  await store.archive(first().id, true);
  expect(list().map(({ archived }) => archived)).toEqual([true, false]);
});

test('a name of more letters than a table takes is cut where the field cuts it', async () => {
  const { store, titles } = await open();
  expect(await store.add('🎱'.repeat(61), 'pool')).toBeNull();
  expect(titles()[1]).toBe('🎱'.repeat(60));
});

test('a change that fails says why, and leaves the list', async () => {
  const { network, store, first, titles } = await open();
  const { id } = first();
  network.failure = OFFLINE;
  for (const change of [
    store.add('Two', 'pool'),
    store.rename(id, 'One'),
    store.archive(id, true),
    store.replaceOverlayLink(id),
  ])
    expect(await change).toEqual(OFFLINE);
  expect(titles()).toEqual(['Overlay 1']);
});

test('a change of a table or of its links ends a session that has expired', async () => {
  const { network, store, first, links, endedBy } = await openLinks();
  const { id } = first();
  const expired = { kind: 'sessionExpired' } as const;
  network.failure = expired;
  expect(await store.rename(id, 'One')).toEqual(expired);
  expect(await links.revoke('nobody')).toEqual(expired);
  expect(endedBy.mock.calls).toEqual([[expired], [expired]]);
});

test('a replaced overlay link is shown in the old one’s place', async () => {
  const { store, first } = await open();
  const before = store.overlayLink(first());
  expect(await store.replaceOverlayLink(first().id)).toBeNull();
  expect(store.overlayLink(first())).not.toBe(before);
  expect(store.overlayLink(first())).toBe(`https://cueboard.test/overlay/${first().token}?theme=dark`);
});

test('an answer that was asked for before a change is not shown after it', async () => {
  const { network, store, first, titles } = await open();
  network.held = true;
  const looking = store.refresh();
  const [old] = network.waiting;
  old?.deliver();
  const renaming = store.rename(first().id, 'One');
  network.waiting.find(({ name }) => name === 'renameTable')?.answer();
  await settle();
  network.waiting.findLast(({ name }) => name === 'listTables')?.answer();
  await renaming;
  expect(titles()).toEqual(['One']);
  old?.answer();
  await looking;
  expect(titles()).toEqual(['One']);
});

test('clocks are counted in server time', async () => {
  const { server, store } = await open();
  server.elapse(100);
  await store.refresh();
  onTestFinished(store.$serverMillis.listen(() => {}));
  expect(store.$serverMillis.get()).toBe(Date.now() + 100_000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.$serverMillis.get()).toBe(Date.now() + 100_000);
});

const openLinks = async () => {
  const world = await open();
  const environment = { ...world.environment, scoreService: () => 'https://cueboard.test/score' };
  const links = createLinks(environment, world.first().id, world.endedBy);
  onTestFinished(links.$links.listen(() => {}));
  await settle();
  return { ...world, links };
};

test('a scorer link is shown once, opens its table, and is closed at once when it is revoked', async () => {
  const { server, links, first } = await openLinks();
  expect(links.$links.get()).toEqual({ links: [], failure: null, added: null });
  expect(await links.add(' ليلى 🎱 ', null, { kind: 'scorer' })).toBeNull();
  const { added, links: listed } = links.$links.get();
  expect(listed).toMatchObject([{ label: 'ليلى 🎱', revoked: false }]);
  const secret = linkSecret(new URL(added?.address ?? '').hash) ?? '';
  expect(added?.address).toBe(scorerLink('https://cueboard.test', secret));
  const scorer = server.connect({ link: secret });
  expect(await scorer.open(secret)).toMatchObject({ tableId: first().id });
  expect(await links.revoke(added?.id ?? '')).toBeNull();
  expect(links.$links.get()).toMatchObject({ links: [{ revoked: true }], added: null });
  await expect(scorer.open(secret)).rejects.toMatchObject({ failure: { kind: 'forbidden' } });
});

test('a key is shown as it is, a button as the address that presses it', async () => {
  const { links } = await openLinks();
  await links.add('Sensor', null, { kind: 'machine' });
  expect(links.$links.get().added).toMatchObject({
    kind: 'machine',
    address: expect.stringMatching(/^\w{24}$/) as string,
  });
  await links.add('', null, { kind: 'button', move: 'rack', fields: { side: 'A' } });
  const { added, links: listed } = links.$links.get();
  expect(added?.address).toMatch(/^https:\/\/cueboard\.test\/score\/press\/\w{24}$/);
  expect(listed?.[1]).toMatchObject({ kind: 'button', move: 'rack', fields: { side: 'A' } });
});

test('the address of a new link is forgotten when it was taken', async () => {
  const { links } = await openLinks();
  await links.add('', null, { kind: 'scorer' });
  links.hideAdded();
  expect(links.$links.get().added).toBeNull();
});

test('a link is revoked for the person who did it, though the list cannot be read again', async () => {
  const { network, links } = await openLinks();
  await links.add('', null, { kind: 'scorer' });
  const [link] = links.$links.get().links ?? [];
  network.held = true;
  const revoking = links.revoke(link?.id ?? '');
  network.waiting[0]?.answer();
  await settle();
  network.waiting[0]?.lose();
  expect(await revoking).toBeNull();
  expect(links.$links.get()).toMatchObject({ links: [{ revoked: true }], failure: OFFLINE });
});

test('a link that could not be made says why', async () => {
  const { network, links } = await openLinks();
  network.failure = OFFLINE;
  expect(await links.add('Yassine', null, { kind: 'scorer' })).toEqual(OFFLINE);
  expect(await links.revoke('nobody')).toEqual(OFFLINE);
  expect(links.$links.get()).toMatchObject({ links: [], added: null });
});

test.each(['', '#', '#short', `#${'a'.repeat(25)}`, `#${'é'.repeat(24)}`, `#${'a'.repeat(23)}/`])(
  'no scorer link has %j in its address',
  (hash) => {
    expect(linkSecret(hash)).toBeNull();
  },
);
