import { formatMessage } from '../../i18n/format.ts';
import type { PartProps } from './props.ts';

/** Minus and plus buttons. */
export const Steppers = ({
  desk,
  texts,
  field,
  disabled,
}: PartProps & { field: 's1' | 's2'; disabled: boolean }) => {
  const { scoreA, scoreB, increase, decrease } = texts.dashboard.form;
  return (
    <>
      {([-1, 1] as const).map((by) => (
        <button
          key={by}
          className={`desk__step ${by > 0 ? 'desk__step--up' : ''}`}
          type="button"
          disabled={disabled}
          onClick={() => desk.step(field, by)}
        >
          <span aria-hidden="true">{by > 0 ? '+' : '−'}</span>
          <span className="visually-hidden">
            {formatMessage(by > 0 ? increase : decrease, { field: field === 's1' ? scoreA : scoreB })}
          </span>
        </button>
      ))}
    </>
  );
};
