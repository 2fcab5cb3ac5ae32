import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/core/match/fold.ts';
import { readChanges } from '../../../src/rules/read.ts';
import { sentBoard, isShown } from '../../../src/core/match/sent-board.ts';
import { games, happening, happeningOf, play } from './happenings.ts';
import { entriesOf, fakeWorld, type Tap } from './simulation.ts';

const happenings = fc.array(happening, { maxLength: 80, size: 'max' });

test('1, 4: three devices with drops, doubles and reorders end on one log, one fold, and its board', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, async (game, done) => {
      const { devices, log, rules, start, board, revs } = await play(await fakeWorld(), game, done);
      const entries = await log();
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(revs).toEqual([...new Set(revs)].toSorted((a, b) => a - b));
      const { state } = fold(rules, start, entries);
      expect(isShown(sentBoard(rules, state), await board())).toBe(true);
      expect((await board()).seq).toBe(entries.length);
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

test('2, 10: everything tapped ends in exactly one place, also across reloads: log, question, dismissed, satisfied, or the desk’s form', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, async (game, done) => {
      const { devices, log } = await play(await fakeWorld(), game, done);
      const entries = await log();
      const stored = entries.map(({ id }) => id);
      expect(new Set(stored).size).toBe(stored.length);
      for (const device of devices) {
        const asked = device.match()?.questions.flatMap(({ actions }) => actions.map(({ id }) => id)) ?? [];
        expect(new Set(asked).size).toBe(asked.length);
        // Only unsettled actions are stored.
        expect(device.kept().toSorted()).toEqual(asked.toSorted());
        for (const id of asked) {
          expect(device.tapped).toContain(id);
          expect(stored).not.toContain(id);
          expect(device.dismissed).not.toContain(id);
        }
        for (const id of device.dismissed) expect(stored).not.toContain(id);
        for (const { id, body } of device.returned) {
          expect(device.tapped).toContain(id);
          // Its other fields are stored with the same id.
          const entry = entries.find((one) => one.id === id);
          const fields = Object.keys(readChanges(entry?.body['changes']) ?? {});
          for (const field of Object.keys(readChanges(body['changes']) ?? {}))
            expect(fields).not.toContain(field);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('6: however long three devices are away, a rack that several of them give counts once', async () => {
  const match = fc.record({
    winners: fc.array(fc.constantFrom('A' as const, 'B' as const), { minLength: 20, maxLength: 20 }),
    done: fc.array(happeningOf(fc.constant({ tap: 'rack', winners: [] } satisfies Tap)), {
      maxLength: 60,
      size: 'max',
    }),
  });
  await fc.assert(
    fc.asyncProperty(match, async ({ winners, done }) => {
      const happened = done
        // Scoring a rack in question again would mean that it was another rack.
        .filter(({ what }) => what.type !== 'answer')
        .map(({ device, what }) => ({
          device,
          what: what.type === 'tap' ? { ...what, tap: { tap: 'rack' as const, winners } } : what,
        }));
      const { devices, log } = await play(await fakeWorld(), 'eight-ball', happened);
      const given = (await log()).map(({ body }) => body['side']);
      expect(given).toEqual(winners.slice(0, given.length));
      // Only a rack that no other device scored is asked about.
      for (const device of devices)
        for (const { positionAtTap } of device.match()?.questions.flatMap(({ actions }) => actions) ?? [])
          expect(positionAtTap.unitsCompleted).toBeGreaterThanOrEqual(given.length);
    }),
    { numRuns: 150 },
  );
});

test('3: whatever was asked is asked again at any time, and nothing changes', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, fc.infiniteStream(fc.nat()), async (game, done, chance) => {
      const { log, board, repeat } = await play(await fakeWorld(), game, done);
      const before = { log: [...(await log())], board: await board() };
      await repeat((requests) =>
        requests
          .map((request) => ({ request, key: Number(chance.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ request }) => request),
      );
      expect({ log: await log(), board: await board() }).toEqual(before);
    }),
    { numRuns: 100 },
  );
});

test('5: two undos of the same thing at once undo it once, and redo restores it', async () => {
  await fc.assert(
    fc.asyncProperty(games, happenings, async (game, done) => {
      const simulation = await play(await fakeWorld(), game, done);
      const { devices, log, rules, start, settle } = simulation;
      const [one, other] = devices;
      const state = async (): Promise<object> => fold(rules, start, await log()).state;
      const before = { state: await state(), count: (await log()).length };
      one?.tap({ tap: 'undo' });
      other?.tap({ tap: 'undo' });
      await settle();
      const undone = (await log()).length - before.count;
      expect(undone).toBeLessThanOrEqual(1);
      one?.tap({ tap: 'redo' });
      await settle();
      if (undone) expect(await state()).toEqual(before.state);
    }),
    { numRuns: 80 },
  );
});
