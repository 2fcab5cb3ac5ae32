import { useId, type ReactNode } from 'react';
import type { Elements } from '../../kit/elements.ts';

export interface Option<Value extends string | number> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly note?: string | undefined;
  /** Shown above the label. */
  readonly picture?: Elements;
}

interface Props<Value extends string | number> {
  readonly legend: string;
  readonly options: readonly Option<Value>[];
  /** Null if none is chosen. */
  readonly value: Value | null;
  readonly onChoose: (value: Value) => void;
  readonly disabled?: boolean;
  /** Options with a description each, stacked on a phone. */
  readonly cards?: boolean;
  /** Shown beside the options. */
  readonly children?: Elements;
}

/** A choice of a few options, each large enough for a thumb. */
export const Choice = <Value extends string | number>(props: Props<Value>) => {
  const { legend, options, value, onChoose, disabled, cards = false, children } = props;
  const name = useId();
  return (
    <fieldset className={cards ? 'choice choice--cards' : 'choice'} disabled={disabled}>
      <legend className="choice__legend">{legend}</legend>
      <div className="choice__options">
        {options.map((option) => (
          <label
            key={option.value}
            className="choice__option"
            data-chosen={option.value === value || undefined}
          >
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            {option.picture}
            <span className="choice__label">{option.label}</span>
            {option.note && <span className="choice__note">{option.note}</span>}
          </label>
        ))}
        {children}
      </div>
    </fieldset>
  );
};
