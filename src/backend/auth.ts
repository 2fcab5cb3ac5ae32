import { BackendError, failureOf, type ProviderError } from '../core/failure.ts';
import { SESSION_KEY } from '../config/backend.ts';
import { isObject } from '../rules/read.ts';
import { withoutRevoking, type Client } from './client.ts';
import type { AuthBackend, Session } from './contract.ts';

const throwIf = (error: ProviderError | null): void => {
  if (error) throw new BackendError(failureOf(error));
};

/** How long to wait for a session to be renewed. Without a network, the client alone would take half a minute. */
export const PATIENCE_MILLIS = 1500;

/** The user id of the session stored in this browser, valid or expired; null if there is none. */
const storedUser = (): string | null => {
  try {
    const session: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null');
    const user = isObject(session) ? session['user'] : null;
    return isObject(user) && typeof user['id'] === 'string' ? user['id'] : null;
  } catch {
    return null;
  }
};

/** Signing in and out, in all of a browser's tabs at once. */
export const authBackend = (client: Client): AuthBackend => {
  const { auth } = client;

  const current = async (): Promise<Session> => {
    const { data, error } = await auth.getSession();
    if (data.session) return { status: 'signedIn', userId: data.session.user.id };
    return error && failureOf(error).kind === 'offline'
      ? { status: 'unreachable', userId: storedUser() }
      : { status: 'signedOut' };
  };

  return {
    watch: (changed) => {
      let watching = true;
      const tell = (session: Session): void => {
        clearTimeout(waiting);
        if (watching) changed(session);
      };
      const report = async (): Promise<void> => tell(await current());
      const waiting = setTimeout(() => {
        const userId = storedUser();
        if (userId !== null) tell({ status: 'unreachable', userId });
      }, PATIENCE_MILLIS);
      const { data } = auth.onAuthStateChange((_event, session) => {
        if (session) tell({ status: 'signedIn', userId: session.user.id });
        // Not inside the callback, while the client holds its lock.
        else setTimeout(() => void report());
      });
      // The client doesn't notice when another tab clears the site's data.
      const stored = ({ key }: StorageEvent): void => {
        if (key === null || key === SESSION_KEY) void report();
      };
      window.addEventListener('storage', stored);
      return () => {
        watching = false;
        clearTimeout(waiting);
        data.subscription.unsubscribe();
        window.removeEventListener('storage', stored);
      };
    },
    signIn: async (email, password) => {
      const { error } = await auth.signInWithPassword({ email, password });
      throwIf(error);
    },
    signOut: async () => {
      const { data, error: unreadable } = await auth.getSession();
      throwIf(unreadable);
      if (!data.session) return;
      const { error } = await auth.admin.signOut(data.session.access_token, 'local');
      // If the server no longer knows the session, it has already ended.
      if (error && failureOf(error).kind !== 'sessionExpired') throwIf(error);
      await withoutRevoking(() => auth.signOut({ scope: 'local' }));
    },
    dropSession: () => withoutRevoking(() => auth.signOut({ scope: 'local' })),
    requestPasswordLink: async (email, redirectTo) => {
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
      // The rate limit applies only to existing accounts, so reporting it would reveal that one exists.
      if (error?.code !== 'over_email_send_rate_limit') throwIf(error);
    },
    openLink: async ({ token, type }) => {
      const { error } = await auth.verifyOtp({ token_hash: token, type });
      throwIf(error);
    },
    setPassword: async (password, current) => {
      const attempt = () =>
        auth.updateUser({ password, ...(current === undefined ? {} : { current_password: current }) });
      let { error } = await attempt();
      // If the project demands a fresh session, sign in again with the current password.
      if (error?.code === 'reauthentication_needed' && current !== undefined) {
        const { data } = await auth.getSession();
        const signedIn = await auth.signInWithPassword({
          email: data.session?.user.email ?? '',
          password: current,
        });
        if (signedIn.error?.code === 'invalid_credentials') {
          throw new BackendError({ kind: 'wrongCurrentPassword' });
        }
        throwIf(signedIn.error);
        ({ error } = await attempt());
      }
      throwIf(error);
    },
  };
};
