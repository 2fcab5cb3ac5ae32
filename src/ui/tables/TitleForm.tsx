import type { VenueTexts } from '../desk/props.ts';
import { useId, useState } from 'react';
import { NAME_LIMIT } from '../../config/limits.ts';
import type { Failure } from '../../core/failure.ts';
import { limitName } from '../../core/overlay/name.ts';
import { say } from '../../i18n/say.ts';
import { Problem } from './Problem.tsx';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly label: string;
  readonly button: string;
  readonly initial: string;
  /** The field is empty again when it was done. */
  readonly clears?: boolean;
  readonly submit: (title: string) => Promise<Failure | null>;
}

/** The name of a table or of a key, typed and sent; what failed stays in the field. */
export const TitleForm = ({ texts, label, button, initial, clears = false, submit }: Props) => {
  const [title, setTitle] = useState(initial);
  const [cut, setCut] = useState(false);
  const { busy, failure, run } = useChange();
  const id = useId();
  const send = async (): Promise<void> => {
    const done = await run(() => submit(title));
    if (done && clears) setTitle('');
  };
  return (
    <form
      className="tables__form"
      action={() => {
        void send();
      }}
    >
      <div className="field tables__grow">
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        <input
          className="field__control"
          id={id}
          dir="auto"
          required
          autoComplete="off"
          value={title}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            const limited = limitName(event.currentTarget.value);
            setTitle(limited.name);
            setCut(limited.cut);
          }}
        />
      </div>
      <button className="button" type="submit" disabled={busy || title.trim() === ''}>
        {button}
      </button>
      <p className="field__hint tables__wide" id={`${id}-hint`} role="status">
        {cut && say(texts.tables.settings.nameTooLong, { limit: NAME_LIMIT })}
      </p>
      <Problem failure={failure} texts={texts} />
    </form>
  );
};
