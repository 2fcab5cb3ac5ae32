import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeStorage, stubBrowser } from '../browser-fakes.ts';
import { openTable, POOL, SNOOKER } from './devices.ts';
import { fakeDisk } from './fake-keeper.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);

/** A table at which pool is played, and one page that scores it. */
const openPool = async () => {
  const table = await openTable();
  const page = table.open();
  await settle();
  expect(await page.scoring.begin('pool', POOL)).toBe(true);
  await settle();
  return { ...table, page };
};

test('what is tapped is seen at once, and on air when the server has it', async () => {
  const { page, server, table } = await openPool();
  expect(page.scoring.act('rack', { side: 'A' })).toBeNull();
  expect(page.seen()).toMatchObject({ s1: 1, s2: 0 });
  expect(page.onAir()).toMatchObject({ s1: 0, s2: 0 });
  expect(page.scored()).toMatchObject({ pending: 1, sync: 'sending', late: false });
  await settle();
  expect(page.onAir()).toMatchObject({ s1: 1, s2: 0 });
  expect(page.scored()).toMatchObject({ pending: 0, sync: 'upToDate' });
  expect(server.board(table.id)).toMatchObject({ p1: 'Salma', s1: 1, seq: 1 });
});

test('another device follows by what is announced', async () => {
  const { page, open } = await openPool();
  const other = open();
  await settle();
  page.scoring.act('rack', { side: 'A' });
  await settle();
  expect(other.onAir()).toMatchObject({ s1: 1 });
  expect(other.scored().lines.map(({ action }) => action.own)).toEqual([false]);
});

test('an answer that takes longer than 400 ms is late until it comes', async () => {
  const { page } = await openPool();
  page.network.held = true;
  page.scoring.act('rack', { side: 'A' });
  await pass(0.399);
  expect(page.scored().late).toBe(false);
  await pass(0.001);
  expect(page.scored().late).toBe(true);
  for (const passing of page.network.waiting) passing.answer();
  await settle();
  expect(page.scored()).toMatchObject({ late: false, pending: 0 });
});

test('without a network scoring goes on, waits 1, 2, 4 … 15 s, and sends everything once and in order', async () => {
  const { page, server } = await openPool();
  page.network.cut();
  for (const side of ['A', 'B', 'A']) page.scoring.act('rack', { side });
  await settle();
  expect(page.scored()).toMatchObject({ pending: 3, sync: 'offline', late: true });
  expect(page.seen()).toMatchObject({ s1: 2, s2: 1 });
  const attempts = () => page.network.requests.filter((name) => name === 'appendActions').length;
  for (const seconds of [1, 2, 4, 8, 15, 15]) {
    const before = attempts();
    await pass(seconds - 0.001);
    expect(attempts()).toBe(before);
    await pass(0.001);
    expect(attempts()).toBe(before + 1);
  }
  page.network.restore();
  await pass(15);
  expect(page.scored()).toMatchObject({ pending: 0, sync: 'upToDate', late: false });
  const { id } = page.scored().match;
  expect(server.log(id).map(({ body }) => body['side'])).toEqual(['A', 'B', 'A']);
});

test('what was tapped survives a reload without a network, and a day', async () => {
  const { page, server, open } = await openPool();
  page.scoring.act('rack', { side: 'A' });
  await settle();
  page.network.cut();
  page.scoring.act('rack', { side: 'B' });
  page.scoring.act('clock.start');
  await settle();
  const { disk, device } = page;
  page.close();
  const offline = open({ disk, device });
  offline.network.cut();
  await settle();
  expect(offline.seen()).toMatchObject({ s1: 1, s2: 1 });
  expect(offline.scored()).toMatchObject({ pending: 2, kept: true });
  expect(offline.scored().clock.running).toBe(true);
  offline.close();
  await pass(86_400);
  const next = open({ disk, device });
  await settle();
  await settle();
  expect(next.scored()).toMatchObject({ pending: 0, question: null });
  const log = server.log(next.scored().match.id);
  expect(log.map(({ kind }) => kind).toSorted()).toEqual(['clock.start', 'rack', 'rack']);
  const started = log.find(({ kind }) => kind === 'clock.start');
  expect(Date.now() - (started?.atMillis ?? 0)).toBe(86_400_000);
  expect(disk.actions()).toEqual([]);
});
