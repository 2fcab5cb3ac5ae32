import { atom, type ReadableAtom } from 'nanostores';
import type { AuthBackend } from '../../backend/contract.ts';
import type { Failure } from '../../core/failure.ts';
import { pairingFragment } from '../../core/tables/fragment.ts';
import type { Environment } from '../environment/browser.ts';
import { onBrowserMount } from '../environment/browser-mount.ts';
import { createSession, noteSessionEnded } from './session.ts';

export interface AccountEnvironment extends Pick<Environment, 'storage' | 'address' | 'replaceBy' | 'tell'> {
  readonly auth: () => AuthBackend;
}

export interface AccountOptions {
  /** Where those who are not signed in (any more) are led. */
  readonly loginPath: string;
  /** Said when logging out failed. */
  readonly logOutFailed: string;
}

/** The account that a page belongs to. */
export interface Account {
  /** Null as long as it isn't known whose page this is, and when nobody's; also somebody whose session can't be renewed without a network. */
  readonly $user: ReadableAtom<string | null>;
  /** Gives whether a failure ended the session, which leads to the login page. */
  readonly endedBy: (failure: Failure) => boolean;
  readonly logOut: () => Promise<void>;
}

/** Follows who is signed in; a page that nobody is signed in to is left. */
export const createAccount = (
  { auth, storage, address, replaceBy, tell }: AccountEnvironment,
  { loginPath, logOutFailed }: AccountOptions,
): Account => {
  const $session = createSession(auth);
  const $user = atom<string | null>(null);
  onBrowserMount($user, () =>
    $session.subscribe((session) => {
      if (session.status === 'signedOut') {
        $user.set(null);
        replaceBy(loginPath + pairingFragment(address().hash));
      } else if (session.status !== 'unknown' && session.userId !== null) {
        $user.set(session.userId);
      }
    }),
  );
  return {
    $user,
    endedBy: ({ kind }) => {
      if (kind !== 'sessionExpired') return false;
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
