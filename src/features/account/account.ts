import { atom, type ReadableAtom } from 'nanostores';
import type { AuthBackend } from '../../backend/contract.ts';
import { checkCredentials, type CredentialsProblem } from '../../core/account/credentials.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { scannedFragment } from '../../core/venue/fragment.ts';
import type { Environment } from '../../browser/browser.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';
import { createSession, noteSessionEnded } from './session.ts';

export interface AccountEnvironment extends Pick<Environment, 'storage' | 'address' | 'replaceBy' | 'tell'> {
  readonly auth: () => AuthBackend;
}

export interface AccountOptions {
  /** Where visitors who aren't signed in are sent. */
  readonly loginPath: string;
  /** Shown when logging out fails. */
  readonly logOutFailed: string;
}

/** The signed-in account of a page. */
export interface Account {
  /** User id; null while unknown and when signed out. Stays set if the session can't be renewed for lack of a network. */
  readonly $user: ReadableAtom<string | null>;
  /** Whether the session has ended under a screen that can run without one. */
  readonly $ended: ReadableAtom<boolean>;
  /** Resolves to the problem, or to null on success; the page then continues. */
  readonly signInAgain: (email: string, password: string) => Promise<CredentialsProblem | Failure | null>;
  /**
   * Returns whether a failure ended the session. If so, goes to the login page, unless the open screen can run without
   * a session.
   */
  readonly endedBy: (failure: Failure) => boolean;
  readonly logOut: () => Promise<void>;
}

/**
 * Follows the signed-in user, and goes to the login page when there is none. `goesOn` returns whether the open screen
 * can run without a session.
 */
export const createAccount = (
  { auth, storage, address, replaceBy, tell }: AccountEnvironment,
  { loginPath, logOutFailed }: AccountOptions,
  goesOn: () => boolean,
): Account => {
  const $session = createSession(auth);
  const $user = atom<string | null>(null);
  const $ended = atom(false);
  onBrowserMount($user, () =>
    $session.subscribe((session) => {
      if (session.status === 'signedOut') {
        if ($user.get() !== null && goesOn()) {
          $ended.set(true);
          return;
        }
        $user.set(null);
        replaceBy(loginPath + scannedFragment(address().hash));
      } else if (session.status !== 'unknown' && session.userId !== null) {
        $user.set(session.userId);
        if (session.status === 'signedIn') $ended.set(false);
      }
    }),
  );
  return {
    $user,
    $ended,
    signInAgain: async (email, password) => {
      const problem = checkCredentials(email, password);
      if (problem) return problem;
      try {
        await auth().signIn(email.trim(), password);
        return null;
      } catch (thrown) {
        return failureIn(thrown);
      }
    },
    endedBy: ({ kind }) => {
      if (kind !== 'sessionExpired') return false;
      if ($user.get() !== null && goesOn()) {
        $ended.set(true);
        return true;
      }
      noteSessionEnded(storage);
      void auth().dropSession();
      return true;
    },
    logOut: async () => {
      try {
        await auth().signOut();
      } catch {
        tell(logOutFailed);
      }
    },
  };
};
