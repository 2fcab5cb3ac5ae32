import { useId, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly help?: string;
  readonly value: string | number | undefined;
  readonly onChoose: (value: string) => void;
  /** The `option` elements. */
  readonly children: ReactNode;
}

/** A select field; undefined selects the option without a value. */
export const SelectField = ({ label, help, value = '', onChoose, children }: Props) => {
  const id = useId();
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <select
        className="field__control"
        id={id}
        value={value}
        aria-describedby={help && `${id}-help`}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {children}
      </select>
      {help && (
        <p className="field__hint" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
};
