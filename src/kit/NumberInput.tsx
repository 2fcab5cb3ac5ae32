import type { ComponentProps } from 'react';
import type { Range } from '../rules/draft.ts';
import { stepped } from '../rules/number.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onType: (text: string) => void;
  /** Where the arrow keys step; without it they don't. */
  readonly range?: Range | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A field for a number. Browsers empty a number field of their own when Arabic digits are typed, so this is one for text,
 * which shows what was typed; `rules/number.ts` reads it.
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
