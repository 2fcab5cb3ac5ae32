import { atom, type ReadableAtom } from 'nanostores';
import { checkCredentials, isEmail, type CredentialsProblem } from '../../core/account/credentials.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { scannedFragment } from '../../core/venue/fragment.ts';
import { createSession, forgetSessionEnded, sessionEnded } from './session.ts';
import type { AccountEnvironment } from '../../browser/account.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';

export interface LoginView {
  readonly form: 'signIn' | 'forgot';
  readonly busy: boolean;
  readonly problem: CredentialsProblem | Failure | null;
  /** The link for setting a new password was sent, if the account exists. */
  readonly sent: boolean;
  /** The visitor was sent here because their session expired. */
  readonly ended: boolean;
}

export interface Login {
  readonly $login: ReadableAtom<LoginView>;
  readonly show: (form: LoginView['form']) => void;
  readonly signIn: (email: string, password: string) => Promise<void>;
  /** Requests an e-mail with a link to the page for setting a password. */
  readonly requestLink: (email: string) => Promise<void>;
}

/** The login page. Goes to the dashboard once the user is signed in, whether just now, earlier or in another tab. */
export const createLogin = (
  {
    auth,
    storage,
    address,
    replaceBy,
  }: Pick<AccountEnvironment, 'auth' | 'storage' | 'address' | 'replaceBy'>,
  paths: Readonly<Record<'dashboard' | 'setPassword', string>>,
): Login => {
  const $session = createSession(auth);
  const $login = atom<LoginView>({ form: 'signIn', busy: false, problem: null, sent: false, ended: false });
  const update = (changes: Partial<LoginView>): void => $login.set({ ...$login.get(), ...changes });

  onBrowserMount($login, () => {
    const asksForLink = address().searchParams.has('forgot');
    update({ form: asksForLink ? 'forgot' : 'signIn', ended: sessionEnded(storage) });
    return $session.subscribe(({ status }) => {
      if (status !== 'signedIn') return;
      forgetSessionEnded(storage);
      replaceBy(paths.dashboard + scannedFragment(address().hash));
    });
  });

  return {
    $login,
    show: (form) => {
      forgetSessionEnded(storage);
      update({ form, problem: null, sent: false, ended: false });
    },
    signIn: async (email, password) => {
      if ($login.get().busy) return;
      const problem = checkCredentials(email, password);
      update({ problem, busy: problem === null, ended: false });
      if (problem) return;
      try {
        await auth().signIn(email.trim(), password);
        // Stays busy until the next page loads, which the session's change triggers.
      } catch (thrown) {
        update({ problem: failureIn(thrown), busy: false });
      }
    },
    requestLink: async (email) => {
      if ($login.get().busy) return;
      const valid = isEmail(email.trim());
      update({ problem: valid ? null : 'invalidEmail', busy: valid, sent: false });
      if (!valid) return;
      try {
        await auth().requestPasswordLink(email.trim(), new URL(paths.setPassword, address()).href);
        update({ busy: false, sent: true });
      } catch (thrown) {
        update({ busy: false, problem: failureIn(thrown) });
      }
    },
  };
};
