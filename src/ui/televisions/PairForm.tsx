import { useId, useRef, useState } from 'react';
import type { Failure } from '../../core/failure.ts';
import { televisionLook, televisionQuery } from '../../core/television/look.ts';
import type { Paired } from '../../stores/match/televisions.ts';
import { Problem } from '../tables/Problem.tsx';
import type { PartProps, Setting } from './props.ts';
import { SettingFields } from './SettingFields.tsx';

interface Props extends PartProps {
  /** From the television's QR code. */
  readonly code: string;
}

/** Pairs a television by the code that it shows; what failed stays in the fields. */
export const PairForm = (props: Props) => {
  const { texts, locale, televisions } = props;
  const fresh: Setting = {
    title: '',
    tableId: null,
    query: televisionQuery(televisionLook('', locale)),
  };
  const [code, setCode] = useState(props.code);
  const [setting, setSetting] = useState(fresh);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Paired | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const pair = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const done = await televisions.pair(code, setting);
    setBusy(false);
    setFailure('failure' in done ? done.failure : null);
    setOutcome('outcome' in done ? done.outcome : null);
    if (!('outcome' in done)) return;
    if (done.outcome !== 'paired') {
      field.current?.focus();
      return;
    }
    setCode('');
    // The next one is likely to look the same.
    setSetting({ ...setting, title: '' });
  };
  const isWrong = outcome !== null && outcome !== 'paired';
  return (
    <form
      className="televisions__form"
      noValidate
      action={() => {
        void pair();
      }}
    >
      <div className="field">
        <label className="field__label" htmlFor={id}>
          {texts.televisions.code}
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
        <p className={isWrong ? 'field__error' : 'field__hint'} id={`${id}-outcome`} role="status">
          {outcome !== null && texts.televisions[outcome]}
        </p>
      </div>
      <SettingFields {...props} setting={setting} change={setSetting} />
      <Problem failure={failure} texts={texts} />
      <button className="button button--primary" type="submit" disabled={busy}>
        {texts.televisions.pair}
      </button>
    </form>
  );
};
