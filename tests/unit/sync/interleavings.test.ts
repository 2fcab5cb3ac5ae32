import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/core/match/fold.ts';
import { sentBoard, isShown } from '../../../src/core/sync/sent-board.ts';
import { POOL, SNOOKER } from './devices.ts';
import { entriesOf, openSimulation, type Tap } from './simulation.ts';

const choice = fc.nat({ max: 99 });

const tap: fc.Arbitrary<Tap> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ tap: fc.constant('move' as const), choice }) },
  { weight: 2, arbitrary: fc.record({ tap: fc.constantFrom('undo', 'redo') }) },
  { weight: 1, arbitrary: fc.record({ tap: fc.constantFrom('set', 'undoAny', 'replace'), choice }) },
  { weight: 1, arbitrary: fc.record({ tap: fc.constantFrom('clock.start', 'clock.stop', 'clock.reset') }) },
);

/** What may happen to one of three devices. */
const happening = fc.record({
  device: fc.nat({ max: 2 }),
  what: fc.oneof(
    { weight: 8, arbitrary: fc.record({ type: fc.constant('tap' as const), tap }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('arrive' as const), choice }) },
    { weight: 4, arbitrary: fc.record({ type: fc.constant('hear' as const), choice, lost: fc.boolean() }) },
    {
      weight: 4,
      arbitrary: fc.record({ type: fc.constant('listen' as const), choice, again: fc.boolean() }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('wake' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('pass' as const), seconds: fc.constantFrom(1, 8, 3600) }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('hold' as const), held: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('answer' as const),
        choice: fc.constantFrom('again', 'drop'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('reload' as const) }) },
  ),
});

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

const play = async (game: string, happenings: readonly Happening[]) => {
  const simulation = await openSimulation(game, game === 'pool' ? POOL : SNOOKER);
  simulation.add(3);
  await simulation.settle();
  for (const { device: number, what } of happenings) {
    const device = simulation.devices[number];
    if (!device) throw new Error('no such device');
    switch (what.type) {
      case 'tap':
        device.tap(what.tap);
        break;
      case 'arrive':
        await simulation.arrive(device, what.choice);
        break;
      case 'hear':
        device.hear(what.choice, what.lost);
        break;
      case 'listen':
        device.listen(what.choice, what.again);
        break;
      case 'wake':
        device.wake();
        break;
      case 'pass':
        simulation.pass(what.seconds);
        break;
      case 'hold':
        device.hold(what.held);
        break;
      case 'answer':
        device.answer(what.choice);
        break;
      case 'reload':
        await device.reload();
        break;
    }
  }
  await simulation.settle();
  return simulation;
};

const games = fc.constantFrom('pool', 'snooker');
const happenings = fc.array(happening, { maxLength: 80, size: 'max' });

test('1, 4: three devices with drops, doubles and reorders end on one log, one fold, and its board', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, async (game, done) => {
      const { devices, log, rules, start, board, revs } = await play(game, done);
      const entries = log();
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(revs).toEqual([...new Set(revs)].toSorted((a, b) => a - b));
      const { state } = fold(rules, start, entries);
      expect(isShown(sentBoard(rules, state), board())).toBe(true);
      expect(board().seq).toBe(entries.length);
      for (const device of devices) {
        const match = device.match();
        expect(entriesOf(match)).toEqual(entries);
        expect(match?.log.fold.state).toEqual(state);
        expect(match?.shown.fold.state).toEqual(state);
      }
    }),
    { numRuns: 150 },
  );
});

test('2, 10: everything tapped ends in exactly one place, also across reloads: log, question, dismissed or satisfied', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, async (game, done) => {
      const { devices, log } = await play(game, done);
      const stored = log().map(({ id }) => id);
      expect(new Set(stored).size).toBe(stored.length);
      for (const device of devices) {
        const asked = device.match()?.questions.flatMap(({ actions }) => actions.map(({ id }) => id)) ?? [];
        expect(new Set(asked).size).toBe(asked.length);
        // What is kept is what isn't settled, and nothing else.
        expect(device.kept().toSorted()).toEqual(asked.toSorted());
        for (const id of asked) {
          expect(device.tapped).toContain(id);
          expect(stored).not.toContain(id);
          expect(device.dismissed).not.toContain(id);
        }
        for (const id of device.dismissed) expect(stored).not.toContain(id);
      }
    }),
    { numRuns: 150 },
  );
});

test('3: whatever was asked is asked again at any time, and nothing changes', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, fc.infiniteStream(fc.nat()), async (game, done, chance) => {
      const { log, board, repeat } = await play(game, done);
      const before = { log: [...log()], board: board() };
      await repeat((requests) =>
        requests
          .map((request) => ({ request, key: Number(chance.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ request }) => request),
      );
      expect({ log: log(), board: board() }).toEqual(before);
    }),
    { numRuns: 100 },
  );
});
