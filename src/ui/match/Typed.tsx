import type { TextsOf } from '../../i18n/texts.ts';
import { useId } from 'react';
import type { DraftProblem } from '../../core/match/formats.ts';
import { say } from '../../i18n/say.ts';

interface Props {
  readonly texts: TextsOf<'match'>;
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  /** Digits, or a time, which has colons. */
  readonly numeric?: boolean | 'time';
  readonly problem?: DraftProblem | undefined;
}

/** A text field, with its problem if any. */
export const Typed = ({ texts, label, value, onType, numeric = false, problem }: Props) => {
  const id = useId();
  const wrong = problem !== undefined && problem.problem !== 'nameTooLong';
  return (
    <div className={numeric ? 'field match-field match-field--number' : 'field match-field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        className="field__control"
        id={id}
        type="text"
        {...(numeric
          ? { inputMode: numeric === 'time' ? 'text' : 'numeric', dir: 'ltr' }
          : { dir: 'auto', autoCapitalize: 'words' })}
        autoComplete="off"
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        onFocus={(event) => {
          // Numbers are usually replaced, rarely edited.
          if (numeric) event.currentTarget.select();
        }}
        aria-invalid={wrong || undefined}
        aria-describedby={problem && `${id}-problem`}
      />
      {problem && (
        <p className={wrong ? 'field__error' : 'field__hint'} id={`${id}-problem`} role="status">
          {say(texts.match.problems[problem.problem], { ...problem.values })}
        </p>
      )}
    </div>
  );
};
