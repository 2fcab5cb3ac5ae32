import type { AuthBackend, Session } from '../../../src/backend/contract.ts';
import { BackendError, type Failure } from '../../../src/core/failure.ts';

/** Auth that takes whatever it is asked, unless a test has it refuse. */
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
