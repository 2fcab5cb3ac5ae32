import type { VenueTexts } from './venue-texts.ts';
import { useId, useRef, useState } from 'react';
import type { Failure } from '../core/failure.ts';
import type { Elements } from './elements.ts';
import { useNameLimit } from './useNameLimit.ts';
import { Problem } from './Problem.tsx';
import { useChange } from './useChange.ts';

interface Props {
  readonly texts: VenueTexts;
  readonly label: string;
  readonly button: string;
  readonly initial: string;
  /** Whether the field is cleared on success. */
  readonly clears?: boolean;
  readonly submit: (title: string) => Promise<Failure | null>;
  /** Further remarks. */
  readonly children?: Elements;
}

/** A form for the name of a table or a key. After a failure, the field keeps its text. */
export const TitleForm = ({ texts, label, button, initial, clears = false, submit, children }: Props) => {
  const [title, setTitle] = useState(initial);
  const { limited, cut } = useNameLimit(texts);
  const [missing, setMissing] = useState(false);
  const { busy, failure, run } = useChange();
  // Hides the error while typing, because the new name may be free.
  const [hiddenFailure, setHiddenFailure] = useState<Failure | null>(null);
  const isTaken = failure?.kind === 'taken' && failure !== hiddenFailure;
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const send = async (): Promise<void> => {
    const isBlank = title.trim() === '';
    setMissing(isBlank);
    if (isBlank) {
      field.current?.focus();
      return;
    }
    const done = await run(() => submit(title));
    // The next name may already be typed.
    if (done && clears) setTitle((typed) => (typed === title ? '' : typed));
    if (!done) field.current?.focus();
  };
  return (
    <form
      className="form-row"
      noValidate
      action={() => {
        void send();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // After leaving the form, the name is no longer asked for.
        if (!currentTarget.contains(relatedTarget)) setMissing(false);
      }}
    >
      <div className="field grow">
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        <input
          className="field__control"
          ref={field}
          id={id}
          dir="auto"
          required
          autoComplete="off"
          value={title}
          aria-invalid={missing || isTaken || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setTitle(limited(event.currentTarget.value));
            setMissing(false);
            setHiddenFailure(failure);
          }}
        />
      </div>
      {children}
      <button className="button" type="submit" disabled={busy}>
        {button}
      </button>
      <p
        className={`${missing || isTaken ? 'field__error' : 'field__hint'} wide`}
        id={`${id}-hint`}
        role="status"
      >
        {missing && <span>{texts.branding.nameNeeded}</span>}
        {isTaken && <span>{texts.dashboard.reasons.taken}</span>}
        {cut && <span>{cut}</span>}
      </p>
      <Problem failure={failure?.kind === 'taken' ? null : failure} texts={texts} />
    </form>
  );
};
