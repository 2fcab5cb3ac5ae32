import { atom, type ReadableAtom } from 'nanostores';
import {
  checkNewPassword,
  isFailedLink,
  isInvitation,
  mailLinkIn,
  type MailLink,
  type NewPasswordProblem,
} from '../../core/account/credentials.ts';
import { failureIn, type Failure } from '../../core/failure.ts';
import { createSession } from './session.ts';
import type { AccountEnvironment } from '../../browser/account.ts';
import { onBrowserMount } from '../../browser/browser-mount.ts';

export interface SetPasswordView {
  /** `expired`: the e-mail's link no longer works, or there was no link and nobody is signed in. */
  readonly step: 'checking' | 'form' | 'expired' | 'done';
  readonly busy: boolean;
  /** The session is too old to set a password without the current one. */
  readonly asksCurrent: boolean;
  /** A new owner's first password, so the venue is still to be set up. */
  readonly isInvited: boolean;
  readonly problem: NewPasswordProblem | Failure | null;
}

export interface SetPassword {
  readonly $view: ReadableAtom<SetPasswordView>;
  readonly save: (password: string, repeated: string, current?: string) => Promise<void>;
}

/** The session couldn't be checked yet. */
const UNREACHABLE: Failure = { kind: 'offline' };

/** Setting a new password, with an e-mailed link or while signed in. */
export const createSetPassword = ({
  auth,
  address,
}: Pick<AccountEnvironment, 'auth' | 'address'>): SetPassword => {
  const $session = createSession(auth);
  const $view = atom<SetPasswordView>({
    step: 'checking',
    busy: false,
    asksCurrent: false,
    isInvited: false,
    problem: null,
  });
  let link: MailLink | null = null;
  const update = (changes: Partial<SetPasswordView>): void => $view.set({ ...$view.get(), ...changes });

  onBrowserMount($view, () => {
    // Read the hash before the Auth client removes a session from it.
    const { hash } = address();
    // The failed link may not be for the account that is signed in to this browser.
    if (isFailedLink(hash)) {
      update({ step: 'expired' });
      return undefined;
    }
    update({ isInvited: isInvitation(hash) });
    link = mailLinkIn(hash);
    if (link) {
      update({ step: 'form' });
      return undefined;
    }
    return $session.subscribe(({ status }) => {
      if ($view.get().step === 'done') return;
      if (status === 'signedIn') {
        const { problem } = $view.get();
        update({ step: 'form', problem: problem === UNREACHABLE ? null : problem });
      }
      if (status === 'signedOut') update({ step: 'expired' });
      if (status === 'unreachable') update({ step: 'form', problem: UNREACHABLE });
    });
  });

  return {
    $view,
    save: async (password, repeated, current) => {
      const { busy, asksCurrent } = $view.get();
      if (busy) return;
      const problem =
        asksCurrent && !current
          ? ({ kind: 'currentPasswordNeeded' } as const)
          : checkNewPassword(password, repeated);
      update({ problem, busy: problem === null });
      if (problem) return;
      try {
        // Only on save: mail scanners that run the page must not use up the link.
        if (link) await auth().openLink(link);
        link = null;
        await (asksCurrent ? auth().setPassword(password, current) : auth().setPassword(password));
        update({ step: 'done', busy: false });
      } catch (thrown) {
        const failure = failureIn(thrown);
        const expired = failure.kind === 'sessionExpired' || failure.kind === 'linkExpired';
        update({
          busy: false,
          problem: failure,
          step: expired ? 'expired' : 'form',
          asksCurrent: asksCurrent || failure.kind === 'currentPasswordNeeded',
        });
      }
    },
  };
};
