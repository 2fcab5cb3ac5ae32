import { useId } from 'react';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { useNameLimit } from '../../kit/useNameLimit.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly label: string;
  /** Shown for an empty name. */
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

/** The field for a television's or device's name. */
export const NameField = ({ texts, label, placeholder, value, onType }: Props) => {
  const { limited, cut } = useNameLimit(texts);
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
        aria-describedby={`${id}-hint`}
        onChange={(event) => onType(limited(event.currentTarget.value))}
      />
      <p className="field__hint" id={`${id}-hint`} role="status">
        {cut && <span>{cut}</span>}
      </p>
    </div>
  );
};
