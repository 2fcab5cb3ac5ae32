import { randomUUID } from 'node:crypto';
import { chmodSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installation, temporaryFolder } from '../../embedded/folders.ts';
import { freePort, originOf, run } from '../../embedded/processes.ts';
import { figures, openVenue, PATIENT, SOON_MILLIS, wholeLog } from './venue.ts';

/** The server's clock set by hours while it runs, and back: a wrong clock that the network corrects, or a wrong hand. */

/** Debian's package `faketime`. */
const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
if (library === undefined)
  console.log('Skipped: a clock set by hours, because faketime is not installed (apt-get install faketime).');

/** How far the clock is ahead, in turn: it is set by +5, -5, -5, +5, +26 and -26 hours. */
const AHEAD = ['+5h', '+0', '-5h', '+0', '+26h', '+0'];
const TABLES = 4;
const TAP_MILLIS = 300;
/** How long everything is looked at after each. */
const LOOK_MILLIS = 4000;
/** How far a clock may be from ours: it shows whole seconds, and began when the server heard of it. */
const TOLERANCE_SECONDS = 2;

const secondsIn = (text: string): number =>
  text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);

test.skipIf(library === undefined)(
  'boards, clocks, the waiting list and sessions are right within 2 s, and stay so',
  async () => {
    const clock = join(temporaryFolder(), 'clock');
    chmodSync(join(clock, '..'), 0o755);
    const set = (ahead: string): void => writeFileSync(clock, `${ahead}\n`);
    set('+0');
    const server = run('tests/embedded/server-process.ts', [installation()], {
      PORT: String(await freePort()),
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const origin = await originOf(server);
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    const renewals = (): number =>
      fetched.mock.calls.filter(
        ([asked]) => typeof asked === 'string' && asked.includes('grant_type=refresh_token'),
      ).length;
    const venue = await openVenue(origin);
    const [waitedFor, ...tables] = await venue.tables(TABLES + 1);
    const [snooker, ...plain] = tables;
    if (!waitedFor || !snooker) throw new Error('There are no tables');

    const [visiting, ...scoring] = tables.map((table, index) => venue.openPad(table, index + 1));
    const screens = plain.map((table) => venue.openScreen(table));
    const clocks = tables.map((table) => venue.openClocks(table));
    const pads = [...(visiting ? [visiting] : []), ...scoring];
    await vi.waitUntil(() => pads.every((pad) => pad.match().play), PATIENT);
    const format = { bestOf: 19, reds: 15, first: 'A', handicap: { A: 0, B: 0 } };
    await visiting?.scoring.begin('snooker', { p1: 'Salma', p2: 'Youssef', ...format });
    await vi.waitUntil(() => visiting?.isSettled(), PATIENT);
    for (const pad of pads) expect(pad.scoring.score('clock.start')).toHaveProperty('id');
    expect(visiting?.scoring.score('endVisit')).toHaveProperty('id');
    const startedMillis = performance.now();

    const entry = randomUUID();
    const [add, call] = [randomUUID(), randomUUID()];
    const party = { name: 'Amine', name2: null, size: 2, wants: 'any', wantedId: null } as const;
    const waiting = venue.owner.waiting();
    await waiting.changeWaiting({
      kind: 'add',
      id: add,
      entry,
      before: null,
      tableId: null,
      replace: false,
      ...party,
    });
    await waiting.changeWaiting({ kind: 'call', id: call, entry, before: add, tableId: waitedFor.id });

    const load = { isOver: false };
    const tapped = scoring.map(() => 0);
    const taps = scoring.map(async (pad, index) => {
      for (let to = 1; !load.isOver; to += 1) {
        expect(pad.scoring.score('set', { changes: { s1: { from: to - 1, to } } })).toHaveProperty('id');
        tapped[index] = to;
        await setTimeout(TAP_MILLIS + index);
      }
    });

    const isNow = (text: string): boolean =>
      Math.abs(secondsIn(text) - (performance.now() - startedMillis) / 1000) <= TOLERANCE_SECONDS;
    /** The faults of screens, which must show at least these scores. */
    const wrong = (scores: readonly number[]): readonly string[] => [
      ...screens.flatMap((shown, index) =>
        (shown()?.s1 ?? 0) >= (scores[index] ?? 0) ? [] : [`board ${index}`],
      ),
      ...clocks.flatMap(({ $clockText }) => (isNow($clockText.get()) ? [] : [`clock ${$clockText.get()}`])),
      ...clocks
        .slice(0, 1)
        .flatMap(({ $visitText }) => (isNow($visitText.get()) ? [] : [`visit ${$visitText.get()}`])),
    ];
    await vi.waitUntil(() => wrong(tapped).length === 0, PATIENT);

    const soon: number[] = [];
    for (const [turn, ahead] of AHEAD.entries()) {
      const before = [...tapped];
      const setMillis = performance.now();
      let wrongMillis = 0;
      let seen: readonly string[] = [];
      let hasPotted = false;
      set(ahead);
      for (let millis = 0; millis < LOOK_MILLIS; millis = performance.now() - setMillis) {
        const found = wrong(before);
        if (found.length) [wrongMillis, seen] = [millis, found];
        // Within the visit: the pad says again how long ago that began.
        if (millis > SOON_MILLIS && !hasPotted) {
          hasPotted = true;
          const balls = [turn % 2 === 0 ? 'red' : 'black'];
          expect(visiting?.scoring.score('pot', { balls })).toHaveProperty('id');
        }
        await setTimeout(10);
      }
      if (wrongMillis > SOON_MILLIS) console.log(`Set to ${ahead}, still wrong: ${seen.join(', ')}`);
      soon.push(wrongMillis);
      const list = await waiting.listWaiting();
      const called = list.entries.find(({ id }) => id === entry);
      const agoSeconds = (list.serverMillis - (called?.calledAtMillis ?? 0)) / 1000;
      expect(called).toMatchObject({ state: 'called', tableId: waitedFor.id });
      expect(Math.abs(agoSeconds - (performance.now() - startedMillis) / 1000)).toBeLessThan(5);
      const health = (await (await fetch(`${origin}/health`)).json()) as unknown;
      expect(health).toMatchObject({ status: 'ok' });
    }
    load.isOver = true;
    await Promise.all(taps);
    await vi.waitUntil(() => pads.every((pad) => pad.isSettled()), PATIENT);
    for (const [index, pad] of scoring.entries()) {
      const log = await wholeLog(venue.matches, pad.match().id);
      const scores = log.filter(({ kind }) => kind === 'set');
      expect(scores.map(({ body }) => body)).toEqual(
        scores.map((_entry, place) => ({ changes: { s1: { from: place, to: place + 1 } } })),
      );
      expect(scores).toHaveLength(tapped[index] ?? 0);
      expect(pad.asked()).toEqual([]);
      // Its times are of one clock: none is hours from the next.
      const times = log.map(({ atMillis }) => atMillis);
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(performance.now() - startedMillis + 5000);
    }
    console.log(
      `clock set ${AHEAD.length} times during ${tapped.reduce((sum, count) => sum + count, 0)} taps; ` +
        `screens right: ${figures(soon)}; sessions renewed ${renewals()} times`,
    );
    expect(renewals()).toBeLessThanOrEqual(2 * AHEAD.length);
    expect(Math.max(...soon)).toBeLessThan(SOON_MILLIS);
  },
  300_000,
);
