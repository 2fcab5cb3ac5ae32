import { useId, useState } from 'react';
import { NAME_LIMIT } from '../../config/limits.ts';
import { limitName } from '../../core/overlay/name.ts';
import { say } from '../../i18n/say.ts';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts'> {
  readonly name: string;
  readonly help: string;
  /** What is wrong with it; empty if nothing. */
  readonly problem?: string;
  readonly onChange: (name: string) => void;
}

/** The name of a player or a sponsor. */
export const NameField = ({ texts, name, help, problem = '', onChange }: Props) => {
  const [cut, setCut] = useState(false);
  const id = useId();
  // A disabled Save doesn't say what it waits for.
  const said = name.trim() === '' ? `${texts.dressing.nameNeeded} ${help}` : help;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {texts.dressing.name}
      </label>
      <input
        className="field__control"
        id={id}
        dir="auto"
        required
        autoCapitalize="words"
        autoComplete="off"
        value={name}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const limited = limitName(event.currentTarget.value);
          onChange(limited.name);
          setCut(limited.cut);
        }}
      />
      <p className={problem ? 'field__error' : 'field__hint'} id={`${id}-hint`} role="status">
        {problem || (cut ? say(texts.tables.settings.nameTooLong, { limit: NAME_LIMIT }) : said)}
      </p>
    </div>
  );
};
