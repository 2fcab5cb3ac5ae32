import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ChangedWaiting, WaitingBackend } from '../../src/backend/contract.ts';
import {
  isAlive,
  type Change,
  type PartyEntry,
  type Op,
  type WaitingList,
} from '../../src/core/room/list.ts';
import cases from './waiting-cases.json' with { type: 'json' };

/**
 * Sequences of ops with each one's expected outcome. A step names its kind and its entry, and tables by number: the
 * first is for pool, the second for snooker, the third out of use.
 */

interface Step {
  readonly name?: string;
  readonly name2?: string;
  readonly size?: number;
  readonly wants?: 'any' | 'pool' | 'snooker' | 'table';
  readonly wanted?: number;
  readonly at?: number;
  readonly next?: string | null;
  readonly replace?: boolean;
  /** Names the op, for a later step's `before`. */
  readonly id?: string;
  /** The op that the device saw last, unless it is the entry's last one. */
  readonly before?: string;
}

export const WAITING_CASES = cases as unknown as readonly {
  readonly title: string;
  readonly steps: readonly (readonly [Step & Readonly<Record<string, unknown>>, string, string?])[];
}[];

/** An answer in a few words: what became of the op, why, whose op was in the way, and what would become of it now. */
const saidOf = (
  { outcome, reason, inTheWay, retry }: ChangedWaiting,
  nameOf: (id: string) => string,
): string =>
  [outcome, reason, inTheWay && nameOf(inTheWay.entry), retry && `(${retry})`].filter(Boolean).join(' ');

/** The entries in a few words, in order. */
const listedOf = (
  { entries, tables }: WaitingList,
  nameOf: (id: string) => string,
  isShown: (entry: PartyEntry) => boolean,
): string =>
  entries
    .filter(isShown)
    .map(({ id, state, tableId }) => {
      const place = tables.findIndex((table) => table.id === tableId);
      return [nameOf(id), state, tableId === null ? '' : String(place + 1)].filter(Boolean).join(' ');
    })
    .join(', ');

/** Sends a case's ops, one after the other, and ends its remaining parties. */
export const playCase = async (
  backend: WaitingBackend,
  { steps }: (typeof WAITING_CASES)[number],
): Promise<void> => {
  const ids = new Map<string, string>();
  const idOf = (name: string): string => {
    const id = ids.get(name) ?? randomUUID();
    ids.set(name, id);
    return id;
  };
  const names = (): Map<string, string> => new Map([...ids].map(([name, id]) => [id, name]));
  let list = await backend.listWaiting();
  const table = (number?: number): string => list.tables[(number ?? 0) - 1]?.id ?? '';
  const lastOf = (entry: string): string | null =>
    list.entries.find(({ id }) => id === entry)?.lastOp.id ?? null;

  const changeOf = (kind: string, step: Step): Change => {
    const party = {
      name: step.name ?? kind,
      name2: step.name2 ?? null,
      size: step.size ?? 2,
      ...(step.wants === 'table'
        ? { wants: step.wants, wantedId: table(step.wanted) }
        : { wants: step.wants ?? 'any', wantedId: null }),
    };
    const tableId = table(step.at);
    const replace = step.replace ?? false;
    switch (kind) {
      case 'add':
        return { kind, ...party, tableId: step.at === undefined ? null : tableId, replace };
      case 'edit':
        return { kind, ...party };
      case 'place':
        return { kind, next: typeof step.next === 'string' ? idOf(step.next) : null };
      case 'call':
      case 'move':
        return { kind, tableId };
      case 'start':
        return { kind, tableId, replace };
      default:
        return { kind } as Change;
    }
  };

  for (const [step, says, listed] of steps) {
    const kind = Object.keys(step)[0] ?? '';
    const entry = idOf(String(step[kind]));
    const op: Op = {
      ...changeOf(kind, step),
      id: step.id === undefined ? randomUUID() : idOf(`op ${step.id}`),
      entry,
      before: kind === 'add' ? null : step.before === undefined ? lastOf(entry) : idOf(`op ${step.before}`),
    };
    const answer = await backend.changeWaiting(op);
    ({ list } = answer);
    const nameOf = (id: string): string => names().get(id) ?? '?';
    expect([step, saidOf(answer, nameOf)]).toEqual([step, says]);
    if (listed !== undefined)
      expect([step, listedOf(list, nameOf, ({ id }) => ids.has(nameOf(id)))]).toEqual([step, listed]);
  }
  for (const entry of list.entries.filter(isAlive)) {
    const kind = entry.state === 'playing' ? 'free' : 'leave';
    await backend.changeWaiting({ id: randomUUID(), entry: entry.id, kind, before: entry.lastOp.id });
  }
};
