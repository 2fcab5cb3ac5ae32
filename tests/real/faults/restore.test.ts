import { expect, onTestFinished, test, vi } from 'vitest';
import { listCopies, takeCopy } from '../../../supabase/embedded/data/copies.ts';
import { restoreCopy } from '../../../supabase/embedded/data/restoring.ts';
import { startServer } from '../../../supabase/embedded/ops/server.ts';
import { installation } from '../../embedded/folders.ts';
import { freePort } from '../../embedded/processes.ts';
import { figures, openVenue, PATIENT, SOON_MILLIS, wholeLog, type Pad } from './venue.ts';

/** A restore of yesterday while devices hold today. */

/** The app's adapters know one server for as long as they are loaded. */
const port = await freePort();

/** A venue with a table at which two pads score; it has a copy, and can be brought back to it. */
const openWithCopy = async () => {
  const folder = installation();
  const start = () => startServer({ folder, port, mail: () => undefined });
  let server = await start();
  onTestFinished(() => server.close());
  const venue = await openVenue(server.origin);
  const [table] = await venue.tables(1);
  if (!table) throw new Error('There is no table');
  const pads = [venue.openPad(table, 1), venue.openPad(table, 2)] as const;
  const [first, second] = pads;
  await vi.waitUntil(() => first.match().play, PATIENT);
  await first.begin();
  await vi.waitUntil(
    () => second.match().id === first.match().id && pads.every((pad) => pad.isSettled()),
    PATIENT,
  );
  const score = async (pad: Pad, racks: number): Promise<void> => {
    for (let rack = 0; rack < racks; rack += 1) {
      const length = pad.match().log.actions.length;
      expect(pad.scoring.score('rack', { side: 'A' })).toHaveProperty('id');
      await vi.waitUntil(() => pad.isSettled() && pad.match().log.actions.length > length, PATIENT);
    }
    for (const other of pads)
      await vi.waitUntil(() => other.match().log.actions.length >= pad.match().log.actions.length, PATIENT);
  };
  await score(first, 3);
  await score(second, 2);
  await takeCopy({ folder, pg: server.pg }, new Date());
  await score(first, 4);
  await score(second, 3);
  return {
    venue,
    table,
    pads,
    /** Stops the server, brings the copy back, and starts it again. */
    restore: async (meanwhile: () => void) => {
      await server.close();
      meanwhile();
      const [copy] = listCopies(folder, new Date());
      if (!copy) throw new Error('There is no copy');
      await restoreCopy(folder, copy, new Date());
      server = await start();
    },
  };
};

const holds = (all: ReadonlySet<string>, some: readonly string[]): boolean => some.every((id) => all.has(id));

test('pads give back what the server lost or ask about it, and screens show the restored board within 2 s', async () => {
  const { venue, table, pads, restore } = await openWithCopy();
  const [first, second] = pads;
  const screen = venue.openScreen(table);
  await vi.waitUntil(() => screen()?.s1 === 12, PATIENT);
  const today = first.acknowledged();
  expect(today).toHaveLength(12);
  await restore(() => {
    expect(first.scoring.score('rack', { side: 'B' })).toHaveProperty('id');
  });
  const startedMillis = performance.now();
  const { rev } = await venue.boardOf(table);
  await vi.waitUntil(() => (screen()?.rev ?? 0) >= rev, { timeout: SOON_MILLIS, interval: 5 });
  console.log(`restored, until screens show it: ${figures([performance.now() - startedMillis])}`);

  const { id } = first.match();
  const kept = async (): Promise<ReadonlySet<string>> =>
    new Set([
      ...(await wholeLog(venue.matches, id)).map((entry) => entry.id),
      ...pads.flatMap((pad) => pad.asked()),
    ]);
  await vi.waitUntil(async () => holds(await kept(), today), PATIENT);
  // Pads send what still fits by themselves; the person says so of the rest.
  for (const pad of [first, second])
    for (let length = -1; pad.match().questions.length !== length;) {
      await vi.waitUntil(() => pad.isSettled(), PATIENT);
      ({ length } = pad.match().questions);
      for (const question of pad.match().questions) pad.answer(question.id);
    }
  await vi.waitUntil(() => pads.every((pad) => pad.isSettled()), PATIENT);
  const stored = await wholeLog(venue.matches, id);
  expect(holds(new Set(stored.map((entry) => entry.id)), today)).toBe(true);
  expect(stored.map(({ seq }) => seq)).toEqual(stored.map((_entry, index) => index + 1));
  const board = await venue.boardOf(table);
  expect(board).toMatchObject({ s1: 12, s2: 1 });
  await vi.waitUntil(() => screen()?.rev === board.rev, { timeout: SOON_MILLIS, interval: 5 });
  for (const pad of pads)
    await vi.waitUntil(() => pad.score() === '12:1', { timeout: SOON_MILLIS, interval: 5 });
});

test('a pad that was away while others scored on after the restore follows their log, and asks about its own', async () => {
  const { venue, table, pads, restore } = await openWithCopy();
  const [away, other] = pads;
  const today = away.acknowledged();
  const { id } = away.match();
  await restore(() => {
    away.close();
    other.close();
  });
  const fresh = venue.openPad(table, 3);
  await vi.waitUntil(() => fresh.match().log.actions.length === 5, PATIENT);
  // Longer than what the pad that was away holds: nothing but its entries tells that it is another log.
  for (let rack = 0; rack < 10; rack += 1) {
    expect(fresh.scoring.score('rack', { side: 'B' })).toHaveProperty('id');
    await vi.waitUntil(() => fresh.isSettled(), PATIENT);
  }
  const back = venue.openPad(table, 1, away.disk);
  const stored = (await wholeLog(venue.matches, id)).map((entry) => entry.id);
  await vi.waitUntil(() => back.acknowledged().join() === stored.join(), PATIENT);
  expect(back.score()).toBe('5:10');
  expect(await venue.boardOf(table)).toMatchObject({ s1: 5, s2: 10 });
  // Its own four of today, and none of the other's.
  expect(back.asked()).toEqual(today.slice(5, 9));
  for (const question of back.match().questions) back.answer(question.id);
  await vi.waitUntil(async () => (await venue.boardOf(table)).s1 > 5, PATIENT);
});
