import { atom, type ReadableAtom } from 'nanostores';
import type { AuthBackend, Session } from '../../backend/contract.ts';
import { attempt } from '../../browser/attempt.ts';
import type { Environment } from '../../browser/browser.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';

/** The user signed in to this browser, in any of its tabs. */
export const createSession = (auth: () => AuthBackend): ReadableAtom<Session> => {
  const $session = atom<Session>({ status: 'unknown' });
  onBrowserMount($session, () => auth().watch((session) => $session.set(session)));
  return $session;
};

const ENDED = 'scorer-session-ended';

/** Notes for the login page that a session expired, as opposed to never having existed. */
export const noteSessionEnded = (storage: Environment['storage']): void => {
  attempt(() => storage().setItem(ENDED, '1'));
};

/** Whether an expired session was noted; the note stays until the next sign-in. */
export const sessionEnded = (storage: Environment['storage']): boolean =>
  (attempt(() => storage().getItem(ENDED)) ?? null) !== null;

export const forgetSessionEnded = (storage: Environment['storage']): void => {
  attempt(() => storage().removeItem(ENDED));
};
