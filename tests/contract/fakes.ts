import type { AuthBackend, OverlayListener, Session, ViewerBackend } from '../../src/backend/contract.ts';
import { PASSWORD_MIN_LENGTH } from '../../src/config/limits.ts';
import { BackendError, type Failure } from '../../src/core/failure.ts';
import type { Board } from '../../src/core/overlay/board.ts';
import { UNDRESSED, type Dressing } from '../../src/core/overlay/dressing.ts';

export const TOKEN = 'abcdefghijklmnopqrstuv12';

export const ID = '3f0c8b1e-5d5a-4c1c-9a43-7d3b6f1f2a10';

export const BOARD: Board = {
  p1: 'PLAYER A',
  p2: 'PLAYER B',
  s1: 0,
  s2: 0,
  raceTo: 0,
  clock: { running: false, startedAtMillis: null, accumSeconds: 0 },
  theme: 'dark',
  rev: 1,
  match: null,
  seq: 0,
  detail: null,
  shot: null,
};

/** A server with one overlay, whose network and answers a test decides. */
export const fakeServer = () => {
  const listeners = new Set<OverlayListener>();
  const server = {
    board: BOARD as Board | null,
    dressing: UNDRESSED,
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
    dress: (dressing: Dressing) => {
      server.dressing = dressing;
      for (const listener of listeners) listener.dressed();
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
        server.board && (key === TOKEN || key.toLowerCase() === ID)
          ? {
              ...{ board: server.board, dressing: server.dressing, topic: `overlay:${TOKEN}` },
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

/** The account that the fake Auth has; a link to it was mailed. */
export const ACCOUNT = { email: 'salma@example.test', password: 'secret-1', link: 'abc' };

/** Auth with one account, whose network and answers a test decides. */
export const fakeAuth = (initial: Session) => {
  let session = initial;
  const watchers = new Set<(session: Session) => void>();
  const become = (next: Session): void => {
    session = next;
    for (const watcher of watchers) watcher(next);
  };
  const control = {
    become,
    account: { ...ACCOUNT },
    /** Thrown by every request while it is set. */
    failure: null as Failure | null,
    /** Thrown by requests of one name. */
    failures: {} as Readonly<Record<string, Failure>>,
    calls: [] as string[],
  };
  const refuse = (kind: Exclude<Failure['kind'], 'other'>): never => {
    throw new BackendError({ kind });
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
      const { account } = control;
      if (email !== account.email || password !== account.password) refuse('wrongCredentials');
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
      if (token !== control.account.link) refuse('linkExpired');
      control.account.link = '';
      become({ status: 'signedIn', userId: 'me' });
    },
    setPassword: async (password, current) => {
      await call(`password ${password}${current === undefined ? '' : ` instead of ${current}`}`);
      const { account } = control;
      if (session.status !== 'signedIn') refuse('sessionExpired');
      if (password.length < PASSWORD_MIN_LENGTH) refuse('weakPassword');
      if (current !== undefined && current !== account.password) refuse('wrongCurrentPassword');
      if (password === account.password) refuse('samePassword');
      account.password = password;
    },
  };
  return { auth, control };
};
