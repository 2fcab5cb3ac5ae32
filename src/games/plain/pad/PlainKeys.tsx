import { RACE_TO_RANGE, SCORE_RANGE } from '../../../rules/score.ts';
import type { PlainState } from '../rules.ts';
import { formatMessage } from '../../../i18n/format.ts';
import { Icon } from '../../../kit/Icon.tsx';
import { nameIn } from '../../../features/pad-parts/names.ts';
import type { PartProps } from '../../../features/pad-parts/props.ts';

/** Two numbers to count up and down, for any game. */
export const PlainKeys = ({ scored, texts, tap }: PartProps) => {
  const state = scored.state as PlainState;
  const step = (field: 's1' | 's2' | 'raceTo', by: 1 | -1) => {
    const from = state[field];
    const { min, max } = field === 'raceTo' ? RACE_TO_RANGE : SCORE_RANGE;
    const to = from + by;
    const label =
      field === 'raceTo' ? texts.overlay.raceTo : nameIn(scored, field === 's1' ? 'A' : 'B', texts);
    return (
      <button
        key={by}
        type="button"
        className={by > 0 ? 'pad-key pad-plain__step--up' : 'pad-key'}
        data-key={`${field}${by > 0 ? '+' : '-'}`}
        disabled={to < min || to > max}
        aria-label={formatMessage(texts.pad.plain[by > 0 ? 'increase' : 'decrease'], { field: label })}
        onClick={() => tap('set', { changes: { [field]: { from, to } } })}
      >
        {by > 0 ? '+1' : <Icon name="minus" />}
      </button>
    );
  };
  return (
    <>
      <div className="pad-plain">
        {(['s1', 's2'] as const).map((field) => (
          <div className="pad-plain__side" key={field}>
            {step(field, 1)}
            {step(field, -1)}
          </div>
        ))}
      </div>
      <div className="pad-keys pad-keys--plain">
        <span className="pad-plain__race">{formatMessage(texts.pad.score.raceTo, { n: state.raceTo })}</span>
        {step('raceTo', -1)}
        {step('raceTo', 1)}
      </div>
    </>
  );
};
