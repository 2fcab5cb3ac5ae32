import type { MarkProblem } from '../../core/branding/answer.ts';
import type { MarkKind } from '../../core/branding/mark.ts';
import { formatFailure, formatReason } from '../../i18n/format.ts';
import { useId, useRef, useState } from 'react';
import { Logo } from '../../kit/Logo.tsx';
import type { PartProps } from './props.ts';

interface Props extends Pick<PartProps, 'texts' | 'brandingStore'> {
  readonly kind: MarkKind;
  readonly label: string;
  readonly help: string;
  readonly picture: string | null;
  readonly onChange: (picture: string | null) => void;
  readonly onBusy: (busy: boolean) => void;
  /** Whether it can be removed. */
  readonly removable?: boolean;
}

const FRAMES = {
  portrait: 'portrait',
  logo: 'branding__logo branding__logo--large',
} as const;

/** A logo or portrait: uploaded as soon as it is chosen, and previewed as stored. */
export const MarkField = ({
  texts,
  brandingStore,
  kind,
  label,
  help,
  removable = false,
  ...field
}: Props) => {
  const { picture, onChange, onBusy } = field;
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const send = async (file: File): Promise<void> => {
    setSending(true);
    onBusy(true);
    setProblem('');
    const sent = await brandingStore.sendMark(kind, file);
    setSending(false);
    onBusy(false);
    if ('kind' in sent) setProblem(formatFailure(texts.tables.failed, sent, texts));
    else if (sent.status === 'refused')
      setProblem(
        formatReason(texts.branding.reasons satisfies Record<MarkProblem | 'unknown', string>, sent.reason),
      );
    else onChange(sent.id);
  };

  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="field__label" id={`${id}-label`}>
        {label}
      </span>
      <div className="branding__chosen">
        <span className={FRAMES[kind]}>
          {picture !== null &&
            (kind === 'logo' ? (
              <Logo src={brandingStore.markAddress(picture)} alt="" />
            ) : (
              <img src={brandingStore.markAddress(picture)} alt="" />
            ))}
        </span>
        <div className="button-row">
          <button
            className="button"
            type="button"
            aria-disabled={sending}
            aria-describedby={`${id}-help`}
            onClick={() => !sending && input.current?.click()}
          >
            {texts.branding.mark[picture === null ? 'choose' : 'replace']}
          </button>
          {removable && picture !== null && (
            <button className="button button--quiet" type="button" onClick={() => onChange(null)}>
              {texts.branding.mark.remove}
            </button>
          )}
        </div>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        data-testid={`mark-${kind}`}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Lets the same file be chosen again.
          event.currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <p className="field__hint" id={`${id}-help`}>
        <span>{help}</span> <span>{texts.branding.mark.help}</span>
      </p>
      <p className="note" role="status">
        {sending && texts.branding.mark.sending}
      </p>
      <div role="alert" className={problem ? 'alert alert--error' : undefined}>
        {problem}
      </div>
    </div>
  );
};
