import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { listCopies, takeCopy } from '../../../supabase/embedded/data/copies.ts';
import { noRoomIn } from '../../../supabase/embedded/http/problem.ts';
import { startServer } from '../../../supabase/embedded/ops/server.ts';
import { SERVICE_PATH } from '../../../supabase/embedded/snapshots/index.ts';
import { photograph } from '../../contract/snapshot-pictures.ts';
import { openPicturedVenue } from '../../contract/snapshot-venue.ts';
import { temporaryFolder } from '../../embedded/folders.ts';
import { freePort } from '../../embedded/processes.ts';
import { figures, openVenue, PATIENT, SOON_MILLIS, wholeLog } from './venue.ts';

/** The disk full at any write, on a separate small disk. */

const ROUNDS = 12;
const TABLES = 3;
const TAP_MILLIS = 100;
const SIZE = '256m';

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'cueboard-test', folder]).status === 0;
const unmount = (folder: string): boolean => spawnSync('umount', ['-l', folder]).status === 0;

/** Whether this machine lets the tests make a disk. */
const canMount = ((): boolean => {
  const folder = join(import.meta.dirname, `mount-${process.pid}`);
  mkdirSync(folder);
  const mounted = mount(folder);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true });
  return mounted;
})();
if (!canMount)
  console.log('Skipped: the disk full, because this user may not mount a small one (run it as root).');

/** Takes all the room there is, until `empty` is called. */
const fill = (folder: string): { empty: () => void } => {
  const path = join(folder, 'filling');
  const file = openSync(path, 'w');
  try {
    for (const size of [1 << 20, 1 << 12, 1]) {
      const bytes = Buffer.alloc(size);
      for (;;) {
        try {
          if (writeSync(file, bytes) < size) break;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          break;
        }
      }
    }
  } finally {
    closeSync(file);
  }
  return { empty: () => rmSync(path) };
};

test.skipIf(!canMount)(
  'nothing acknowledged is lost, requests are told 503, and all goes on when there is room',
  async () => {
    const disk = temporaryFolder();
    expect(mount(disk)).toBe(true);
    onTestFinished(() => {
      unmount(disk);
    });
    const folder = join(disk, 'data');
    cpSync(inject('preparedData'), folder, { recursive: true });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const port = await freePort();
    let server = await startServer({ folder, port, mail: () => undefined });
    onTestFinished(async () => {
      await server.close();
      logged.mockRestore();
    });
    const venue = await openVenue(server.origin);
    const tables = await venue.tables(TABLES);
    const [table] = tables;
    if (!table) throw new Error('There is no table');
    const pads = tables.map((table, index) => venue.openPad(table, index + 1));
    const screens = tables.map((table) => venue.openScreen(table));
    await vi.waitUntil(() => pads.every((pad) => pad.match().play), PATIENT);
    const pictured = await openPicturedVenue(server.pg);
    const picture = await photograph();

    const work = { isOver: false };
    const statuses = new Map<string, number>();
    const pictures: string[] = [];
    const upload = async (): Promise<void> => {
      while (!work.isOver) {
        const answer = await fetch(`${server.origin}${SERVICE_PATH}?matchId=${pictured.match}`, {
          method: 'POST',
          headers: { 'x-upload-key': pictured.key },
          body: new Uint8Array(picture),
        });
        const { id } = (await answer.json()) as { id?: string };
        if (answer.ok && id !== undefined) pictures.push(id);
        statuses.set(`picture ${answer.status}`, (statuses.get(`picture ${answer.status}`) ?? 0) + 1);
        await setTimeout(TAP_MILLIS);
      }
    };
    /** Writes much, so that PostgreSQL needs another file of its log in every round. */
    const note = async (): Promise<void> => {
      while (!work.isOver) {
        const answer = await venue.save(table, 'ل'.repeat(60));
        statuses.set(`save ${answer}`, (statuses.get(`save ${answer}`) ?? 0) + 1);
        await setTimeout(20);
      }
    };
    const tap = async (index: number): Promise<number> => {
      const pad = pads[index];
      let taps = 0;
      for (; !work.isOver; taps += 1) {
        const made = pad?.scoring.score('set', { changes: { s1: { from: taps, to: taps + 1 } } });
        expect(made).toHaveProperty('id');
        await setTimeout(TAP_MILLIS);
      }
      return taps;
    };
    // The first table is written to by the interface of rows, beside pads.
    const working = Promise.all([tap(1), tap(2), upload(), note()]);
    const again: number[] = [];
    let copyProblems = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await setTimeout(100 + Math.random() * 400);
      const { empty } = fill(disk);
      const copied =
        round % 3 === 0
          ? takeCopy({ folder, pg: server.pg }, new Date()).then(
              () => false,
              () => true,
            )
          : false;
      await setTimeout(500 + Math.random() * 2500);
      if (await copied) copyProblems += 1;
      const before = pads.map((pad) => pad.acknowledged().length);
      empty();
      const emptied = performance.now();
      await vi.waitUntil(
        () =>
          venue.boardOf(tables[1] ?? table).then(
            () => true,
            () => false,
          ),
        PATIENT,
      );
      await vi.waitUntil(
        () => pads.slice(1).every((pad, index) => pad.acknowledged().length > (before[index + 1] ?? 0)),
        PATIENT,
      );
      again.push(performance.now() - emptied);
    }
    work.isOver = true;
    const [first, second] = await working;
    await vi.waitUntil(() => pads.every((pad) => pad.isSettled()), PATIENT);
    for (const [index, taps] of [
      [1, first],
      [2, second],
    ] as const) {
      const log = await wholeLog(venue.matches, pads[index]?.match().id ?? '');
      expect(log.map(({ body }) => body)).toEqual(
        Array.from({ length: taps }, (_tap, place) => ({ changes: { s1: { from: place, to: place + 1 } } })),
      );
      await vi.waitUntil(() => screens[index]?.()?.s1 === taps, { timeout: SOON_MILLIS, interval: 5 });
    }
    // Each picture that was taken is there, whole.
    for (const id of pictures.slice(-5)) {
      const answer = await fetch(`${server.origin}${SERVICE_PATH}/${id}.png`, { method: 'HEAD' });
      expect(answer.status).toBeLessThan(500);
    }
    expect([...statuses.keys()].filter((name) => !/ (2\d\d|429|503)$/.test(name))).toEqual([]);
    expect(copyProblems).toBeGreaterThan(0);
    expect(readdirSync(join(folder, 'copies')).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    const said = logged.mock.calls.map(([line]) => String(line).split('\n', 1)[0] ?? '');
    console.log(
      `disk full ${ROUNDS} times during ${first + second} taps; scored again after there was room: ${figures(again)}`,
      statuses,
      [...new Set(said)],
    );
    expect(
      said.some(
        (line) =>
          line.includes(noRoomIn(join(folder, 'postgres'))) ||
          line.includes('the disk is full: make some room on it'),
      ),
    ).toBe(true);

    // Nor does it start without room, or lose anything by trying; and a copy works as soon as there is some.
    await server.close();
    const { empty } = fill(disk);
    const starting = startServer({ folder, port, mail: () => undefined });
    await expect(starting).rejects.toThrow(/There is no room left for .+: make some on its disk/);
    empty();
    server = await startServer({ folder, port, mail: () => undefined });
    expect((await venue.boardOf(tables[1] ?? table)).s1).toBe(first);
    await takeCopy({ folder, pg: server.pg }, new Date());
    expect(listCopies(folder, new Date()).length).toBeGreaterThan(0);
  },
  600_000,
);
