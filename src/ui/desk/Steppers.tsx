import type { PartProps } from './props.ts';

/** One less, one more. */
export const Steppers = ({
  desk,
  texts,
  field,
  disabled,
}: PartProps & { field: 's1' | 's2'; disabled: boolean }) => (
  <>
    {([-1, 1] as const).map((by) => (
      <button
        key={by}
        className={`desk__step desk__step--${by > 0 ? 'up' : 'down'}`}
        type="button"
        disabled={disabled}
        onClick={() => desk.step(field, by)}
      >
        <span aria-hidden="true">{by > 0 ? '+' : '−'}</span>
        <span className="visually-hidden">{texts[by > 0 ? 'increase' : 'decrease'][field]}</span>
      </button>
    ))}
  </>
);
