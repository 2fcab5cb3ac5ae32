import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fold } from '../../src/core/match/fold.ts';
import { foldResult } from '../../src/core/results/fold-result.ts';
import { isShown, sentBoard } from '../../src/core/match/sent-board.ts';
import { startEmbedded, type Embedded } from '../contract/embedded.ts';
import { POOL, SNOOKER } from '../unit/match/devices.ts';
import { games, happening, play } from '../unit/match/happenings.ts';
import { entriesOf } from '../unit/match/simulation.ts';

/** The sequences of tests/unit/match/interleavings.test.ts, through the adapters and against the server itself. */

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded();
});
afterAll(() => embedded.close());

const DAY = 86_400_000;

test('three devices end on the server’s log, its fold, the board that viewers see, and the result that is kept', async () => {
  const { auth, addOwner, matches, tables, results } = embedded;
  const { email, password } = await addOwner();
  await auth.signIn(email, password);
  const [table] = (await tables.listTables()).tables;
  if (!table) throw new Error('no table was made');
  const world = { matches, table, time: { nowMillis: Date.now() } };
  await fc.assert(
    fc.asyncProperty(games, fc.array(happening, { maxLength: 40, size: 'max' }), async (game, done) => {
      const { devices, log, rules, start, board, repeat } = await play(world, game, done);
      const entries = await log();
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      const { state } = fold(rules, start, entries);
      const shown = await board();
      expect(isShown(sentBoard(rules, state), shown)).toBe(true);
      expect(shown.seq).toBe(entries.length);
      for (const device of devices) {
        expect(entriesOf(device.match())).toEqual(entries);
        expect(device.match()?.shown.fold.state).toEqual(state);
      }
      while ((await results.foldDue()) > 0);
      const { startedAtMillis } = (await matches.getLog(shown.match ?? '', 0)).match;
      const expected = foldResult(game, {
        start: game === 'eight-ball' ? POOL : SNOOKER,
        startedAtMillis,
        entries,
      });
      const listed = await results.listResults({
        fromMillis: startedAtMillis - 7 * DAY,
        toMillis: startedAtMillis + DAY,
      });
      expect(listed.due).toBe(0);
      const own = [...listed.live, ...listed.results].find(
        (result) => result.tableId === table.id && result.lastAtMillis === expected?.lastAtMillis,
      );
      expect(own?.scores).toEqual(expected?.scores);
      expect(own?.winner).toEqual(expected?.winner);
      await repeat((requests) => requests.toReversed());
      expect({ log: await log(), board: await board() }).toEqual({ log: entries, board: shown });
    }),
    // On the fastest machine fewer requests than the server takes of one account within ten seconds.
    { numRuns: 12 },
  );
});
