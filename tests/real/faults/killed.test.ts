import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { installation } from '../../embedded/folders.ts';
import { freePort, kill, originOf, run } from '../../embedded/processes.ts';
import { figures, openVenue, PATIENT, SOON_MILLIS, wholeLog } from './venue.ts';

/** Killed 50 times at random, under load. */

const KILLS = 50;
const TABLES = 4;
/** Under the 600 actions a minute that a match takes, and under 2,000 in all: a plain match is followed by another then. */
const TAP_MILLIS = 300;

test('nothing acknowledged is lost and nothing is stored twice, and screens are right within 2 s', async () => {
  const folder = installation();
  const port = await freePort();
  const start = () => run('tests/embedded/server-process.ts', [folder], { PORT: String(port) });
  let server = start();
  const venue = await openVenue(await originOf(server));
  const tables = await venue.tables(TABLES);
  const pads = tables.map((table, index) => venue.openPad(table, index + 1));
  const screens = tables.map((table) => venue.openScreen(table));
  await vi.waitUntil(() => pads.every((pad) => pad.match().play), PATIENT);

  const scoring = { isOver: false };
  let tapped = 0;
  const taps = pads.map(async (pad, side) => {
    for (let to = 1; !scoring.isOver; to += 1) {
      const made = pad.scoring.score('set', { changes: { s1: { from: to - 1, to } } });
      expect(made).toHaveProperty('id');
      tapped += 1;
      await setTimeout(TAP_MILLIS + side);
    }
    return pad.match().id;
  });

  const soon: number[] = [];
  const caughtUp: number[] = [];
  for (let count = 0; count < KILLS; count += 1) {
    await setTimeout(randomInt(50, 500));
    const before = tapped;
    const postmaster = Number(
      readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0],
    );
    if (count % 3 !== 0) process.kill(postmaster, 'SIGKILL');
    if (count % 3 !== 1) {
      await kill(server);
      server = start();
    }
    const now = await vi.waitUntil(() => {
      if (server.child.exitCode !== null) throw new Error(`It did not start again: ${server.errors()}`);
      return Promise.all(tables.map((table) => venue.boardOf(table))).catch(() => null);
    }, PATIENT);
    const answeredMillis = performance.now();
    // The server's current state, or a later one.
    await vi.waitUntil(() => screens.every((shown, index) => (shown()?.rev ?? 0) >= (now[index]?.rev ?? 0)), {
      timeout: SOON_MILLIS,
      interval: 5,
    });
    soon.push(performance.now() - answeredMillis);
    await vi.waitUntil(
      () => pads.reduce((sum, pad) => sum + pad.acknowledged().length, 0) >= before,
      PATIENT,
    );
    caughtUp.push(performance.now() - answeredMillis);
  }
  scoring.isOver = true;
  const matches = await Promise.all(taps);
  await vi.waitUntil(() => pads.every((pad) => pad.isSettled()), PATIENT);

  let stored = 0;
  for (const [index, pad] of pads.entries()) {
    const log = await wholeLog(venue.matches, matches[index] ?? '');
    stored += log.length;
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_entry, place) => place + 1));
    // In the order of the taps, each once: a score that skipped or repeated one would have been asked about.
    expect(log.map(({ body }) => body)).toEqual(
      log.map((_entry, place) => ({ changes: { s1: { from: place, to: place + 1 } } })),
    );
    expect(log.map(({ id }) => id)).toEqual(pad.acknowledged());
    expect(pad.match().questions).toEqual([]);
    await vi.waitUntil(() => screens[index]?.()?.s1 === log.length, { timeout: SOON_MILLIS, interval: 5 });
  }
  expect(stored).toBe(tapped);
  console.log(
    `killed ${KILLS} times during ${tapped} taps; screens right: ${figures(soon)}; queues sent: ${figures(caughtUp)}`,
  );
}, 1_200_000);
