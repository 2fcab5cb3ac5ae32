import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer } from '../../../supabase/embedded/ops/server.ts';
import { installation } from '../../embedded/folders.ts';
import { openVenue, PATIENT, SOON_MILLIS, wholeLog } from './venue.ts';

/** A network cut, slowed, and half open: connections stay open, but nothing gets through. */

/** A relay whose bytes wait `delayMillis`, and are lost while it is `dead`, also on connections that live on. */
const startRelay = async (target: string) => {
  const { hostname, port } = new URL(target);
  const state = { delayMillis: 0, isDead: false };
  const sockets = new Set<Socket>();
  const relay = createServer((downstream) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [downstream, upstream],
      [upstream, downstream],
    ] as const) {
      sockets.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (!state.isDead) to.destroy();
      });
      let passing: Promise<unknown> = Promise.resolve();
      from.on('data', (bytes: Buffer) => {
        if (state.isDead) return;
        const arrives = setTimeout(state.delayMillis);
        passing = passing.then(() => arrives).then(() => !to.destroyed && to.write(bytes));
      });
    }
  });
  relay.listen(0, 'localhost');
  await once(relay, 'listening');
  const reset = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  onTestFinished(() => {
    reset();
    relay.close();
  });
  return { origin: `http://localhost:${(relay.address() as AddressInfo).port}`, state, reset };
};

test('pads continue through all of it, nothing is lost or doubled, and screens are right within 2 s after it', async () => {
  const server = await startServer({ folder: installation(), port: 0, mail: () => undefined });
  onTestFinished(() => server.close());
  const { origin, state, reset } = await startRelay(server.origin);
  const venue = await openVenue(origin);
  const [table] = await venue.tables(1);
  if (!table) throw new Error('There is no table');
  const pad = venue.openPad(table, 1);
  const $screen = venue.follow(table);
  const isLive = (): boolean => $screen.get().connection === 'live';
  await vi.waitUntil(() => pad.match().play && isLive(), PATIENT);
  let taps = 0;
  const tap = (): void => {
    expect(pad.scoring.score('set', { changes: { s1: { from: taps, to: taps + 1 } } })).toHaveProperty('id');
    taps += 1;
  };
  const isRight = (): boolean => pad.isSettled() && $screen.get().board?.s1 === taps;
  /** Until pad and screen are right, in milliseconds. */
  const untilRight = async (timeout: number): Promise<number> => {
    const began = performance.now();
    await vi.waitUntil(isRight, { timeout, interval: 5 });
    return Math.round(performance.now() - began);
  };
  tap();
  await untilRight(SOON_MILLIS);

  // Half a second each way.
  state.delayMillis = 500;
  tap();
  tap();
  const slowed = await untilRight(6000);
  state.delayMillis = 0;
  tap();
  await untilRight(SOON_MILLIS);

  // Both ends keep their connections, but messages are lost. Then a router forgets the connections.
  state.isDead = true;
  for (let count = 0; count < 5; count += 1) tap();
  await setTimeout(3000);
  expect(pad.isSettled()).toBe(false);
  state.isDead = false;
  reset();
  const forgotten = await untilRight(SOON_MILLIS);
  await vi.waitUntil(isLive, PATIENT);

  // Nobody tells them: silence has to be noticed.
  state.isDead = true;
  for (let count = 0; count < 5; count += 1) tap();
  await setTimeout(3000);
  state.isDead = false;
  const silent = await untilRight(SOON_MILLIS);
  const log = await wholeLog(venue.matches, pad.match().id);
  expect(log.map(({ body }) => body)).toEqual(
    Array.from({ length: taps }, (_tap, place) => ({ changes: { s1: { from: place, to: place + 1 } } })),
  );
  console.log(
    `slowed by a second a round: right after ${slowed} ms; cut after silence: ${forgotten} ms; half open: ${silent} ms`,
  );
}, 120_000);
