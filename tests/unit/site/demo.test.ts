import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { GameName } from '../../../src/games/boards.ts';
import { createDemo } from '../../../src/features/demo/demo.ts';
import { demoEnvironment, type DemoPlace } from '../../../src/features/demo/environment.ts';
import { stubBrowser } from '../fakes/browser-fakes.ts';

const NAMES = { p1: 'حمزة', p2: 'Karim' };

/** Everything that keeps something, or reaches further than the page. */
const OUTSIDE = ['fetch', 'WebSocket', 'XMLHttpRequest', 'indexedDB', 'localStorage', 'sessionStorage'];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000, toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
  stubBrowser();
  for (const name of OUTSIDE) vi.stubGlobal(name, undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

const open = async (place: DemoPlace = 'page') => {
  const demo = createDemo(demoEnvironment(place, NAMES, 'Table 3'));
  for (const store of [demo.$invitation, demo.desk.$live, demo.television.$live])
    onTestFinished(store.listen(() => {}));
  await settle();
  const scoring = demo.desk.$scoring.get() ?? expect.unreachable('there is no table');
  return {
    ...demo,
    television: () => demo.television.$live.get(),
    begin: async (game: GameName) => {
      expect(await demo.choose(game)).toBe(true);
      await settle();
    },
    act: async (kind: string, body = {}) => {
      expect(scoring.score(kind, body)).toHaveProperty('id');
      await settle();
    },
    undo: async () => {
      expect(scoring.undo()).toHaveProperty('id');
      await settle();
    },
    scored: () => demo.desk.$scored.get() ?? expect.unreachable('there is no match'),
  };
};

test('scores show on the television at once, and nothing leaves the page', async () => {
  const { television, act, undo, scored } = await open();
  expect(television()).toMatchObject({
    board: { ...NAMES, s1: 0, s2: 0, raceTo: 3, clock: { running: true } },
    branding: { table: 'Table 3', faces: [{ name: NAMES.p1 }, { name: NAMES.p2 }] },
    connection: 'live',
  });
  await act('rack', { side: 'B' });
  expect(television().board).toMatchObject({ s1: 0, s2: 1 });
  expect(scored()).toMatchObject({ sync: 'upToDate', pending: 0, kept: true });
  await undo();
  expect(television().board).toMatchObject({ s1: 0, s2: 0 });
});

test('choosing a game starts it, between the players on the board', async () => {
  const { television, act, begin, scored } = await open();
  await act('set', { changes: { p2: { from: 'Karim', to: 'ⵜⵉⵍⵉⵍⴰ' } } });
  await begin('snooker');
  expect(scored().match).toMatchObject({ game: 'snooker', start: { bestOf: 3, reds: 6 } });
  await act('pot', { balls: ['red'] });
  expect(television().board).toMatchObject({ p2: 'ⵜⵉⵍⵉⵍⴰ', detail: { points: [1, 0] } });
  await begin('plain');
  expect(scored().match).toMatchObject({ game: 'plain', number: 3 });
  expect(television().board).toMatchObject({ p1: NAMES.p1, p2: 'ⵜⵉⵍⵉⵍⴰ', raceTo: 3, detail: null });
});

test('a visitor who has won a match is invited once', async () => {
  const { $invitation, act, begin, decline } = await open();
  await act('rack', { side: 'A' });
  await act('rack', { side: 'A' });
  expect($invitation.get()).toBe('later');
  await act('rack', { side: 'A' });
  expect($invitation.get()).toBe('shown');
  decline();
  await begin('snooker');
  await act('concede', { side: 'A' });
  await act('nextFrame');
  await act('concede', { side: 'A' });
  expect($invitation.get()).toBe('declined');
});

test('a visitor who finishes early is invited as well', async () => {
  const { $invitation, finish, decline } = await open();
  finish();
  expect($invitation.get()).toBe('shown');
  decline();
  finish();
  expect($invitation.get()).toBe('declined');
});

test.each([
  [0, 4],
  [2, 4],
  [3, 5],
])('the front page’s match continues from what it shows after %i seconds', async (playedOn, s1) => {
  const { television, act, undo } = await open({ playedOn });
  const { board } = television();
  expect(board).toMatchObject({ ...NAMES, s1, s2: 3, raceTo: 6 });
  expect((Date.now() - (board?.clock.startedAtMillis ?? 0)) / 1000).toBeCloseTo(42 * 60 + 17 + playedOn, 0);
  await undo();
  expect(television().board).toMatchObject({ s1: s1 - 1, s2: 3 });
  for (let racks = s1; racks <= 6; racks += 1) await act('rack', { side: 'A' });
  expect(television().board).toMatchObject({ s1: 6, detail: { winner: 'A', over: true } });
});
