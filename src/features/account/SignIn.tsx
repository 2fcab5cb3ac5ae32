import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, type SubmitEvent } from 'react';
import type { Login } from './login.ts';
import { useHydrated } from '../../kit/useHydrated.ts';
import { submitEarly } from '../../kit/early-submit.ts';
import { CredentialFields, credentialsIn } from './CredentialFields.tsx';

interface Props {
  readonly login: Login;
  readonly texts: TextsOf<'login'>;
  /** Addresses in the page's language. */
  readonly paths: Readonly<Record<'home' | 'contact', string>>;
}

/** Signing in, and requesting a link for a forgotten password. */
export const SignIn = ({ login, texts, paths }: Props) => {
  const { $login, show, signIn, requestLink } = login;
  const { form, busy, problem, sent, ended } = useStore($login, { ssr: 'initial' });
  const ready = useHydrated();
  const formNode = useRef<HTMLFormElement>(null);
  const forgotten = form === 'forgot';

  useEffect(() => {
    if (formNode.current) submitEarly(formNode.current);
  }, []);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { email, password } = credentialsIn(event.currentTarget);
    // A form submitted before the script loaded always has both fields. An empty password means that a link was wanted.
    if ($login.get().form === 'forgot' && !password) void requestLink(email);
    else void signIn(email, password);
  };

  return (
    <div className="login panel">
      <h1 className="login__title">{forgotten ? texts.login.forgot.heading : texts.login.title}</h1>
      {forgotten && <p className="login__explanation">{texts.login.forgot.explanation}</p>}
      {ended && !problem && (
        <p className="alert" role="status">
          {texts.login.errors.sessionExpired}
        </p>
      )}
      <form
        ref={formNode}
        className="login__form credentials"
        // Until the script loads, submitting does nothing: there is no dialog around the form.
        method="dialog"
        noValidate
        onSubmit={submit}
      >
        <CredentialFields texts={texts} problem={problem} withPassword={!forgotten} />
        {forgotten && (
          <div role="status" className={sent ? 'alert alert--success' : undefined}>
            {sent && texts.login.forgot.sent}
          </div>
        )}
        <button className="button button--primary button--large" type="submit" disabled={busy}>
          {!ready && <span className="login__waits">{texts.login.busy}</span>}
          <span className="login__action">
            {busy ? texts.login.busy : forgotten ? texts.login.forgot.send : texts.login.signIn}
          </span>
        </button>
      </form>
      <div className="login__more">
        <a
          className="button button--quiet"
          href={forgotten ? '?' : '?forgot'}
          onClick={(event) => {
            event.preventDefault();
            history.replaceState(null, '', forgotten ? location.pathname : '?forgot');
            show(forgotten ? 'signIn' : 'forgot');
          }}
        >
          {texts.login.forgot[forgotten ? 'back' : 'link']}
        </a>
        <a className="button" href={paths.home}>
          {texts.login.backHome}
        </a>
      </div>
      <p className="login__hint">
        <span>{texts.login.accountsHint}</span> <a href={paths.contact}>{texts.login.accountsContact}</a>
      </p>
    </div>
  );
};
