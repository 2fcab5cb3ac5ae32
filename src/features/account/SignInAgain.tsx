import { useState, type SubmitEvent } from 'react';
import type { CredentialsProblem } from '../../core/account/credentials.ts';
import type { Failure } from '../../core/failure.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { CredentialFields, credentialsIn } from './CredentialFields.tsx';

export { default as styles } from '../../styles/credentials.scss?inline';

interface Props {
  readonly texts: TextsOf<'login' | 'pad'>;
  readonly signIn: (email: string, password: string) => Promise<CredentialsProblem | Failure | null>;
  readonly onClose: () => void;
}

/** Asks for the password again when the session has ended. The page underneath keeps running. */
export const SignInAgain = ({ texts, signIn, onClose }: Props) => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CredentialsProblem | Failure | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { email, password } = credentialsIn(event.currentTarget);
    setBusy(true);
    void signIn(email, password).then((failed) => {
      setProblem(failed);
      setBusy(false);
    });
  };
  return (
    <Dialog small title={texts.login.again.title} close={texts.pad.close} onClose={onClose}>
      <form className="credentials" method="post" noValidate onSubmit={submit}>
        <p>{texts.login.again.kept}</p>
        <CredentialFields texts={texts} problem={problem} />
        <button className="button button--primary button--large" type="submit" disabled={busy}>
          {texts.login[busy ? 'busy' : 'signIn']}
        </button>
      </form>
    </Dialog>
  );
};
