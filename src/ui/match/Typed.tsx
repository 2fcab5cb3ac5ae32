import type { TextsOf } from '../../i18n/texts.ts';
import { useId } from 'react';
import type { DraftProblem } from '../../core/match/formats.ts';
import { say } from '../../i18n/say.ts';
import { NameInput } from './NameInput.tsx';

interface Props {
  readonly texts: TextsOf<'match'>;
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  /** Digits, or a time, which has colons; otherwise a name. */
  readonly numeric?: boolean | 'time';
  readonly placeholder?: string | undefined;
  readonly problem?: DraftProblem | undefined;
}

/** A field with its problem, if any. */
export const Typed = ({ texts, label, value, onType, numeric = false, placeholder, problem }: Props) => {
  const id = useId();
  const wrong = problem !== undefined && problem.problem !== 'nameTooLong';
  const input = {
    id,
    value,
    'aria-invalid': wrong || undefined,
    'aria-describedby': problem && `${id}-problem`,
  };
  return (
    <div className={numeric ? 'field match-field match-field--number' : 'field match-field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {numeric ? (
        <input
          {...input}
          className="field__control"
          type="text"
          inputMode={numeric === 'time' ? 'text' : 'numeric'}
          dir="ltr"
          autoComplete="off"
          onChange={(event) => onType(event.currentTarget.value)}
          // Numbers are usually replaced, rarely edited.
          onFocus={(event) => event.currentTarget.select()}
        />
      ) : (
        <NameInput {...input} texts={texts} label={label} placeholder={placeholder} onType={onType} />
      )}
      {problem && (
        <p className={wrong ? 'field__error' : 'field__hint'} id={`${id}-problem`} role="status">
          {say(texts.match.problems[problem.problem], { ...problem.values })}
        </p>
      )}
    </div>
  );
};
