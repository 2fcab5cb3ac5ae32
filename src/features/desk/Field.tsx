import { formatMessage } from '../../i18n/format.ts';
import { NAME_LIMIT } from '../../config/limits.ts';
import { useStore } from '@nanostores/react';
import { useId } from 'react';
import {
  fieldText,
  isNumberField,
  TYPED_RANGE,
  type DraftField,
} from '../../core/overlay/quick-update-fields.ts';
import { isNotNumber } from '../../rules/number.ts';
import { DEFAULT_NAMES } from '../../rules/name.ts';
import { NameInput } from '../match/NameInput.tsx';
import { NumberInput } from '../../kit/NumberInput.tsx';
import type { Elements } from '../../kit/elements.ts';
import type { PartProps } from './props.ts';

interface Props extends PartProps {
  readonly field: DraftField;
  readonly label: string;
  /** Shown beside the field. */
  readonly children?: Elements;
}

/** One field of Quick Update, with its problem if any. */
export const Field = ({ desk, texts, field, label, children }: Props) => {
  const { fields, edits, hints, conflicts } = useStore(desk.$draft, { ssr: 'initial' });
  const id = useId();
  const hint = hints[field];
  const { scoreOutOfRange, notNumber, nameTooLong, changedElsewhere } = texts.dashboard.form;
  const value = fieldText(fields, edits, field);
  const isNumber = isNumberField(field);
  const isUnread = isNumber && isNotNumber(value);
  const isWrong = isUnread || hint === 'scoreOutOfRange';
  const hintText = isUnread
    ? notNumber
    : hint &&
      (isNumber
        ? formatMessage(scoreOutOfRange, TYPED_RANGE)
        : formatMessage(nameTooLong, { limit: NAME_LIMIT }));
  const input = { id, disabled: !fields, value, 'aria-describedby': `${id}-hint` };
  return (
    <div className={`field desk__field desk__field--${field.toLowerCase()}`}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="desk__control">
        {isNumber ? (
          <NumberInput
            {...input}
            range={TYPED_RANGE}
            onType={(text) => desk.edit(field, text)}
            placeholder="0"
            aria-invalid={isWrong || undefined}
          />
        ) : (
          <NameInput
            {...input}
            texts={texts}
            label={label}
            placeholder={DEFAULT_NAMES[field]}
            onType={(text) => desk.edit(field, text)}
          />
        )}
        {children}
      </div>
      <p id={`${id}-hint`} className={isWrong ? 'field__error' : 'field__hint'} role="status">
        {hintText ?? (conflicts.includes(field) ? changedElsewhere : '')}
      </p>
    </div>
  );
};
