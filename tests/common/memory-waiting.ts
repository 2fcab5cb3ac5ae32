import { applyOp, tidied } from '../../src/core/room/apply.ts';
import type { Doer, OpResult, WaitingList } from '../../src/core/room/list.ts';
import type { RoomListener, WaitingBackend } from '../../src/backend/contract.ts';

/** A waiting list in memory. Its tables and their matches are set from outside. */
export interface MemoryWaiting extends WaitingBackend {
  readonly setTables: (tables: WaitingList['tables']) => void;
}

const DOER: Doer = { id: '00000000-0000-4000-8000-000000000000', name: null };

/** The backend of a waiting list that stays in this page. Names are in full: only the server shortens them. */
export const memoryWaiting = (
  tables: WaitingList['tables'],
  serverMillis: () => number,
  newId: () => string,
): MemoryWaiting => {
  const listeners = new Set<RoomListener>();
  const known = new Map<string, OpResult>();
  let list: WaitingList = {
    seq: 0,
    topic: 'room:memory',
    fullNames: true,
    serverMillis: serverMillis(),
    tables,
    entries: [],
  };
  const show = (): WaitingList => {
    list = tidied(list, serverMillis());
    return list;
  };
  const announce = (): void => {
    for (const { changed } of listeners) changed(list.seq);
  };
  return {
    setTables: (changed) => {
      list = { ...list, tables: changed, seq: list.seq + 1 };
      announce();
    },
    listWaiting: async () => show(),
    changeWaiting: async (op) => {
      const before = known.get(op.id);
      if (before) return { ...before, list: show() };
      const { list: changed, ...result } = applyOp(show(), op, {
        by: DOER,
        nowMillis: serverMillis(),
        newId,
      });
      known.set(op.id, result);
      if (changed !== list) {
        list = changed;
        announce();
      }
      return { ...result, list };
    },
    listenRoom: (_topic, listener) => {
      listeners.add(listener);
      queueMicrotask(() => {
        if (listeners.has(listener)) listener.joined();
      });
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
