import { useId } from 'react';
import { limitName } from '../../core/overlay/name.ts';

interface Props {
  readonly label: string;
  /** What it is called without a name. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

/** What a television or a device is called. */
export const NameField = ({ label, placeholder, value, onType }: Props) => {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <input
        className="field__control"
        id={id}
        dir="auto"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onType(limitName(event.currentTarget.value).name)}
      />
    </div>
  );
};
