import { vi } from 'vitest';
import type {
  AuthBackend,
  ClockAction,
  OverlayListener,
  ScorerBackend,
  Session,
} from '../../src/backend/contract.ts';
import type { BoardChanges } from '../../src/core/overlay/draft.ts';
import { BackendError, type Failure } from '../../src/core/failure.ts';
import type { OverlayState } from '../../src/core/overlay/board.ts';

export const TOKEN = 'abcdefghijklmnopqrstuv12';

export const BOARD: OverlayState = {
  p1: 'PLAYER A',
  p2: 'PLAYER B',
  s1: 0,
  s2: 0,
  raceTo: 0,
  clock: { running: false, startedAtMillis: null, accumSeconds: 0 },
  theme: 'dark',
  rev: 1,
};

/** What the stores use of a browser. */
export const stubBrowser = () => {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('navigator', { onLine: true });
  return { window, document };
};

export const fakeStorage = (): Storage => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
};

/** A server with one overlay, whose network and answers a test decides. */
export const fakeServer = () => {
  const listeners = new Set<OverlayListener>();
  const server = {
    board: BOARD as OverlayState | null,
    /** Thrown by every request while it is set. */
    failure: null as Failure | null,
    /** Server time is this far ahead. */
    aheadMillis: 0,
    joins: true,
    fetches: 0,
    saves: [] as BoardChanges[],
    connections: () => listeners.size,
    change: (changes: Partial<OverlayState>, announced = true) => {
      if (!server.board) throw new Error('no overlay');
      server.board = { ...server.board, ...changes, rev: server.board.rev + 1 };
      if (announced) for (const listener of listeners) listener.changed(server.board);
      return server.board;
    },
    /** A state that arrives, whatever the server has. */
    announce: (state: OverlayState) => {
      for (const listener of listeners) listener.changed(state);
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
  const backend: ScorerBackend = {
    getOverlay: async () => {
      server.fetches++;
      return answer(
        () =>
          server.board && {
            state: server.board,
            topic: `overlay:${TOKEN}`,
            serverMillis: Date.now() + server.aheadMillis,
          },
      );
    },
    listen: (_topic, listener) => {
      listeners.add(listener);
      if (server.joins) queueMicrotask(() => listeners.has(listener) && listener.joined());
      return () => listeners.delete(listener);
    },
    ensureOverlay: async () => answer(() => ({ id: 'id', token: TOKEN })),
    saveBoard: async (_token, changes) =>
      answer(() => {
        server.saves.push(changes);
        return server.change(changes);
      }),
    moveClock: async (_token, action: ClockAction) =>
      answer(() =>
        server.change({
          clock: {
            running: action === 'start',
            startedAtMillis: action === 'start' ? Date.now() + server.aheadMillis : null,
            accumSeconds: 0,
          },
        }),
      ),
  };
  return { server, backend };
};

export const fakeAuth = (initial: Session) => {
  let session = initial;
  const watchers = new Set<(session: Session) => void>();
  const become = (next: Session): void => {
    session = next;
    for (const watcher of watchers) watcher(next);
  };
  const control = {
    become,
    /** Thrown by every request while it is set. */
    failure: null as Failure | null,
    /** Thrown by requests of one name. */
    failures: {} as Readonly<Record<string, Failure>>,
    calls: [] as string[],
  };
  const call = async (name: string): Promise<void> => {
    control.calls.push(name);
    const failure = control.failure ?? control.failures[name.split(' ', 1)[0] ?? ''];
    if (failure) throw new BackendError(failure);
  };
  const auth: AuthBackend = {
    watch: (changed) => {
      watchers.add(changed);
      changed(session);
      return () => watchers.delete(changed);
    },
    signIn: async (email, password) => {
      await call(`signIn ${email} ${password}`);
      become({ status: 'signedIn', userId: 'me' });
    },
    signOut: async () => {
      await call('signOut');
      become({ status: 'signedOut' });
    },
    dropSession: async () => {
      control.calls.push('dropSession');
      become({ status: 'signedOut' });
    },
    requestPasswordLink: (email, redirectTo) => call(`link ${email} ${redirectTo}`),
    openLink: async ({ token, type }) => {
      await call(`open ${type} ${token}`);
      become({ status: 'signedIn', userId: 'me' });
    },
    setPassword: (password, current) =>
      call(`password ${password}${current === undefined ? '' : ` instead of ${current}`}`),
  };
  return { auth, control };
};
