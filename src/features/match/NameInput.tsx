import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { createContext, useContext, useId, useRef, useState, type ComponentProps } from 'react';
import { offeredNames } from '../../core/branding/answer.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { TextsOf } from '../../i18n/texts.ts';
import { Icon } from '../../kit/Icon.tsx';

/** Names to suggest. An owner's page provides some; a scorer link's page and the demo provide none. */
export const KnownNames = createContext<ReadableAtom<readonly string[]>>(atom([]));

const Offered = ({ id, typed }: { readonly id: string; readonly typed: string }) => {
  const offered = offeredNames(useStore(useContext(KnownNames), { ssr: 'initial' }), typed);
  // Without suggestions, the field must not be announced as having some.
  if (offered.length === 0) return null;
  return (
    <datalist id={id}>
      {offered.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
};

interface Props extends Pick<
  ComponentProps<'input'>,
  'id' | 'placeholder' | 'disabled' | 'aria-invalid' | 'aria-describedby'
> {
  readonly texts: TextsOf<'match'>;
  /** The field's label. */
  readonly label: string;
  readonly value: string;
  readonly onType: (value: string) => void;
}

/** A field for a player's name, which is usually replaced, rarely edited. */
export const NameInput = ({ texts, label, value, onType, ...input }: Props) => {
  // Names cost a request, so they are fetched only when the field is focused.
  const [reached, setReached] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  return (
    <div className="name-input">
      <input
        {...input}
        ref={field}
        className="field__control"
        type="text"
        autoCapitalize="words"
        autoComplete="off"
        list={list}
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        onFocus={(event) => {
          setReached(true);
          event.currentTarget.select();
        }}
      />
      {value !== '' && !input.disabled && (
        <button
          className="icon-button name-input__clear"
          type="button"
          // Keyboard users have shorter ways to clear the field.
          tabIndex={-1}
          onClick={() => {
            onType('');
            field.current?.focus();
          }}
        >
          <Icon name="close" />
          <span className="visually-hidden">{formatMessage(texts.match.clear, { field: label })}</span>
        </button>
      )}
      {reached && <Offered id={list} typed={value} />}
    </div>
  );
};
