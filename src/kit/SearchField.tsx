import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onType: (typed: string) => void;
}

/** A field for searching, which shows its label inside. */
export const SearchField = ({ label, value, onType }: Props) => {
  const id = useId();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        className="field__control"
        id={id}
        type="search"
        dir="auto"
        placeholder={label}
        autoComplete="off"
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    </>
  );
};
