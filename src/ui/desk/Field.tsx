import { say } from '../../i18n/say.ts';
import { NAME_LIMIT } from '../../config/limits.ts';
import { useStore } from '@nanostores/react';
import { useId, type ReactNode } from 'react';
import { fieldText, isNumberField, rangeOf, type DraftField } from '../../core/overlay/draft.ts';
import type { PartProps } from './props.ts';

interface Props extends PartProps {
  readonly field: DraftField;
  readonly label: string;
  /** Shown beside the field. */
  readonly children?: ReactNode;
}

/** One field of Quick Update, with its problem if any. */
export const Field = ({ desk, texts, field, label, children }: Props) => {
  const { fields, edits, hints, conflicts } = useStore(desk.$draft, { ssr: 'initial' });
  const id = useId();
  const hint = hints[field];
  const numeric = isNumberField(field);
  const { scoreOutOfRange, nameTooLong, changedElsewhere } = texts.dashboard.form;
  const hintText =
    hint &&
    (isNumberField(field) ? say(scoreOutOfRange, rangeOf(field)) : say(nameTooLong, { limit: NAME_LIMIT }));
  return (
    <div className={`field desk__field desk__field--${field.toLowerCase()}`}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="desk__control">
        <input
          className="field__control"
          id={id}
          type={numeric ? 'number' : 'text'}
          {...(isNumberField(field)
            ? { inputMode: 'decimal', step: 'any', ...rangeOf(field) }
            : { dir: 'auto', autoCapitalize: 'words' })}
          autoComplete="off"
          disabled={!fields}
          value={fieldText(fields, edits, field)}
          onChange={(event) => desk.edit(field, event.currentTarget.value)}
          onFocus={(event) => {
            // Scores are usually replaced, rarely edited.
            if (numeric) event.currentTarget.select();
          }}
          onWheel={(event) => {
            // Scrolling the page over a score must not change it.
            if (numeric) event.currentTarget.blur();
          }}
          aria-invalid={hint === 'scoreOutOfRange' || undefined}
          aria-describedby={`${id}-hint`}
        />
        {children}
      </div>
      <p
        id={`${id}-hint`}
        className={hint === 'scoreOutOfRange' ? 'field__error' : 'field__hint'}
        role="status"
      >
        {hintText ?? (conflicts.includes(field) ? changedElsewhere : '')}
      </p>
    </div>
  );
};
