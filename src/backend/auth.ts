import { BackendError, failureOf, type ProviderError } from '../core/failure.ts';
import { SESSION_KEY } from '../config/backend.ts';
import { withoutRevoking, type Client } from './client.ts';
import type { AuthBackend, Session } from './contract.ts';

const throwIf = (error: ProviderError | null): void => {
  if (error) throw new BackendError(failureOf(error));
};

/** Signing in and out, in all tabs of a browser at once. */
export const authBackend = (client: Client): AuthBackend => {
  const { auth } = client;

  const current = async (): Promise<Session> => {
    const { data, error } = await auth.getSession();
    if (data.session) return { status: 'signedIn', userId: data.session.user.id };
    return { status: error && failureOf(error).kind === 'offline' ? 'unreachable' : 'signedOut' };
  };

  return {
    watch: (changed) => {
      let watching = true;
      const report = async (): Promise<void> => {
        const session = await current();
        if (watching) changed(session);
      };
      const { data } = auth.onAuthStateChange((_event, session) => {
        if (session) changed({ status: 'signedIn', userId: session.user.id });
        // Not inside the callback: the client holds its lock there.
        else setTimeout(() => void report());
      });
      // Another tab that clears the site's data tells nobody else.
      const stored = ({ key }: StorageEvent): void => {
        if (key === null || key === SESSION_KEY) void report();
      };
      window.addEventListener('storage', stored);
      return () => {
        watching = false;
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
      // A session that the server no longer knows is as good as ended.
      if (error && failureOf(error).kind !== 'sessionExpired') throwIf(error);
      await withoutRevoking(() => auth.signOut({ scope: 'local' }));
    },
    dropSession: () => withoutRevoking(() => auth.signOut({ scope: 'local' })),
    requestPasswordLink: async (email, redirectTo) => {
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
      // Only an account that exists has a mail on its way already: saying so would tell that it does.
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
      // Where a project asks for a fresh session, the current password makes one.
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
