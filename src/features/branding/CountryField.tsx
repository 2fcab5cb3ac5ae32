import type { ScreenTexts } from '../../kit/venue-texts.ts';
import { useId, useState, type Ref } from 'react';
import { flagAddress } from '../../config/marks.ts';
import { countryOf, type Country } from '../../core/branding/answer.ts';

interface Props {
  readonly texts: ScreenTexts;
  readonly countries: readonly Country[];
  readonly typed: string;
  /** Whether Save was pressed. The problem shows from then on, or once the field has lost focus. */
  readonly tried: boolean;
  readonly field: Ref<HTMLInputElement>;
  readonly onType: (typed: string) => void;
}

/** A country field, searchable by name in the page's language. */
export const CountryField = ({ texts, countries, typed, tried, field, onType }: Props) => {
  const id = useId();
  const country = countryOf(countries, typed);
  const [left, setLeft] = useState(false);
  const isUnknown = typed.trim() !== '' && !country && (tried || left);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts.players.country}
      </label>
      <div className="branding__country">
        <input
          className="field__control"
          ref={field}
          id={id}
          dir="auto"
          list={`${id}-countries`}
          autoComplete="off"
          value={typed}
          aria-invalid={isUnknown || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setLeft(false);
            onType(event.currentTarget.value);
          }}
          onBlur={() => {
            setLeft(true);
            // Completes the typed name.
            if (country) onType(country.name);
          }}
        />
        <span className="small-flag">{country && <img src={flagAddress(country.code)} alt="" />}</span>
      </div>
      <datalist id={`${id}-countries`}>
        {countries.map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      <p className={isUnknown ? 'field__error' : 'field__hint'} id={`${id}-hint`} role="status">
        {texts.players[isUnknown ? 'countryUnknown' : 'countryHelp']}
      </p>
    </div>
  );
};
