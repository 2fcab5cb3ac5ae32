import type { ComponentProps } from 'react';
import type { Range } from '../rules/format.ts';
import { stepped } from '../rules/number.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** The range of the arrow keys; omitted if they do nothing. */
  readonly range?: Range | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A field for a number. Browsers clear their own number fields when Arabic digits are typed, so this is a text field
 * that shows the text as typed. `rules/number.ts` parses it.
 */
export const NumberInput = ({ onType, range, ...input }: Props) => (
  <input
    className="field__control"
    inputMode="numeric"
    dir="ltr"
    autoComplete="off"
    {...input}
    type="text"
    onChange={({ currentTarget }) => onType(currentTarget.value)}
    // Numbers are usually replaced, rarely edited.
    onFocus={({ currentTarget }) => currentTarget.select()}
    onKeyDown={(event) => {
      const by = STEPS[event.key];
      if (!range || by === undefined) return;
      event.preventDefault();
      onType(stepped(input.value, by, range));
    }}
  />
);
