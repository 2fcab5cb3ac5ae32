import { useId, useRef, useState } from 'react';
import { failureText } from '../tables/texts.ts';
import type { PartProps } from './props.ts';
import { markProblem } from './texts.ts';

interface Props extends Pick<PartProps, 'texts' | 'common' | 'dresser'> {
  readonly kind: 'logo' | 'portrait';
  readonly label: string;
  readonly help: string;
  readonly picture: string | null;
  readonly onChange: (picture: string | null) => void;
  readonly onBusy: (busy: boolean) => void;
  /** It may be none. */
  readonly removable?: boolean;
}

/** A logo or a portrait: sent as soon as it is chosen, and seen as it was kept. */
export const MarkField = ({
  texts,
  common,
  dresser,
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
    const sent = await dresser.sendMark(kind, file);
    setSending(false);
    onBusy(false);
    if ('kind' in sent) setProblem(failureText(common, 'failed', sent));
    else if (sent.status === 'refused') setProblem(markProblem(texts, sent.reason));
    else onChange(sent.id);
  };

  return (
    <div className="field dressing__mark" role="group" aria-labelledby={`${id}-label`}>
      <span className="field__label" id={`${id}-label`}>
        {label}
      </span>
      <div className="dressing__chosen">
        <span className={`dressing__${kind} dressing__${kind}--large`}>
          {picture !== null && <img src={dresser.markAddress(picture)} alt="" />}
        </span>
        <div className="button-row">
          <button
            className="button"
            type="button"
            aria-disabled={sending}
            aria-describedby={`${id}-help`}
            onClick={() => !sending && input.current?.click()}
          >
            {texts[picture === null ? 'mark.choose' : 'mark.replace']}
          </button>
          {removable && picture !== null && (
            <button className="button button--quiet" type="button" onClick={() => onChange(null)}>
              {texts['mark.remove']}
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
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (file) void send(file);
        }}
      />
      <p className="field__hint" id={`${id}-help`}>
        {help} {texts['mark.help']}
      </p>
      <p className="desk__note" role="status">
        {sending && texts['mark.sending']}
      </p>
      <div role="alert" className={problem ? 'alert alert--error' : undefined}>
        {problem}
      </div>
    </div>
  );
};
