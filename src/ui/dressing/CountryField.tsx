import type { VenueTexts } from '../desk/props.ts';
import { useId } from 'react';
import { flagAddress } from '../../config/marks.ts';
import { countryOf, type Country } from '../../core/tables/dressing.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly countries: readonly Country[];
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** A country field, searchable by name in the page's language. */
export const CountryField = ({ texts, countries, typed, onType }: Props) => {
  const id = useId();
  const country = countryOf(countries, typed);
  const isUnknown = typed.trim() !== '' && !country;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts.dressing.players.country}
      </label>
      <div className="dressing__country">
        <input
          className="field__control"
          id={id}
          dir="auto"
          list={`${id}-countries`}
          autoComplete="off"
          value={typed}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onType(event.currentTarget.value)}
          // Completes the name.
          onBlur={() => country && onType(country.name)}
        />
        <span className="dressing__flag">{country && <img src={flagAddress(country.code)} alt="" />}</span>
      </div>
      <datalist id={`${id}-countries`}>
        {countries.map(({ code, name }) => (
          <option key={code} value={name} />
        ))}
      </datalist>
      <p className="field__hint" id={`${id}-hint`} role="status">
        {texts.dressing.players[isUnknown ? 'countryUnknown' : 'countryHelp']}
      </p>
    </div>
  );
};
