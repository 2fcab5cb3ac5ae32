import type { TextsOf } from '../../i18n/texts.ts';
import { atom } from 'nanostores';
import { useId } from 'react';
import { graphemes } from '../../rules/graphemes.ts';
import type { Range } from '../../rules/format.ts';
import type { DraftProblem } from '../../core/match/new-match-draft.ts';
import { formatMessage } from '../../i18n/format.ts';
import { NumberInput } from '../../kit/NumberInput.tsx';
import { KnownNames, NameInput } from './NameInput.tsx';

interface Props {
  readonly texts: TextsOf<'match'>;
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
  /** Digits, or a time, which has colons; otherwise a name. */
  readonly numeric?: boolean | 'time';
  /** For a number: the range of the arrow keys. */
  readonly range?: Range;
  readonly placeholder?: string | undefined;
  readonly problem?: DraftProblem | undefined;
}

/** How many letters of a name fit in its field on any screen. */
const FITTING = 28;

/** A field with its problem, if any. A name longer than the field is repeated in full below it. */
export const TextField = ({
  texts,
  label,
  value,
  onType,
  numeric = false,
  range,
  placeholder,
  problem,
}: Props) => {
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
        <NumberInput
          {...input}
          range={range}
          inputMode={numeric === 'time' ? 'text' : 'numeric'}
          onType={onType}
        />
      ) : (
        <NameInput {...input} texts={texts} label={label} placeholder={placeholder} onType={onType} />
      )}
      {!numeric && graphemes(value).length > FITTING && (
        <bdi className="field__hint match-field__whole" translate="no" aria-hidden>
          {value}
        </bdi>
      )}
      {problem && (
        <p className={wrong ? 'field__error' : 'field__hint'} id={`${id}-problem`} role="status">
          {problem.problem === 'time'
            ? texts.match.problems.time
            : formatMessage(texts.match.problems[problem.problem], { ...problem.values })}
        </p>
      )}
    </div>
  );
};

const NO_NAMES = atom<readonly string[]>([]);

/** A field for the event of a match: players' names are no suggestions for it. */
export const EventField = (props: Props) => (
  <KnownNames value={NO_NAMES}>
    <TextField {...props} />
  </KnownNames>
);
