import type { TextsOf } from '../../i18n/texts.ts';
import { useStore } from '@nanostores/react';
import { useId, type SubmitEvent } from 'react';
import { PASSWORD_MIN_LENGTH } from '../../config/limits.ts';
import { ALL_TABLES } from '../../core/venue/fragment.ts';
import type { SetPassword as Store } from './set-password.ts';
import { formatMessage } from '../../i18n/format.ts';
import { problemText } from './problem.ts';

interface Props {
  readonly store: Store;
  readonly texts: TextsOf<'setPassword'>;
  /** Addresses in the page's language. */
  readonly paths: Readonly<Record<'login' | 'dashboard', string>>;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** Setting a new password, from an invitation or recovery link or while signed in. */
export const SetPassword = ({ store, texts, paths }: Props) => {
  const { $view, save } = store;
  const { step, busy, asksCurrent, isInvited, problem } = useStore($view, { ssr: 'initial' });
  const id = useId();
  const error = step === 'form' ? problemText(problem, texts.setPassword.errors) : '';

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const read = (name: string): string => {
      const value = values.get(name);
      return typeof value === 'string' ? value : '';
    };
    void save(read('password'), read('repeat'), read('current'));
  };

  const fields = [
    ...(asksCurrent ? ([['current', texts.setPassword.current, 'current-password']] as const) : []),
    ['password', texts.setPassword.password, 'new-password'],
    ['repeat', texts.setPassword.repeat, 'new-password'],
  ] as const;

  return (
    <div className="login panel">
      <h1 className="login__title">{texts.setPassword.title}</h1>
      <p role="status" id={`${id}-status`}>
        {step === 'checking' && <span>{texts.setPassword.checking}</span>}
        {step === 'done' && <span>{texts.setPassword.done}</span>}
      </p>
      {step === 'expired' && (
        <>
          <p className="alert alert--error" role="alert">
            {texts.setPassword.errors.linkExpired}
          </p>
          <a className="button button--primary" href={`${paths.login}?forgot`}>
            {texts.setPassword.requestNew}
          </a>
        </>
      )}
      {step === 'done' && (
        <a
          className="button button--primary"
          // A new venue's first steps are above its tables, but below its only table's desk.
          href={`${paths.dashboard}${isInvited ? ALL_TABLES : ''}`}
          // The form that had the focus has been removed.
          ref={focus}
          aria-describedby={`${id}-status`}
        >
          {texts.setPassword.goToDashboard}
        </a>
      )}
      {step === 'form' && (
        <form className="login__form credentials" method="post" noValidate onSubmit={submit}>
          <p className="login__explanation">
            {formatMessage(texts.setPassword.intro, { limit: PASSWORD_MIN_LENGTH })}
          </p>
          {fields.map(([name, label, autoComplete]) => (
            <div className="field" key={name}>
              <label className="field__label" htmlFor={`${id}-${name}`}>
                {label}
              </label>
              <input
                className="field__control"
                id={`${id}-${name}`}
                name={name}
                type="password"
                autoComplete={autoComplete}
                // This field appears only once it is needed.
                autoFocus={name === 'current'}
                dir="ltr"
                required
                minLength={PASSWORD_MIN_LENGTH}
                aria-describedby={error ? `${id}-error` : undefined}
              />
            </div>
          ))}
          <div role="alert" id={`${id}-error`} className={error ? 'alert alert--error' : undefined}>
            {error}
          </div>
          <button className="button button--primary button--large" type="submit" disabled={busy}>
            {busy ? texts.setPassword.busy : texts.setPassword.save}
          </button>
        </form>
      )}
    </div>
  );
};
