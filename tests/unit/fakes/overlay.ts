import type { OverlayListener, ViewerBackend } from '../../../src/backend/contract.ts';
import { BackendError, type Failure } from '../../../src/core/failure.ts';
import type { Board } from '../../../src/core/overlay/board.ts';
import { NO_BRANDING, type Branding } from '../../../src/core/branding/branding.ts';
import { BOARD, TOKEN } from '../../common/board.ts';

/** A server with one overlay, whose network and answers a test decides. */
export const fakeServer = () => {
  const listeners = new Set<OverlayListener>();
  const server = {
    board: BOARD as Board | null,
    branding: NO_BRANDING,
    /** Thrown by every request while it is set. */
    failure: null as Failure | null,
    /** Server time is this far ahead. */
    aheadMillis: 0,
    joins: true,
    fetches: 0,
    connections: () => listeners.size,
    change: (changes: Partial<Board>, announced = true) => {
      if (!server.board) throw new Error('no overlay');
      server.board = { ...server.board, ...changes, rev: server.board.rev + 1 };
      if (announced) for (const listener of listeners) listener.changed(server.board);
      return server.board;
    },
    /** The venue puts something else around the board, and says so. */
    dress: (branding: Branding) => {
      server.branding = branding;
      for (const listener of listeners) listener.branding();
    },
    /** A board that arrives, whatever the server has. */
    announce: (board: Board) => {
      for (const listener of listeners) listener.changed(board);
    },
    cut: () => {
      server.failure = { kind: 'offline' };
      const all = [...listeners];
      listeners.clear();
      for (const listener of all) listener.lost();
    },
    restore: () => {
      server.failure = null;
    },
  };
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    if (server.failure) throw new BackendError(server.failure);
    return value();
  };
  const backend: ViewerBackend = {
    getOverlay: async (key) => {
      server.fetches++;
      return answer(() =>
        server.board && key === TOKEN
          ? {
              board: server.board,
              branding: server.branding,
              topic: `overlay:${TOKEN}`,
              serverMillis: Date.now() + server.aheadMillis,
            }
          : null,
      );
    },
    listen: (_topic, listener) => {
      listeners.add(listener);
      queueMicrotask(() => {
        if (!listeners.has(listener)) return;
        if (server.failure?.kind === 'offline') {
          listeners.delete(listener);
          listener.lost();
        } else if (server.joins) listener.joined();
      });
      return () => listeners.delete(listener);
    },
  };
  return { server, backend };
};
