import { useId, useRef, useState } from 'react';
import type { Failure } from '../../core/failure.ts';
import type { Paired } from './televisions.ts';
import type { VenueTexts } from '../../kit/venue-texts.ts';
import { Problem } from '../../kit/Problem.tsx';
import type { Elements } from '../../kit/elements.ts';

interface Props {
  readonly texts: VenueTexts;
  /** The field's label. */
  readonly label: string;
  /** The key's label. */
  readonly send: string;
  /** The text for the outcome of a code. */
  readonly outcomeText: (outcome: Paired) => string;
  /** A scanned code; empty for none. */
  readonly code: string;
  /** Sends a code, typed in any form. */
  readonly pair: (typed: string) => Promise<{ readonly outcome: Paired } | { readonly failure: Failure }>;
  readonly onPaired: () => void;
  /** The settings for the new screen or device. */
  readonly children: Elements;
}

/**
 * The form for the code shown on a television or device. After a failure, the fields keep their values. A wrong code is
 * reported at its field, which gets the focus. Success is reported beside the key, wherever the form is on the screen.
 */
export const CodeForm = ({ texts, label, send, outcomeText, pair, onPaired, children, ...props }: Props) => {
  const [code, setCode] = useState(props.code);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Paired | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const submit = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const done = await pair(code);
    setBusy(false);
    setFailure('failure' in done ? done.failure : null);
    setOutcome('outcome' in done ? done.outcome : null);
    if (!('outcome' in done)) return;
    if (done.outcome !== 'paired') {
      field.current?.focus();
      return;
    }
    setCode('');
    onPaired();
  };
  const isWrong = outcome !== null && outcome !== 'paired';
  return (
    <form
      className="televisions__form"
      noValidate
      action={() => {
        void submit();
      }}
    >
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {label}
        </label>
        <input
          className="field__control televisions__code"
          ref={field}
          id={id}
          dir="ltr"
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={code}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-outcome`}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setOutcome(null);
          }}
        />
        <p className="field__error" id={`${id}-outcome`} role="status">
          {isWrong && outcomeText(outcome)}
        </p>
      </div>
      {children}
      <Problem failure={failure} texts={texts} />
      <div className="televisions__send">
        <button className="button button--primary" type="submit" disabled={busy}>
          {send}
        </button>
        <p className="televisions__there" role="status">
          {outcome === 'paired' && outcomeText(outcome)}
        </p>
      </div>
    </form>
  );
};
