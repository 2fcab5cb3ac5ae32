import { useId, useState, type Ref } from 'react';
import { useNameLimit } from '../../kit/useNameLimit.ts';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts'> {
  readonly name: string;
  readonly help: string;
  /** The problem; empty if none. */
  readonly problem?: string;
  /** Whether Save was pressed. A missing name is reported from then on, or once the field has lost focus. */
  readonly tried: boolean;
  readonly field: Ref<HTMLInputElement>;
  readonly onChange: (name: string) => void;
}

/** The name of a player or a sponsor. */
export const NameField = ({ texts, name, help, problem = '', tried, field, onChange }: Props) => {
  const { limited, cut } = useNameLimit(texts);
  const [left, setLeft] = useState(false);
  const id = useId();
  const wrong = name.trim() === '' && (tried || left) ? texts.branding.nameNeeded : problem;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts.branding.name}
      </label>
      <input
        className="field__control"
        ref={field}
        id={id}
        dir="auto"
        required
        autoCapitalize="words"
        autoComplete="off"
        value={name}
        aria-invalid={wrong !== '' || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(limited(event.currentTarget.value))}
        onBlur={() => setLeft(true)}
      />
      <p className={wrong ? 'field__error' : 'field__hint'} id={`${id}-hint`} role="status">
        {wrong || cut || help}
      </p>
    </div>
  );
};
