import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../config/limits.ts';
import type { Login } from '../../stores/account/login.ts';
import { useHydrated } from '../useHydrated.ts';
import { takeWaiting } from '../waiting.ts';
import { problemText } from './problem.ts';

interface Props {
  readonly login: Login;
  readonly texts: TextsOf<'login'>;
  readonly homePath: string;
}

/** Signing in, and requesting a link for a forgotten password. */
export const SignIn = ({ login, texts, homePath }: Props) => {
  const { $login, show, signIn, requestLink } = login;
  const { form, busy, problem, sent, ended } = useStore($login, { ssr: 'initial' });
  const [shown, setShown] = useState(false);
  const ready = useHydrated();
  const id = useId();
  const formNode = useRef<HTMLFormElement>(null);
  const error = problemText(problem, texts.login.errors);
  const forgotten = form === 'forgot';

  useEffect(() => {
    if (formNode.current && takeWaiting(formNode.current)) formNode.current.requestSubmit();
  }, []);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    const password = read('password');
    // Sent before the script came, the form still asked for both: what was typed says what was meant.
    if ($login.get().form === 'forgot' && !password) void requestLink(read('email'));
    else void signIn(read('email'), password);
  };

  return (
    <div className="login panel">
      <h1 className="login__title">{forgotten ? texts.login.forgot.heading : texts.login.title}</h1>
      {forgotten && <p className="login__explanation">{texts.login.forgot.explanation}</p>}
      {ended && !error && (
        <p className="alert" role="status">
          {texts.login.errors.sessionExpired}
        </p>
      )}
      <form
        ref={formNode}
        className="login__form"
        // Until the script loads, it goes nowhere: there is no dialog around it.
        method="dialog"
        noValidate
        onSubmit={submit}
      >
        <div className="field">
          <label className="field__label" htmlFor={`${id}-email`}>
            {texts.login.email}
          </label>
          <input
            className="field__control"
            id={`${id}-email`}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            required
            aria-invalid={problem === 'invalidEmail' || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        </div>
        {!forgotten && (
          <div className="field">
            <div className="login__password">
              <label className="field__label" htmlFor={`${id}-password`}>
                {texts.login.password}
              </label>
              <button
                className="login__reveal"
                type="button"
                disabled={!ready}
                onClick={() => setShown(!shown)}
              >
                {texts.login[shown ? 'hidePassword' : 'showPassword']}
              </button>
            </div>
            <input
              className="field__control"
              id={`${id}-password`}
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              dir="ltr"
              required
              minLength={PASSWORD_MIN_LENGTH}
              aria-invalid={problem === 'missingPassword' || problem === 'passwordTooShort' || undefined}
              aria-describedby={error ? `${id}-error` : undefined}
            />
          </div>
        )}
        <div role="alert" id={`${id}-error`} className={error ? 'alert alert--error' : undefined}>
          {error}
        </div>
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
        <a className="button" href={homePath}>
          {texts.login.backHome}
        </a>
      </div>
      <p className="login__hint">{texts.login.accountsHint}</p>
    </div>
  );
};
