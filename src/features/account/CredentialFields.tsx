import { useId, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../config/limits.ts';
import type { CredentialsProblem } from '../../core/account/credentials.ts';
import type { Failure } from '../../core/failure.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { useHydrated } from '../../kit/useHydrated.ts';
import { problemText } from './problem.ts';

interface Props {
  readonly texts: TextsOf<'login'>;
  readonly problem: CredentialsProblem | Failure | null;
  /** False for the form that requests a link for a forgotten password. */
  readonly withPassword?: boolean;
}

/**
 * Fields for an e-mail address and a password, with their problem. The names in the form data are `email` and
 * `password`.
 */
export const CredentialFields = ({ texts, problem, withPassword = true }: Props) => {
  const [shown, setShown] = useState(false);
  const ready = useHydrated();
  const id = useId();
  const error = problemText(problem, texts.login.errors);
  return (
    <>
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
      {withPassword && (
        <div className="field">
          <div className="credentials__password">
            <label className="field__label" htmlFor={`${id}-password`}>
              {texts.login.password}
            </label>
            <button
              className="credentials__reveal"
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
    </>
  );
};

/** The values of a submitted form's fields. */
export const credentialsIn = (form: HTMLFormElement): { email: string; password: string } => {
  const values = new FormData(form);
  const read = (name: string): string => {
    const value = values.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { email: read('email'), password: read('password') };
};
