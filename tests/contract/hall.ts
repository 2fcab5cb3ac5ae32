import { expect, test } from 'vitest';
import type { MatchBackend, TablesBackend, WaitingBackend } from '../../src/backend/contract.ts';
import { playEvening } from '../common/hall/evening.ts';
import { addTables } from '../common/hall/hall.ts';
import { fakeVenue, type Call } from '../unit/fakes/venue.ts';
import { describeVenues } from './venue.ts';

interface Server {
  readonly tables: TablesBackend;
  readonly matches: MatchBackend;
  readonly waiting: WaitingBackend;
}

/** The ids that a server gave to its tables and their first matches, in order. */
const madeBy = async ({ tables }: Server): Promise<readonly string[]> => {
  await tables.listTables();
  await addTables(tables);
  return (await tables.listTables()).tables.flatMap(({ id, match }) => [id, match.id]);
};

/** Asks a server for an evening's changes, and returns its answers and what it has in the end. */
const replay = async (
  { tables, matches, waiting }: Server,
  calls: readonly Call[],
  translate: <Value>(value: Value) => Value,
) => {
  const outcomes: string[] = [];
  const ids = new Set<string>();
  for (const call of calls) {
    if (call.name === 'changeWaiting') {
      const { outcome, reason } = await waiting.changeWaiting(...translate(call.sent));
      outcomes.push(`${outcome} ${reason ?? ''}`);
    } else if (call.name === 'beginMatch') {
      ids.add(call.sent[0].match);
      outcomes.push((await matches.beginMatch(...translate(call.sent))).outcome);
    } else {
      ids.add(call.sent[0]);
      outcomes.push((await matches.appendActions(...translate(call.sent))).outcome);
    }
  }
  const logs = [];
  for (const id of ids) {
    const page = await matches.getLog(translate(id), 0).catch(() => null);
    logs.push({
      id,
      isOver: page && page.match.endedAtMillis !== null,
      entries: page?.entries.map(({ id: own, kind, body }) => ({ id: own, kind, body })),
    });
  }
  const boards = (await tables.listTables()).tables.map(
    ({ board: { p1, p2, s1, s2, raceTo, detail, match, seq } }) => ({
      ...{ p1, p2, s1, s2, raceTo, detail, match, seq },
    }),
  );
  const entries = (await waiting.listWaiting()).entries.map(
    ({ id, name, name2, size, wants, wantedId, state, tableId, lastOp }) => ({
      ...{ id, name, name2, size, wants, wantedId, state, tableId },
      lastKind: lastOp.kind,
    }),
  );
  return { outcomes, logs, boards, entries };
};

/** Holds the store in memory, as a hall uses it, to the server: with so many calls from each evening's beginning. */
export const describeHall = (seeds: readonly number[], count: number): void => {
  describeVenues('a hall’s evening', (open) => {
    test.each(seeds)('ends in the database as in memory, from seed %i', async (seed) => {
      const calls: Call[] = [];
      await playEvening(seed, { onCall: (call) => calls.push(structuredClone(call)) });
      const memory = fakeVenue().connect({ owner: 'me' });
      const own = await madeBy(memory);
      const asked = calls.slice(0, count);
      const expected = await replay(memory, asked, (value) => value);
      const venue = await open();
      const others = await madeBy(venue);
      const translated =
        (from: readonly string[], to: readonly string[]) =>
        <Value>(value: Value): Value =>
          JSON.parse(
            from.reduce((text, id, index) => text.replaceAll(id, to[index] ?? ''), JSON.stringify(value)),
          ) as Value;
      const ended = await replay(venue, asked, translated(own, others));
      expect(asked.length).toBe(count);
      expect(translated(others, own)(ended)).toEqual(translated([], [])(expected));
    });
  });
};
