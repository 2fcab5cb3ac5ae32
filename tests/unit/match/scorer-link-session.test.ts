import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createScorerLinkSession } from '../../../src/features/score/scorer-link-session.ts';
import { fakeVenue } from '../fakes/venue.ts';
import { fakeStorage, stubBrowser } from '../fakes/browser-fakes.ts';
import { fakeEnvironment } from '../fakes/fake-environment.ts';
import { fakeDevice } from './fake-device.ts';

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

/** An owner's two tables, each with a scorer link, and the browser of the links' holder. */
const fakeWorld = async () => {
  const server = fakeVenue();
  const { tables } = server.connect({ owner: 'me' });
  const one = (await tables.listTables()).tables[0]?.id ?? '';
  await tables.renameTable(one, 'One');
  const two = await tables.addTable('Two');
  const [linkOne, linkTwo] = [
    await tables.addScorerLink(one, '', null, { kind: 'scorer' }),
    await tables.addScorerLink(two, '', null, { kind: 'scorer' }),
  ];
  return { server, tables, one, linkOne, linkTwo, kept: fakeStorage() };
};

type World = Awaited<ReturnType<typeof fakeWorld>>;

const open = async ({ server, kept }: World, secret: string | null, { offline = false } = {}) => {
  let link = secret;
  const pages = new Map<string, ReturnType<World['server']['connect']>>();
  const page = (of: string) => {
    const known = pages.get(of) ?? server.connect({ link: of });
    pages.set(of, known);
    return known;
  };
  const setFailure = (failure: typeof OFFLINE | null) => {
    for (const { network } of pages.values()) network.failure = failure;
  };
  if (secret !== null) page(secret);
  if (offline) setFailure(OFFLINE);
  const environment = {
    ...fakeEnvironment('https://cueboard.test/score/', kept),
    ...fakeDevice(),
    link: () => link,
    open: (of: string) => page(of).open(of),
    matches: (of: string) => page(of).matches,
  };
  const linked = createScorerLinkSession(environment);
  const close = linked.$view.listen(() => {});
  onTestFinished(close);
  const leave = linked.desk.$live.listen(() => {});
  onTestFinished(leave);
  await settle();
  return {
    linked,
    setFailure,
    close: () => {
      close();
      leave();
    },
    requests: (of: string) => page(of).network.requests.length,
    view: () => linked.$view.get(),
    asked: (of: string) => page(of).network.requests.filter((name) => name === 'openLink').length,
    go: async (to: string | null) => {
      link = to;
      browser.window.dispatchEvent(new Event('hashchange'));
      await settle();
    },
  };
};

test('a link opens its table, which is scored without an account', async () => {
  const world = await fakeWorld();
  const { linked, view } = await open(world, world.linkOne.secret);
  expect(view()).toEqual({ status: 'table', title: 'One' });
  linked.desk.edit('p1', 'Salma');
  linked.desk.save();
  linked.desk.moveClock('clock.start');
  await settle();
  expect(world.server.board(world.one)).toMatchObject({ p1: 'Salma', clock: { running: true } });
});

test('the form for a new match begins with the game of the link’s table', async () => {
  const world = await fakeWorld();
  await world.tables.setTable(world.one, { kind: 'snooker' });
  const { linked } = await open(world, world.linkOne.secret);
  expect(linked.desk.$newMatch.get()?.$draft.get()).toMatchObject({ game: 'snooker', p1: '', p2: '' });
});

test('an address without a link differs from one with an unknown link', async () => {
  const world = await fakeWorld();
  const { view, linked } = await open(world, null);
  expect(view()).toEqual({ status: 'none' });
  expect(linked.desk.$scoring.get()).toBeNull();
  const guessed = await open(world, 'x'.repeat(24));
  expect(guessed.view()).toEqual({ status: 'noLink' });
});

test('a page that was left asks nothing more', async () => {
  const world = await fakeWorld();
  const { secret } = world.linkOne;
  const { linked, close, requests } = await open(world, secret);
  linked.desk.moveClock('clock.start');
  await settle();
  close();
  await vi.advanceTimersByTimeAsync(2000);
  const before = requests(secret);
  expect(before).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(requests(secret)).toBe(before);
});

test('another link in the address opens another table', async () => {
  const world = await fakeWorld();
  const { view, go, linked } = await open(world, world.linkOne.secret);
  linked.desk.edit('p1', 'Salma');
  await go(world.linkTwo.secret);
  expect(view()).toEqual({ status: 'table', title: 'Two' });
  expect(linked.desk.$draft.get().edits).toEqual({});
  await go(null);
  expect(view()).toEqual({ status: 'none' });
});

test('without a network a link opens its last table, and the page continues when the network is back', async () => {
  const world = await fakeWorld();
  const first = await open(world, world.linkOne.secret);
  first.close();
  await world.tables.renameTable(world.one, 'Renamed');
  const { view, setFailure } = await open(world, world.linkOne.secret, { offline: true });
  expect(view()).toEqual({ status: 'table', title: 'One' });
  setFailure(null);
  browser.window.dispatchEvent(new Event('online'));
  await settle();
  expect(view()).toEqual({ status: 'table', title: 'Renamed' });
});

test('a link that never opened waits for the network, and says why', async () => {
  const world = await fakeWorld();
  const first = await open(world, world.linkOne.secret);
  first.close();
  const { view, setFailure, asked } = await open(world, world.linkTwo.secret, { offline: true });
  expect(view()).toEqual({ status: 'failed', failure: OFFLINE });
  setFailure(null);
  await vi.advanceTimersByTimeAsync(5000);
  expect(view()).toEqual({ status: 'table', title: 'Two' });
  const before = asked(world.linkTwo.secret);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked(world.linkTwo.secret)).toBe(before);
});

test('a page continues when its table gets another overlay link', async () => {
  const world = await fakeWorld();
  const { linked } = await open(world, world.linkOne.secret);
  await world.tables.replaceOverlayLink(world.one);
  await settle();
  linked.desk.moveClock('clock.start');
  await settle();
  expect(linked.desk.$live.get()).toMatchObject({ connection: 'live', board: { clock: { running: true } } });
});

test('a revoked link shows its last table, but can’t send any more', async () => {
  const world = await fakeWorld();
  const first = await open(world, world.linkOne.secret);
  first.setFailure(OFFLINE);
  void first.linked.desk.$scoring.get()?.score('clock.start');
  await settle();
  expect(first.linked.desk.$scored.get()?.pending).toBe(1);
  first.close();
  await world.tables.revokeScorerLink(world.linkOne.id);
  await world.tables.revokeScorerLink(world.linkTwo.id);
  const again = await open(world, world.linkOne.secret);
  expect(again.view()).toEqual({ status: 'table', title: 'One' });
  const never = await open(world, world.linkTwo.secret);
  expect(never.view()).toEqual({ status: 'noLink' });
  expect(world.server.board(world.one).clock.running).toBe(false);
});
