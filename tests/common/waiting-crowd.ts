import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { WaitingBackend } from '../../src/backend/contract.ts';
import { isAlive, OP_KINDS, type Change, type Op, type WaitingList } from '../../src/core/room/list.ts';

/**
 * Three devices that change one list, each from the list that it saw last: some answers never arrive, and some ops come
 * twice.
 */

const happening = fc.record({
  device: fc.nat({ max: 2 }),
  what: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom('add' as const, ...OP_KINDS),
        entry: fc.nat({ max: 5 }),
        table: fc.nat({ max: 2 }),
        next: fc.option(fc.nat({ max: 5 })),
        replace: fc.boolean(),
        size: fc.integer({ min: 1, max: 2 }),
        /** The request's fate: its answer arrives, is lost, or it is sent again later. */
        fate: fc.constantFrom('answered', 'answered', 'unanswered', 'late'),
      }),
    },
    { weight: 3, arbitrary: fc.constant('look' as const) },
    { weight: 2, arbitrary: fc.constant('repeat' as const) },
  ),
});

export const crowd = fc.array(happening, { minLength: 10, maxLength: 40, size: 'max' });

type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

/** What must hold of any list. */
const check = ({ entries }: WaitingList): void => {
  for (const state of ['called', 'playing']) {
    const tables = entries.filter((entry) => entry.state === state).map(({ tableId }) => tableId);
    expect(tables).not.toContain(null);
    expect(new Set(tables).size).toBe(tables.length);
  }
  const places = entries.map(({ place }) => place);
  expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
};

/** Plays the steps, with its own ids, and ends the remaining parties. */
export const playCrowd = async (backend: WaitingBackend, happenings: readonly Happening[]): Promise<void> => {
  const ids: readonly string[] = Array.from({ length: 6 }, () => randomUUID());
  const nameOf = (id: string): string => 'abcdef'[ids.indexOf(id)] ?? '';
  const first = await backend.listWaiting();
  const seen = [first, first, first];
  const sent: { readonly op: Op; readonly outcome: string }[] = [];
  const waiting: Op[] = [];
  let { seq } = first;

  const send = async (op: Op): Promise<WaitingList> => {
    const answer = await backend.changeWaiting(op);
    const { list, outcome } = answer;
    check(list);
    const before = sent.find((one) => one.op.id === op.id);
    if (before) expect([outcome, list.seq]).toEqual([before.outcome, seq]);
    else expect(list.seq).toBe(seq + (outcome === 'done' ? 1 : 0));
    ({ seq } = list);
    sent.push({ op, outcome });
    if (outcome !== 'refused' || op.kind === 'undo' || before) return list;
    // Once its device has seen the list, the op comes to what the answer said.
    const seen = list.entries.find(({ id }) => id === op.entry)?.lastOp.id ?? null;
    const again = { ...op, id: randomUUID(), before: op.kind === 'add' ? null : (seen ?? op.before) };
    const second = await backend.changeWaiting(again);
    check(second.list);
    seq = second.list.seq;
    const became = second.outcome === 'done' ? 'done' : second.reason === 'table' ? 'table' : null;
    expect(became).toBe(answer.retry);
    return second.list;
  };

  for (const { device, what } of happenings) {
    if (what === 'look') {
      seen[device] = await backend.listWaiting();
    } else if (what === 'repeat') {
      const op = waiting.shift() ?? sent.at(-1)?.op;
      if (op) await send(op);
    } else {
      const list = seen[device] ?? first;
      const entry = ids[what.entry] ?? '';
      const known = list.entries.find(({ id }) => id === entry);
      // A person can't change an entry they haven't seen.
      if (what.kind !== 'add' && !known) continue;
      const tableId = first.tables[what.table]?.id ?? '';
      const party = {
        name: nameOf(entry),
        name2: null,
        size: what.size,
        wants: 'any' as const,
        wantedId: null,
      };
      const change: Change =
        what.kind === 'add'
          ? { kind: what.kind, ...party, tableId: what.replace ? tableId : null, replace: what.size === 1 }
          : what.kind === 'edit'
            ? { kind: what.kind, ...party }
            : what.kind === 'place'
              ? { kind: what.kind, next: what.next === what.entry ? null : (ids[what.next ?? -1] ?? null) }
              : what.kind === 'start'
                ? { kind: what.kind, tableId, replace: what.replace }
                : what.kind === 'call' || what.kind === 'move'
                  ? { kind: what.kind, tableId }
                  : { kind: what.kind };
      const before = what.kind === 'add' ? null : (known?.lastOp.id ?? null);
      const op: Op = { ...change, id: randomUUID(), entry, before };
      if (what.fate === 'late') waiting.push(op);
      else {
        const answered = await send(op);
        if (what.fate === 'answered') seen[device] = answered;
      }
    }
  }
  for (const entry of (await backend.listWaiting()).entries.filter(isAlive)) {
    const kind = entry.state === 'playing' ? 'free' : 'leave';
    await backend.changeWaiting({ id: randomUUID(), entry: entry.id, kind, before: entry.lastOp.id });
  }
};
